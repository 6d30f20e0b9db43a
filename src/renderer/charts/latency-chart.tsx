// How long decisions take: the median and the slow end, over time.
import { memo } from "react";
import { CartesianGrid, Line, LineChart, Tooltip, type TooltipContentProps, XAxis, YAxis } from "recharts";
import type { LatencyPoint } from "../../shared/contract/activity.ts";
import { fineElapsed } from "../labels/format.ts";
import { spanWords, tickWords, timeTicks } from "./axes.ts";
import { bottomAxis, sideAxis, threeTicks } from "./axis-style.ts";
import type { RangeSpan } from "../lib/buckets.ts";
import { Plot } from "./plot.tsx";
import { Readout } from "./readout.tsx";
import { latencyChart as labels } from "../labels/charts.ts";

/** Space for the times at the axis. */
const timeWidth = 58;

const lines = [
  { name: "p99", words: labels.within99, stroke: "var(--color-faint)", dash: "2 3" },
  { name: "p95", words: labels.within95, stroke: "var(--color-approved)", dash: "5 3" },
  { name: "p50", words: labels.within50, stroke: "var(--color-accent)", dash: "0" },
] as const;

export interface LatencyChartProps {
  readonly span: RangeSpan;
  readonly points: readonly LatencyPoint[];
  readonly turn: number;
}

export const LatencyChart = memo(function LatencyChart({ span, points, turn }: LatencyChartProps) {
  const latest = points.at(-1);
  // Without any point there would be no axes either.
  const drawn: Partial<LatencyPoint>[] = points.length === 0 ? [{ at: span.from }] : [...points];
  const top = niceTop(Math.max(0, ...points.map((point) => point.p99)));
  return (
    <figure className="flex h-full min-w-0 flex-col">
      <figcaption className="flex h-6 items-center gap-3 whitespace-nowrap">
        <h2 className="label" title={labels.measuredPhases}>
          {labels.timeToDecide}
        </h2>
        {latest === undefined ? null : (
          <p className="ml-auto text-2xs text-quiet">
            {labels.p50} <span className="font-semibold text-ink">{fineElapsed(latest.p50)}</span>
            <span className="ml-2.5">
              {labels.p99} <span className="font-semibold text-ink">{fineElapsed(latest.p99)}</span>
            </span>
          </p>
        )}
      </figcaption>
      <div className="mt-1 min-h-0 flex-1">
        <Plot turn={turn} nothing={points.length === 0 ? labels.noDecisions : undefined}>
          {(size) => (
            <LineChart
              {...size}
              data={drawn}
              margin={{ top: 4, right: 8, bottom: 0, left: 0 }}
              accessibilityLayer={false}
            >
              <CartesianGrid vertical={false} stroke="var(--color-line)" />
              <XAxis
                dataKey="at"
                type="number"
                domain={[span.from, span.to]}
                tickFormatter={(at: number) => tickWords(span, at)}
                ticks={timeTicks(span, size.width - timeWidth).filter((_, index) => index % 2 === 0)}
                {...bottomAxis}
              />
              <YAxis
                width={timeWidth}
                domain={[0, top]}
                ticks={threeTicks(top)}
                tickFormatter={(value: number) => (value === 0 ? "0" : fineElapsed(value))}
                {...sideAxis}
              />
              <Tooltip cursor={{ stroke: "var(--color-edge)" }} isAnimationActive={false} content={LatencyReadout} />
              {lines.map(({ name, stroke, dash }) => (
                <Line
                  key={name}
                  dataKey={name}
                  stroke={stroke}
                  strokeWidth={1.5}
                  strokeDasharray={dash}
                  dot={points.length < 3 ? { r: 2, fill: stroke } : false}
                  activeDot={{ r: 3 }}
                  isAnimationActive={false}
                />
              ))}
            </LineChart>
          )}
        </Plot>
      </div>
    </figure>
  );
});

function niceTop(most: number): number {
  if (most <= 0) return 1;
  const step = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 4, 6, 8, 10].map((factor) => factor * step).find((top) => top >= most) ?? 10 * step;
}

function LatencyReadout({ active, payload }: TooltipContentProps) {
  const point: LatencyPoint | undefined = payload[0]?.payload;
  if (!active || point === undefined) return null;
  return (
    <Readout when={spanWords(point.at, point.at)}>
      {lines.toReversed().map(({ name, words }) => (
        <p key={name} className="flex">
          {words} <span className="ml-auto pl-4 font-semibold">{fineElapsed(point[name])}</span>
        </p>
      ))}
      <p className="text-faint">{labels.lookedAt(point.decisions)}</p>
    </Readout>
  );
}
