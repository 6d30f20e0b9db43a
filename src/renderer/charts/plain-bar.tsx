// A bar as a plain rectangle. The library's own measures its outline for an animation that is not used here.
import type { BarShapeProps } from "recharts";

export function PlainBar({ x, y, width, height, fill, fillOpacity, radius }: BarShapeProps) {
  if (!(width > 0) || !(height > 0)) return null;
  const round = typeof radius === "number" ? radius : 0;
  return <rect x={x} y={y} width={width} height={height} rx={round} fill={fill} fillOpacity={fillOpacity} />;
}
