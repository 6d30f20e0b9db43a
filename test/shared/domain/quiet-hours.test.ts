// Quiet hours: within a day, over midnight, on the days they begin.
import { describe, expect, test } from "vitest";
import { isQuiet, quietHoursSchema } from "../../../src/shared/domain/quiet-hours.ts";

const at = (day: number, time: string) => ({ day, hours: Number(time.slice(0, 2)), minutes: Number(time.slice(3)) });

describe("quiet hours", () => {
  const lunch = { from: "12:00", to: "13:30", days: [1, 2, 3, 4, 5] };
  const night = { from: "22:00", to: "07:00", days: [5] };

  test.each([
    [lunch, 1, "12:00", true],
    [lunch, 1, "13:29", true],
    [lunch, 1, "13:30", false],
    [lunch, 1, "11:59", false],
    [lunch, 6, "12:30", false],
    [night, 5, "22:00", true],
    [night, 6, "06:59", true],
    [night, 6, "07:00", false],
    [night, 6, "22:30", false],
    [night, 5, "06:00", false],
    [{ ...night, days: [6] }, 0, "01:00", true],
  ] as const)("%j on day %i at %s: %s", (quiet, day, time, expected) => {
    expect(isQuiet({ ...quiet, days: [...quiet.days] }, at(day, time))).toBe(expected);
  });

  test("none are never quiet, and odd times are refused", () => {
    expect(isQuiet(null, at(1, "03:00"))).toBe(false);
    expect(quietHoursSchema.safeParse({ from: "24:00", to: "07:00", days: [1] }).success).toBe(false);
    expect(quietHoursSchema.safeParse({ from: "22:00", to: "07:00", days: [] }).success).toBe(false);
  });
});
