// What the charts show: a bar for every step of the span, whatever the ledger has of it.
import { describe, expect, test } from "vitest";
import { spanWords, timeTicks } from "../../../src/renderer/charts/axes.ts";
import { axisTop, levelBuckets, riskSpread, spanOf, verdictBuckets } from "../../../src/renderer/lib/buckets.ts";
import { rangeNames } from "../../../src/renderer/lib/activity-filter.ts";
import { hour, minute } from "../../../src/shared/lib/clock.ts";
import type { SeriesPoint } from "../../../src/shared/contract/ledger-search.ts";

const now = Date.UTC(2026, 5, 12, 12, 7, 30);
const point = (at: number, outcome: SeriesPoint["outcome"], level: SeriesPoint["level"], entries: number) =>
  ({ at, kind: "verdict", outcome, level, entries }) as SeriesPoint;

describe("spans", () => {
  test.each(rangeNames)("%s is made of whole bars, the last of which holds this moment", (range) => {
    const { from, to, width } = spanOf(range, now);
    expect((to - from) % width).toBe(0);
    expect(to - width).toBeLessThanOrEqual(now);
    expect(to).toBeGreaterThan(now);
  });

  test.each(rangeNames)("%s has a handful of moments on its axis, each the beginning of a bar", (range) => {
    const span = spanOf(range, now);
    const ticks = timeTicks(span, 800);
    expect(ticks.length).toBeGreaterThan(2);
    expect(ticks.length).toBeLessThan(9);
    for (const at of ticks) expect((at - span.from) % span.width).toBe(0);
  });

  test("a label that would be cut at the end of the axis is left out", () => {
    // Five minutes past midnight: the last midnight lies close to the end.
    const span = spanOf("7d", new Date(2026, 10, 17, 0, 5).getTime());
    const last = timeTicks(span, 8000).at(-1);
    expect(last).toBe(new Date(2026, 10, 17).getTime());
    expect(timeTicks(span, 800)).toEqual(timeTicks(span, 8000).filter((at) => at !== last));
  });
});

test("counts fall into their bars, and a bar without any is there too", () => {
  const span = spanOf("1h", now);
  const buckets = verdictBuckets(span, [
    point(span.from, "APPROVED", "LOW", 3),
    point(span.from + 30 * minute, "DENIED", "CRITICAL", 2),
    point(span.from + 30 * minute, "DENIED", "HIGH", 1),
    point(span.to, "APPROVED", "LOW", 99),
  ]);
  expect(buckets.length).toBe(60);
  expect(buckets[0]).toMatchObject({ start: span.from, end: span.from + minute, APPROVED: 3, DENIED: 0 });
  expect(buckets[30]).toMatchObject({ DENIED: 3 });
  expect(buckets.reduce((sum, bucket) => sum + bucket.APPROVED, 0)).toBe(3);
  expect(levelBuckets(span, [point(span.from, "DENIED", "HIGH", 4)])[0]).toMatchObject({ HIGH: 4, LOW: 0 });
});

test("the highest level comes first", () => {
  const spread = riskSpread([point(now, "DENIED", "CRITICAL", 2), point(now - hour, "APPROVED", "LOW", 5)]);
  expect(spread.map(({ level, count }) => `${level} ${count}`)).toEqual(["CRITICAL 2", "HIGH 0", "MEDIUM 0", "LOW 5"]);
});

test.each([
  [0, 4],
  [3, 4],
  [7, 8],
  [11, 20],
  [45, 80],
  [1200, 2000],
])("an axis for %i ends at %i", (most, top) => expect(axisTop(most)).toBe(top));

test("a day is named by its day, a minute by its time", () => {
  expect(spanWords(now, now + minute)).toContain("–");
  expect(spanWords(now, now + 24 * hour)).not.toContain("–");
});
