// The figures of the chosen time: verdicts, risk, and how long decisions take.
import { memo, useCallback, useMemo, useState } from "react";
import type { Outcome, RiskLevel } from "../../../shared/domain/verdict.ts";
import { type Bucket, riskSpread, spanOf, verdictBuckets } from "../../lib/buckets.ts";
import { LatencyChart } from "../../charts/latency-chart.tsx";
import { RiskChart } from "../../charts/risk-chart.tsx";
import { VerdictChart } from "../../charts/verdict-chart.tsx";
import { useLatency, useSeries } from "../../state/figures.ts";
import type { RangeName } from "../../lib/activity-filter.ts";
import { openActivity } from "../../state/ui-store.ts";

const verdicts = { kinds: ["verdict" as const] };
/** Each intent once, by the risk it came with. */
const intents = { ...verdicts, first: true as const };

/** Drawn again when its figures change, not with every batch of events. */
export const Charts = memo(function Charts({ range }: { range: RangeName }) {
  const [openedAt] = useState(() => Date.now());
  const series = useSeries(range, verdicts).data;
  const latency = useLatency(range).data;
  // Before the first answer the empty axes of the span, so that nothing moves when it comes.
  const span = useMemo(() => series?.span ?? spanOf(range, openedAt), [series, range, openedAt]);
  const points = useMemo(() => series?.value ?? [], [series]);
  const buckets = useMemo(() => verdictBuckets(span, points), [span, points]);
  const firsts = useSeries(range, intents).data;
  const firstSpan = firsts?.span ?? span;
  const spread = useMemo(() => riskSpread(firsts?.value ?? []), [firsts]);
  const openOutcome = useCallback(
    (outcome: Outcome, bucket?: Bucket<Outcome>) =>
      openActivity({
        ...verdicts,
        outcomes: [outcome],
        ...(bucket === undefined ? { from: span.from } : { from: bucket.start, to: bucket.end }),
      }),
    [span],
  );
  const openLevel = useCallback(
    (level: RiskLevel) => openActivity({ ...intents, levels: [level], from: firstSpan.from }),
    [firstSpan],
  );
  return (
    // At high zoom there is no room for three columns, and on the narrowest window not for two.
    <div className="grid shrink-0 auto-rows-[9rem] grid-cols-[minmax(0,1fr)] gap-5 px-5 pt-2 pb-3 min-[680px]:h-40 min-[680px]:auto-rows-auto min-[680px]:grid-cols-[minmax(0,1fr)_13rem] min-[960px]:grid-cols-[minmax(0,1fr)_13rem_15rem] min-[1280px]:h-44 min-[1280px]:grid-cols-[minmax(0,1fr)_15rem_19rem] min-[1280px]:gap-7 min-[1900px]:h-56 min-[1900px]:grid-cols-[minmax(0,2fr)_minmax(0,0.7fr)_minmax(0,1fr)] min-[1900px]:gap-10">
      <VerdictChart turn={1} span={span} buckets={buckets} onOpen={openOutcome} />
      <RiskChart turn={2} spread={spread} onOpen={openLevel} />
      <div className="hidden min-w-0 min-[960px]:block">
        <LatencyChart turn={3} span={latency?.span ?? span} points={latency?.value ?? []} />
      </div>
    </div>
  );
});
