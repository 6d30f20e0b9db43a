// One bar as the plainest thing that can be drawn. The library's own measures its outline for an animation nobody sees here.
import type { BarShapeProps } from "recharts";

export function PlainBar({ x, y, width, height, fill, fillOpacity, radius }: BarShapeProps) {
  if (!(width > 0) || !(height > 0)) return null;
  const round = typeof radius === "number" ? radius : 0;
  return <rect x={x} y={y} width={width} height={height} rx={round} fill={fill} fillOpacity={fillOpacity} />;
}
