// Times and numbers as a locale writes them.
import { describe, expect, test } from "vitest";
import {
  byteSize,
  countdown,
  counted,
  elapsed,
  relativeTime,
  score,
  wholeNumber,
} from "../../../src/renderer/labels/format.ts";
import { day, hour, minute, second } from "../../../src/shared/lib/clock.ts";

const now = 1_800_000_000_000;

describe("formats", () => {
  test.each([
    [0, "now"],
    [-3 * second, "3 sec ago"],
    [-90 * second, "1 min ago"],
    [-59 * minute, "59 min ago"],
    [-5 * hour, "5 hr ago"],
    [-2 * day, "2 days ago"],
    [38 * minute, "in 38 min"],
  ])("%d ms is %s", (distance, expected) => {
    expect(relativeTime(now + distance, now, "en-GB").replaceAll(".", "")).toBe(expected);
  });

  test("a German reads German", () => {
    expect(relativeTime(now - 5 * minute, now, "de")).toContain("vor 5");
    expect(wholeNumber(18_204, "de")).toBe("18.204");
    expect([1, 2, 0].map((count) => counted(count, "entry", "entries", "en"))).toEqual([
      "1 entry",
      "2 entries",
      "0 entries",
    ]);
    expect(score(0.7, "de")).toBe("0,70");
  });

  test.each([
    [4 * minute + 12 * second, "4:12"],
    [59_001, "1:00"],
    [1, "0:01"],
    [0, "0:00"],
    [-5000, "0:00"],
    [hour + 2 * minute + 5 * second, "1:02:05"],
  ])("%d ms left counts down as %s", (left, expected) => {
    expect(countdown(now + left, now)).toBe(expected);
  });

  test("sizes and durations choose their unit", () => {
    expect(elapsed(0.84, "en")).toBe("0.8 ms");
    expect(elapsed(340, "en")).toBe("340 ms");
    expect(elapsed(8400, "en")).toBe("8.4 sec");
    expect(byteSize(999, "en")).toBe("999 bytes");
    expect(byteSize(1234, "en")).toBe("1.2 kB");
  });
});
