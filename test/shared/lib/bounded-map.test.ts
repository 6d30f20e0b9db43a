// The bounded map: what a full one does with one more.
import { expect, test } from "vitest";
import { BoundedMap } from "../../../src/shared/lib/bounded-map.ts";

test("keeps so many, and begins anew with the next", () => {
  const map = new BoundedMap<string, number>(2);
  map.set("a", 1).set("b", 2);
  expect([...map]).toEqual([
    ["a", 1],
    ["b", 2],
  ]);
  map.set("c", 3);
  expect([...map]).toEqual([["c", 3]]);
});
