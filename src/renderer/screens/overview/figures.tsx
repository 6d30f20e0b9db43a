// The figures of the chosen time: verdicts, risk, and how long decisions take. Loaded apart, with the library that draws them.
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
export const Figures = memo(function Figures({ range }: { range: RangeName }) {
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
    <>
      <VerdictChart turn={1} span={span} buckets={buckets} onOpen={openOutcome} />
      <RiskChart turn={2} spread={spread} onOpen={openLevel} />
      <div className="hidden min-w-0 min-[960px]:block">
        <LatencyChart turn={3} span={latency?.span ?? span} points={latency?.value ?? []} />
      </div>
    </>
  );
});
