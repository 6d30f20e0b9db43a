// How risk is spread: one bar a level, each with its mark.
import { memo } from "react";
import { Bar, BarChart, Cell, ResponsiveContainer, XAxis, YAxis } from "recharts";
import type { RiskLevel } from "../../shared/verdict.ts";
import { RiskMark } from "../components/marks.tsx";
import { wholeNumber } from "../text/format.ts";
import { levelWords } from "../text/words.ts";
import type { LevelCount } from "./buckets.ts";

const fills: Readonly<Record<RiskLevel, string>> = {
  LOW: "var(--color-risk-low)",
  MEDIUM: "var(--color-risk-medium)",
  HIGH: "var(--color-risk-high)",
  CRITICAL: "var(--color-risk-critical)",
};

export const RiskChart = memo(function RiskChart({ spread }: { spread: readonly LevelCount[] }) {
  return (
    <figure className="flex h-full min-w-0 flex-col">
      <figcaption>
        <h2 className="label">Risk</h2>
      </figcaption>
      <div className="mt-2 grid min-h-0 flex-1 grid-cols-[auto_1fr] gap-x-3">
        <ul className="grid grid-rows-4 text-xs text-quiet">
          {spread.map(({ level, count }) => (
            <li key={level} className="flex items-center gap-2">
              <span className="min-w-7 text-right font-medium text-ink tabular-nums">{wholeNumber(count)}</span>
              <RiskMark level={level} silent />
              {levelWords[level]}
            </li>
          ))}
        </ul>
        <div aria-hidden>
          <ResponsiveContainer width="100%" height="100%">
            <BarChart
              data={[...spread]}
              layout="vertical"
              margin={{ top: 0, right: 0, bottom: 0, left: 0 }}
              accessibilityLayer={false}
            >
              <XAxis type="number" hide domain={[0, "dataMax"]} />
              <YAxis type="category" dataKey="level" hide />
              <Bar
                dataKey="count"
                barSize={8}
                radius={2}
                minPointSize={(value) => (Number(value) > 0 ? 2 : 0)}
                isAnimationActive={false}
              >
                {spread.map(({ level }) => (
                  <Cell key={level} fill={fills[level]} />
                ))}
              </Bar>
            </BarChart>
          </ResponsiveContainer>
        </div>
      </div>
    </figure>
  );
});
