// The days of a week of observe mode.
import { expect, test } from "vitest";
import { dayOfWeek, isWeekOver } from "../../../src/renderer/connect/week.ts";
import { day, hour } from "../../../src/shared/lib/clock.ts";

const since = Date.UTC(2026, 5, 12, 9);

test.each([
  ["at once", 0, 1, false],
  ["a day later", day, 2, false],
  ["before the end", 7 * day - hour, 7, false],
  ["at the end", 7 * day, 7, true],
  ["a month later", 30 * day, 7, true],
  ["with a clock that was set back", -day, 1, false],
] as const)("%s", (_when, later, number, over) => {
  expect(dayOfWeek(since, since + later)).toBe(number);
  expect(isWeekOver(since, since + later)).toBe(over);
});
