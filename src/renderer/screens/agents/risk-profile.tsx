// The risk of what an agent did in the last weeks, and the way to each part of it.
import { useCallback, useMemo, useState } from "react";
import type { RiskLevel } from "../../../shared/domain/verdict.ts";
import { type Bucket, levelBuckets, riskSpread, spanOf } from "../../lib/buckets.ts";
import { LevelChart } from "../../charts/level-chart.tsx";
import { RiskMark } from "../../components/marks.tsx";
import { Segmented } from "../../components/segmented.tsx";
import { useSeries } from "../../state/figures.ts";
import { type RangeName, rangeNames } from "../../lib/activity-filter.ts";
import { filters } from "../../labels/activity.ts";
import { wholeNumber } from "../../labels/format.ts";
import { levelWords } from "../../labels/vocabulary.ts";
import { openActivity } from "../../state/ui-store.ts";
import { riskProfile as labels } from "../../labels/agents.ts";

export function RiskProfile({ agentDid }: { agentDid: string }) {
  const [range, setRange] = useState<RangeName>("7d");
  const filter = useMemo(() => ({ kinds: ["verdict" as const], first: true as const, agents: [agentDid] }), [agentDid]);
  const [openedAt] = useState(() => Date.now());
  const series = useSeries(range, filter).data;
  const span = useMemo(() => series?.span ?? spanOf(range, openedAt), [series, range, openedAt]);
  const points = useMemo(() => series?.value ?? [], [series]);
  const buckets = useMemo(() => levelBuckets(span, points), [span, points]);
  const open = useCallback(
    (level: RiskLevel, bucket: Bucket<RiskLevel>) =>
      openActivity({ ...filter, levels: [level], from: bucket.start, to: bucket.end }),
    [filter],
  );
  return (
    <section aria-label={labels.riskOverTime} className="mt-7 px-6">
      <div className="mb-1.5 flex items-center gap-1">
        <h3 className="label mr-3">{labels.riskOverTime}</h3>
        {riskSpread(points).map(({ level, count }) => (
          <button
            key={level}
            type="button"
            onClick={() => openActivity({ ...filter, levels: [level], from: span.from })}
            className="flex h-6 items-center gap-1.5 rounded-sm px-1.5 text-xs text-quiet hover:bg-hover hover:text-ink"
          >
            <RiskMark level={level} size={10} silent />
            {levelWords[level]} <span className="font-semibold text-ink tabular-nums">{wholeNumber(count)}</span>
          </button>
        ))}
        <span className="ml-auto">
          <Segmented
            label={labels.timeSpan}
            value={range}
            segments={rangeNames.map((name) => ({ value: name, label: name, spoken: filters.ranges[name] }))}
            onChange={setRange}
          />
        </span>
      </div>
      <LevelChart span={span} buckets={buckets} onOpen={open} />
    </section>
  );
}
