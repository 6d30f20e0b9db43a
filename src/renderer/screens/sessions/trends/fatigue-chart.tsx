// How long people take for an answer, beside the share they allow, over time.
import { type ReactNode, useMemo } from "react";
import { Bar, type BarShapeProps, ComposedChart, Line, XAxis, YAxis } from "recharts";
import type { FatiguePoint } from "../../../../shared/contract/sessions/sessions.ts";
import { spanWords, tickWords, timeTicks } from "../../../charts/axes.ts";
import { bottomAxis, sideAxis } from "../../../charts/axis-style.ts";
import { elapsed, share } from "../../../labels/format.ts";
import { trends as labels } from "../../../labels/sessions/trends.ts";
import type { RangeSpan } from "../../../lib/buckets.ts";
import { Mark } from "../picture/marks.tsx";

const axisWidth = 54;

export interface FatigueChartProps {
  readonly points: readonly FatiguePoint[];
  readonly span: RangeSpan;
  readonly size: { readonly width: number; readonly height: number };
  readonly onOpen: (point: FatiguePoint) => void;
}

interface Drawn extends FatiguePoint {
  readonly middle: number;
  readonly allowedShare: number;
}

export function FatigueChart({ points, span, size, onOpen }: FatigueChartProps) {
  const drawn = points.map((point): Drawn => ({
    ...point,
    middle: (point.at + point.end) / 2,
    allowedShare: shareOf(point),
  }));
  const shape = useMemo(() => shapeOf(onOpen), [onOpen]);
  const most = Math.max(1000, ...points.map(({ medianMs }) => medianMs));
  return (
    <ComposedChart {...size} data={drawn} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} accessibilityLayer={false}>
      <XAxis
        dataKey="middle"
        type="number"
        domain={[span.from, span.to]}
        tickFormatter={(at: number) => tickWords(span, at)}
        ticks={timeTicks(span, size.width - 2 * axisWidth).filter((_, index) => index % 2 === 0)}
        {...bottomAxis}
      />
      <YAxis
        yAxisId="time"
        width={axisWidth}
        domain={[0, most]}
        ticks={[0, most]}
        tickFormatter={(value: number) => (value === 0 ? "0" : elapsed(value))}
        {...sideAxis}
      />
      <YAxis
        yAxisId="share"
        orientation="right"
        width={axisWidth}
        domain={[0, 1]}
        ticks={[0, 0.5, 1]}
        tickFormatter={(value: number) => share(value)}
        {...sideAxis}
      />
      <Bar
        yAxisId="time"
        dataKey="medianMs"
        barSize={Math.max(4, Math.min(18, size.width / 60))}
        isAnimationActive={false}
        shape={shape}
      />
      <Line
        yAxisId="share"
        dataKey="allowedShare"
        stroke="var(--color-held)"
        strokeWidth={1.5}
        strokeDasharray="5 3"
        dot={{ r: 2.5, fill: "var(--color-held)", strokeDasharray: "0" }}
        activeDot={false}
        isAnimationActive={false}
        style={{ pointerEvents: "none" }}
      />
    </ComposedChart>
  );
}

/** How a bar is drawn: a button, of which the first takes part in the tab order. */
function shapeOf(onOpen: FatigueChartProps["onOpen"]): (props: BarShapeProps) => ReactNode {
  return ({ x, y, width, height, payload, index }) => {
    const point: FatiguePoint = payload;
    return (
      <Mark name={fatigueName(point)} reachable={index === 0} onOpen={() => onOpen(point)}>
        <rect
          x={x}
          y={y}
          width={width}
          height={Math.max(2, height)}
          rx={2}
          fill="var(--color-bar-approved)"
          className="group-hover/mark:fill-accent group-focus-visible/mark:stroke-accent group-focus-visible/mark:stroke-2"
        />
      </Mark>
    );
  };
}

function shareOf({ allowed, denied }: FatiguePoint): number {
  return allowed + denied === 0 ? 0 : allowed / (allowed + denied);
}

function fatigueName(point: FatiguePoint): string {
  const { at, end, medianMs, allowed, denied } = point;
  return labels.answers(spanWords(at, end), elapsed(medianMs), share(shareOf(point)), allowed + denied);
}
