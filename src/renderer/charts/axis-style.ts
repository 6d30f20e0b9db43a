// The style of the axes of all charts.
import { Tick } from "./tick.tsx";

export const bottomAxis = {
  interval: 0,
  tick: Tick,
  tickLine: false,
  axisLine: { stroke: "var(--color-edge)" },
  height: 20,
  tickMargin: 4,
} as const;

export const sideAxis = { interval: 0, tick: Tick, tickLine: false, axisLine: false } as const;

/** Nothing, half and all: enough to read a height by. */
export function threeTicks(top: number): number[] {
  return [0, top / 2, top];
}
