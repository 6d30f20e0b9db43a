import { expect, it } from "vitest";
import { createRecentMap } from "../../../src/shared/lib/recent-map.ts";

it("keeps the latest entries and forgets the older ones", () => {
  const map = createRecentMap<number, string>(3);
  for (let key = 0; key < 100; key += 1) {
    map.set(key, `value ${key}`);
    for (let latest = Math.max(0, key - 2); latest <= key; latest += 1) expect(map.get(latest)).toBe(`value ${latest}`);
    expect(map.get(key - 6)).toBeUndefined();
  }
});

it("gives the last value that was set, also for a key of the older half", () => {
  const map = createRecentMap<string, number>(2);
  map.set("a", 1);
  map.set("b", 2);
  map.set("c", 3);
  map.set("a", 4);
  expect(map.get("a")).toBe(4);
  map.set("d", 5);
  expect(map.get("a")).toBe(4);
  expect(map.get("c")).toBe(3);
});
