// Scrolling through more rows than a page can be high.
import { describe, expect, test } from "vitest";
import { type Geometry, pageHeight, settle, shiftAfter, visibleRows } from "../../../src/renderer/lib/tall.ts";

const small: Geometry = { count: 1000, rowHeight: 30, viewport: 600 };
const huge: Geometry = { count: 2_000_000, rowHeight: 30, viewport: 600 };

test("what fits is scrolled as it is", () => {
  expect(pageHeight(small)).toBe(30_000);
  expect(shiftAfter(small, 9000, 0, 0)).toBe(0);
  expect(settle(small, 1234)).toEqual({ scrollTop: 1234, shift: 0 });
  expect(visibleRows(small, 45)).toEqual({ first: 1, last: 21 });
});

describe("two million rows", () => {
  const whole = huge.count * huge.rowHeight - huge.viewport;

  test("the page stays within what a browser lays out, and its end is the end", () => {
    const height = pageHeight(huge);
    expect(height).toBeLessThan(16_000_000);
    const end = height - huge.viewport;
    expect(end + shiftAfter(huge, end, end - 5000, 0)).toBe(whole);
    expect(visibleRows(huge, whole).last).toBe(huge.count - 1);
    expect(shiftAfter(huge, 0, 3000, 777)).toBe(0);
  });

  test("a turn of the wheel moves rows by just that much", () => {
    const { scrollTop, shift } = settle(huge, 20_000_000);
    const after = shiftAfter(huge, scrollTop + 120, scrollTop, shift);
    expect(scrollTop + 120 + after).toBe(20_000_120);
  });

  test("a leap of the scrollbar goes to the same share of the whole", () => {
    const half = (pageHeight(huge) - huge.viewport) / 2;
    expect(half + shiftAfter(huge, half, 0, 0)).toBeCloseTo(whole / 2, -3);
  });

  test("coming to rest changes the scrollbar, not what is seen", () => {
    for (const top of [0, 1, 29_999_999, whole]) {
      const { scrollTop, shift } = settle(huge, top);
      expect(scrollTop + shift).toBe(top);
      expect(scrollTop).toBeGreaterThanOrEqual(0);
      expect(scrollTop).toBeLessThanOrEqual(pageHeight(huge) - huge.viewport);
    }
  });
});
