// Every action as a mark over time and risk, with the scores from which Gatehouse asks or denies.
import { type ReactNode, useMemo } from "react";
import { ReferenceLine, Scatter, ScatterChart, XAxis, YAxis } from "recharts";
import type { RiskPoint } from "../../../../shared/contract/sessions/sessions.ts";
import { tickWords, timeTicks } from "../../../charts/axes.ts";
import { bottomAxis, sideAxis } from "../../../charts/axis-style.ts";
import type { ScoreLimits } from "../../../charts/score-limits.ts";
import { score as scoreWords } from "../../../labels/format.ts";
import { trends as labels } from "../../../labels/sessions/trends.ts";
import type { RangeSpan } from "../../../lib/buckets.ts";
import { Mark, OutcomeShape } from "../picture/marks.tsx";

const scoreWidth = 36;

export interface RiskScatterProps {
  readonly points: readonly RiskPoint[];
  readonly span: RangeSpan;
  readonly limits: ScoreLimits;
  readonly size: { readonly width: number; readonly height: number };
  readonly nameOf: (point: RiskPoint) => string;
  readonly onOpen: (point: RiskPoint) => void;
}

export function RiskScatter({ points, span, limits: { asks, denies }, size, nameOf, onOpen }: RiskScatterProps) {
  const shape = useMemo(() => shapeOf(points[0], nameOf, onOpen), [points, nameOf, onOpen]);
  return (
    <ScatterChart {...size} margin={{ top: 8, right: 10, bottom: 0, left: 0 }} accessibilityLayer={false}>
      <XAxis
        dataKey="at"
        type="number"
        domain={[span.from, span.to]}
        tickFormatter={(at: number) => tickWords(span, at)}
        ticks={[...timeTicks(span, size.width - scoreWidth)]}
        {...bottomAxis}
      />
      <YAxis
        dataKey="score"
        width={scoreWidth}
        domain={[0, 1]}
        ticks={[0, 0.5, 1]}
        tickFormatter={(value: number) => scoreWords(value)}
        {...sideAxis}
      />
      {asks === undefined ? null : (
        <ReferenceLine
          y={asks}
          stroke="var(--color-held)"
          strokeDasharray="4 4"
          label={{ value: labels.asks(scoreWords(asks)), ...labelStyle, position: "insideTopLeft" }}
        />
      )}
      <ReferenceLine
        y={denies}
        stroke="var(--color-denied)"
        strokeDasharray="4 4"
        label={{ value: labels.denies(scoreWords(denies)), ...labelStyle, position: "insideBottomLeft" }}
      />
      <Scatter data={[...points]} isAnimationActive={false} shape={shape} />
    </ScatterChart>
  );
}

interface ShapeProps {
  readonly cx?: number | undefined;
  readonly cy?: number | undefined;
  readonly payload?: RiskPoint | undefined;
}

/** How a point is drawn: a button, of which the first takes part in the tab order. */
function shapeOf(
  first: RiskPoint | undefined,
  nameOf: RiskScatterProps["nameOf"],
  onOpen: RiskScatterProps["onOpen"],
): (props: ShapeProps) => ReactNode {
  return ({ cx = 0, cy = 0, payload }) =>
    payload === undefined ? null : (
      <Mark name={nameOf(payload)} reachable={payload === first} onOpen={() => onOpen(payload)}>
        <circle
          cx={cx}
          cy={cy}
          r={8}
          fill="transparent"
          className="group-hover/mark:fill-hover group-focus-visible/mark:stroke-accent group-focus-visible/mark:stroke-2"
        />
        <OutcomeShape outcome={payload.outcome} x={cx} y={cy} size={4} />
      </Mark>
    );
}

const labelStyle = { fontSize: 10.5, fill: "var(--color-quiet)" } as const;
