// Compare: whether one scoring ranks attacks above honest work more often than another on the same rows, after DeLong.
import type { Rate } from "./statistics.ts";

export interface Difference {
  /** Area of the first minus area of the second. */
  readonly difference: number;
  readonly low: number;
  readonly high: number;
}

const z = 1.959963984540054;

/** Each score's rank among all, ties sharing theirs. */
function midranks(values: readonly number[]): readonly number[] {
  const order = values.map((value, index) => ({ value, index })).toSorted((left, right) => left.value - right.value);
  const ranks: number[] = Array.from({ length: values.length }, () => 0);
  for (let from = 0; from < order.length;) {
    let to = from;
    while (to < order.length && order[to]?.value === order[from]?.value) to += 1;
    for (const { index } of order.slice(from, to)) ranks[index] = (from + 1 + to) / 2;
    from = to;
  }
  return ranks;
}

interface Components {
  readonly area: number;
  /** For each attack, the share of honest rows below it; for each honest row, the share of attacks above it. */
  readonly risky: readonly number[];
  readonly honest: readonly number[];
}

function componentsOf(risky: readonly number[], honest: readonly number[]): Components {
  const all = midranks([...risky, ...honest]);
  const withinRisky = midranks(risky);
  const withinHonest = midranks(honest);
  const above = risky.map((_, index) => ((all[index] ?? 0) - (withinRisky[index] ?? 0)) / honest.length);
  const below = honest.map(
    (_, index) => 1 - ((all[risky.length + index] ?? 0) - (withinHonest[index] ?? 0)) / risky.length,
  );
  return { area: mean(above), risky: above, honest: below };
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}

function varianceOfDifference(first: readonly number[], second: readonly number[]): number {
  const differences = first.map((value, index) => value - (second[index] ?? 0));
  const middle = mean(differences);
  const squares = differences.reduce((total, value) => total + (value - middle) ** 2, 0);
  return squares / Math.max(1, differences.length - 1) / differences.length;
}

export interface ByClass {
  readonly risky: readonly number[];
  readonly honest: readonly number[];
}

/** Undefined when one class is missing. The rows of both scorings are the same, in the same order. */
export function differenceOfAreas(first: ByClass, second: ByClass): Difference | undefined {
  if (first.risky.length === 0 || first.honest.length === 0) return undefined;
  const left = componentsOf(first.risky, first.honest);
  const right = componentsOf(second.risky, second.honest);
  const difference = left.area - right.area;
  const variance = varianceOfDifference(left.risky, right.risky) + varianceOfDifference(left.honest, right.honest);
  const half = z * Math.sqrt(variance);
  return { difference, low: difference - half, high: difference + half };
}

/** For a rate that must reach or keep below a limit: whether it does, by its own value. */
export function keeps(rate: Rate, limit: number, atLeast: boolean): boolean {
  return atLeast ? rate.rate >= limit : rate.rate <= limit;
}
