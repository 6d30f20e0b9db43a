// The waiting requests that a lasting allow would release as well, as a list that can be read.
import type { AlsoReleased } from "../../../../shared/domain/approval.ts";
import { riskLevels } from "../../../../shared/domain/verdict.ts";

/** Nobody reads a longer list. */
const mostListed = 50;

/** The highest risk first; what is beyond the limit is only counted. */
export function listOf(released: readonly AlsoReleased[]): { listed: readonly AlsoReleased[]; more: number } {
  const sorted = released.toSorted((left, right) => riskLevels.indexOf(right.level) - riskLevels.indexOf(left.level));
  return { listed: sorted.slice(0, mostListed), more: requestsOf(sorted.slice(mostListed)) };
}

/** Identical requests share a line, and each of them is released. */
export function requestsOf(released: readonly AlsoReleased[]): number {
  return released.reduce((sum, { count }) => sum + count, 0);
}
