// A label of an axis as plain text. The library's own measures each one, which costs a layout.
import type { BaseTickContentProps } from "recharts";

/** Below an axis the text is aligned to its top, next to one it is centred. */
const shifts = { start: "0.71em", middle: "0.355em", end: "0" } as const;

export function Tick(props: BaseTickContentProps) {
  const { x, y, textAnchor, verticalAnchor, payload, tickFormatter, index } = props;
  const value: unknown = payload.value;
  return (
    <text x={x} y={y} dy={shifts[verticalAnchor]} textAnchor={textAnchor} fill="var(--color-faint)" fontSize={11}>
      {tickFormatter === undefined ? String(value) : tickFormatter(value, index)}
    </text>
  );
}
