// Finds the first entry at or after a time.
import type { Connection } from "../database.ts";
import { integer, queryValues } from "../decode.ts";

/**
 * The first sequence between two (both included) that was recorded at this moment or later; one past the second when
 * there is none. Where a clock was set back in between it finds one of the borders.
 */
export function firstSince(ledger: Connection, moment: number, low: number, high: number): number {
  const timeOf = queryValues(
    ledger.prepare<[number]>("SELECT at FROM entries WHERE sequence = ?"),
    "entries.at",
    integer,
  );
  let [first, end] = [low, high + 1];
  while (first < end) {
    const middle = Math.floor((first + end) / 2);
    if ((timeOf.get(middle) ?? 0) < moment) first = middle + 1;
    else end = middle;
  }
  return first;
}
