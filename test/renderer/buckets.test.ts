// The charts' counts: nothing counted twice, nothing claimed that the feed does not know.
import { describe, expect, test } from "vitest";
import { riskSpread, timelineOf } from "../../src/renderer/charts/buckets.ts";
import { minute, second } from "../../src/shared/clock.ts";
import { outcomes } from "../../src/shared/verdict.ts";
import { lifelikeFeed, nextFeedItem } from "../support/lifelike.ts";

const now = 1_800_000_000_000;

const total = (timeline: ReturnType<typeof timelineOf>): number =>
  timeline.buckets.reduce((sum, bucket) => sum + outcomes.reduce((part, outcome) => part + bucket[outcome], 0), 0);

describe("verdicts over time", () => {
  test("covers half an hour in minutes, each item in its own", () => {
    const items = lifelikeFeed(now).filter((item) => item.at > now - 29 * minute);
    const timeline = timelineOf(items, now, 1000);
    expect(timeline.buckets).toHaveLength(30);
    expect(total(timeline)).toBe(items.length);
    const last = timeline.buckets.at(-1);
    expect(last !== undefined && last.start <= now && now <= last.end).toBe(true);
  });

  test("what is older than the range is left out", () => {
    expect(total(timelineOf([{ ...nextFeedItem(now, 1), at: now - 40 * minute }], now, 1000))).toBe(0);
  });

  test("a feed that is cut off shortens the range to what it knows", () => {
    const flood = Array.from({ length: 100 }, (_, index) => ({
      ...nextFeedItem(now, index),
      at: now - index * 3 * second,
    }));
    const timeline = timelineOf(flood, now, 100);
    expect(timeline.rangeMs).toBe(minute);
    expect(timelineOf(flood, now, 1000).rangeMs).toBe(30 * minute);
  });
});

describe("the spread of risk", () => {
  test("the gravest first, shares that add up", () => {
    const spread = riskSpread(lifelikeFeed(now), 0);
    expect(spread.map(({ level }) => level)).toEqual(["CRITICAL", "HIGH", "MEDIUM", "LOW"]);
    expect(spread.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  });

  test("of nothing is nothing", () => {
    expect(riskSpread([], 0).every(({ count, share }) => count === 0 && share === 0)).toBe(true);
  });
});
