// The risk of what an agent did over time: one bar a step, stacked by level.
import { memo } from "react";
import {
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from "recharts";
import { type RiskLevel, riskLevels } from "../../shared/verdict.ts";
import { RiskMark } from "../components/marks.tsx";
import { roundNumber, wholeNumber } from "../text/format.ts";
import { levelWords } from "../text/words.ts";
import { spanWords, tick, tickWords, timeTicks } from "./axes.ts";
import { axisTop, type Bucket, type RangeSpan } from "./buckets.ts";
import { levelFills } from "./level-fills.ts";

export interface LevelChartProps {
  readonly span: RangeSpan;
  readonly buckets: readonly Bucket<RiskLevel>[];
  readonly onOpen: (level: RiskLevel, bucket: Bucket<RiskLevel>) => void;
}

export const LevelChart = memo(function LevelChart({ span, buckets, onOpen }: LevelChartProps) {
  const top = axisTop(
    Math.max(0, ...buckets.map((bucket) => riskLevels.reduce((sum, level) => sum + bucket[level], 0))),
  );
  return (
    <div className="h-32" aria-hidden>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={[...buckets]}
          margin={{ top: 4, right: 0, bottom: 0, left: 0 }}
          barCategoryGap={1}
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis
            dataKey="start"
            tickFormatter={(at: number) => tickWords(span, at)}
            ticks={[...timeTicks(span)]}
            interval={0}
            tick={tick}
            tickLine={false}
            axisLine={{ stroke: "var(--color-edge)" }}
            height={20}
            tickMargin={4}
          />
          <YAxis
            width={32}
            domain={[0, top]}
            ticks={[0, top / 2, top]}
            tickFormatter={(value: number) => roundNumber(value)}
            tick={tick}
            tickLine={false}
            axisLine={false}
          />
          <Tooltip cursor={{ fill: "var(--color-hover)" }} isAnimationActive={false} content={Readout} />
          {riskLevels.map((level) => (
            <Bar
              key={level}
              dataKey={level}
              stackId="levels"
              fill={levelFills[level]}
              fillOpacity={level === "LOW" ? 0.35 : 1}
              isAnimationActive={false}
              cursor="pointer"
              onClick={(bar) => {
                const bucket: Bucket<RiskLevel> | undefined = bar.payload;
                if (bucket !== undefined) onOpen(level, bucket);
              }}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
});

function Readout({ active, payload }: TooltipContentProps) {
  const bucket = payload[0]?.payload as Bucket<RiskLevel> | undefined;
  if (!active || bucket === undefined) return null;
  return (
    <div className="rounded-md border border-edge bg-raised px-2.5 py-1.5 text-xs shadow-lg">
      <p className="text-faint">{spanWords(bucket.start, bucket.end)}</p>
      {riskLevels.toReversed().map((level) => (
        <p key={level} className="flex items-center gap-1.5">
          <RiskMark level={level} size={10} silent />
          {levelWords[level]} <span className="ml-auto pl-4 font-semibold">{wholeNumber(bucket[level])}</span>
        </p>
      ))}
    </div>
  );
}
