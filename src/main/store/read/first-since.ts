// Where in the ledger a moment lies.
import type { Connection } from "./database.ts";

/**
 * The first sequence between two (both included) that was recorded at this moment or later; one past the second when
 * there is none. Where a clock was set back in between it finds one of the borders.
 */
export function firstSince(ledger: Connection, moment: number, low: number, high: number): number {
  const timeOf = ledger.prepare<[number], number>("SELECT at FROM entries WHERE sequence = ?").pluck();
  let [first, end] = [low, high + 1];
  while (first < end) {
    const middle = Math.floor((first + end) / 2);
    if ((timeOf.get(middle) ?? 0) < moment) first = middle + 1;
    else end = middle;
  }
  return first;
}
