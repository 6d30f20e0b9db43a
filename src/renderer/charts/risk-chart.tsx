// Intents by risk level: one bar per level, which leads to its intents.
import { memo } from "react";
import { Bar, BarChart, XAxis, YAxis } from "recharts";
import type { RiskLevel } from "../../shared/domain/verdict.ts";
import { RiskMark } from "../components/marks.tsx";
import { roundNumber, wholeNumber } from "../labels/format.ts";
import { levelWords } from "../labels/vocabulary.ts";
import { bottomAxis, threeTicks } from "./axis-style.ts";
import { axisTop, type LevelCount } from "../lib/buckets.ts";
import { levelFills } from "./level-fills.ts";
import { PlainBar } from "./plain-bar.tsx";
import { Plot } from "./plot.tsx";
import { riskChart as labels } from "../labels/charts.ts";

export interface RiskChartProps {
  readonly spread: readonly LevelCount[];
  readonly turn: number;
  readonly onOpen: (level: RiskLevel) => void;
}

export const RiskChart = memo(function RiskChart({ spread, turn, onOpen }: RiskChartProps) {
  const top = axisTop(Math.max(0, ...spread.map(({ count }) => count)));
  return (
    <figure className="flex h-full min-w-0 flex-col">
      <figcaption className="flex h-6 items-center">
        <h2 className="label">{labels.intentsByRisk}</h2>
      </figcaption>
      <div className="mt-1 grid min-h-0 flex-1 grid-cols-[auto_1fr] gap-x-2">
        <ul className="mb-5 -ml-1.5 grid grid-rows-4 text-xs text-quiet">
          {spread.map(({ level, count }) => (
            <li key={level} className="flex items-center">
              <button
                type="button"
                onClick={() => onOpen(level)}
                className="flex h-6 w-full items-center gap-2 rounded-sm px-1.5 hover:bg-hover hover:text-ink"
              >
                <RiskMark level={level} silent />
                {levelWords[level]}
                <span className="ml-auto pl-2 font-semibold text-ink tabular-nums">{wholeNumber(count)}</span>
              </button>
            </li>
          ))}
        </ul>
        <Plot turn={turn}>
          {(size) => (
            <BarChart
              {...size}
              data={spread.map((each) => ({ ...each, fill: levelFills[each.level] }))}
              layout="vertical"
              margin={{ top: 0, right: 12, bottom: 0, left: 5 }}
              accessibilityLayer={false}
            >
              <XAxis
                type="number"
                domain={[0, top]}
                ticks={threeTicks(top)}
                tickFormatter={(value: number) => roundNumber(value)}
                {...bottomAxis}
              />
              <YAxis type="category" dataKey="level" hide />
              <Bar
                dataKey="count"
                barSize={8}
                radius={2}
                shape={PlainBar}
                activeBar={false}
                minPointSize={(value) => (Number(value) > 0 ? 2 : 0)}
                isAnimationActive={false}
                cursor="pointer"
                onClick={(bar) => {
                  const picked: LevelCount | undefined = bar.payload;
                  if (picked !== undefined) onOpen(picked.level);
                }}
              />
            </BarChart>
          )}
        </Plot>
      </div>
    </figure>
  );
});
