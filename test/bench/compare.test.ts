// Two runs of a benchmark, side by side: which figures belong together, and which side is slower.
import { expect, test } from "vitest";
import { compare, figuresIn } from "../../bench/support/compare.ts";

test("figures are read with their units, targets are not", () => {
  const line = "  a2g/intent: p50 0.71 ms (1.30×), p99 7.02 ms  (bar: 2 ms), 3,670/s";
  expect(figuresIn(line).map(({ text }) => text)).toEqual(["0.71 ms", "7.02 ms", "3,670/s"]);
  expect(figuresIn(line).map(({ value }) => Number(value.toPrecision(3)))).toEqual([0.000_71, 0.007_02, 3670]);
});

test("a line belongs to the line with the same words, whatever its numbers and units", () => {
  const [row] = compare(["decide: p50 1.00 ms"], ["decide: p50 900 µs", "other: p50 5 ms"]);
  expect(row).toMatchObject({ before: "1.00 ms", now: "900 µs" });
  expect(row?.ratio).toBeCloseTo(0.9);
});

test("the best round of each side counts", () => {
  const [row] = compare(["each 300 µs", "each 200 µs"], ["each 220 µs", "each 900 µs"]);
  expect(row?.ratio).toBeCloseTo(1.1);
});

test("a lower rate is slower", () => {
  const [row] = compare(["all: 1,000/s", "all: 900/s"], ["all: 800/s"]);
  expect(row?.ratio).toBeCloseTo(1.25);
});
