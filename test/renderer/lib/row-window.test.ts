// Rows of known heights: which are in sight, and when a list has to be scrolled.
import { describe, expect, it } from "vitest";
import { edgesOf, rowsInSight, scrollToReveal } from "../../../src/renderer/lib/row-window.ts";

const edges = edgesOf([32, 52, 52, 28, 52, 52]);

describe("rows in sight", () => {
  it("are those that lie between the top and the bottom, cut ones included", () => {
    expect(edges).toEqual([0, 32, 84, 136, 164, 216, 268]);
    expect(rowsInSight(edges, 33, 100, 0)).toEqual({ first: 1, last: 2 });
    expect(rowsInSight(edges, 84, 60, 0)).toEqual({ first: 2, last: 3 });
  });

  it("have some to spare on both sides, and none beyond the ends", () => {
    expect(rowsInSight(edges, 84, 60, 1)).toEqual({ first: 1, last: 4 });
    expect(rowsInSight(edges, 0, 5000, 6)).toEqual({ first: 0, last: 5 });
  });

  it("are none in an empty list", () => {
    const { first, last } = rowsInSight(edgesOf([]), 0, 600, 6);
    expect(last).toBeLessThan(first);
  });

  it("are those at the end where the list became shorter than it was scrolled", () => {
    expect(rowsInSight(edges, 9000, 600, 0)).toEqual({ first: 5, last: 5 });
  });
});

describe("revealing a row", () => {
  it("does not scroll to what is in sight", () => {
    expect(scrollToReveal(edges, 1, 32, 52)).toBeUndefined();
  });

  it("goes up to its top and down to its bottom", () => {
    expect(scrollToReveal(edges, 0, 50, 100)).toBe(0);
    expect(scrollToReveal(edges, 4, 0, 100)).toBe(116);
  });

  it("leaves the list alone for a row that is not there", () => {
    expect(scrollToReveal(edges, -1, 0, 100)).toBeUndefined();
    expect(scrollToReveal(edges, 6, 0, 100)).toBeUndefined();
  });
});
