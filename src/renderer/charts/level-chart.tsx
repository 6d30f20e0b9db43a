// The risk of what an agent did over time, stacked by level.
import { memo } from "react";
import { type RiskLevel, riskLevels } from "../../shared/domain/verdict.ts";
import { RiskMark } from "../components/marks.tsx";
import { levelWords } from "../labels/vocabulary.ts";
import type { Bucket, RangeSpan } from "../lib/buckets.ts";
import { levelFills } from "./level-fills.ts";
import { type Layer, StackedBars } from "./stacked-bars.tsx";
import { levelChart as labels } from "../labels/charts.ts";

const layers: readonly Layer<RiskLevel>[] = riskLevels.map((name) => ({
  name,
  words: levelWords[name],
  fill: levelFills[name],
  // Most of what agents do is low; it must not drown the rest.
  ...(name === "LOW" ? { opacity: 0.35 } : {}),
  mark: <RiskMark level={name} size={10} silent />,
}));

export interface LevelChartProps {
  readonly span: RangeSpan;
  readonly buckets: readonly Bucket<RiskLevel>[];
  readonly onOpen: (level: RiskLevel, bucket: Bucket<RiskLevel>) => void;
}

export const LevelChart = memo(function LevelChart({ span, buckets, onOpen }: LevelChartProps) {
  return (
    <div className="h-32">
      <StackedBars span={span} buckets={buckets} layers={layers} nothing={labels.nothing} onOpen={onOpen} />
    </div>
  );
});
