// What the axes of time name.
import { afterAll, beforeAll, expect, test } from "vitest";
import { spanWords, tickWords } from "../../../src/renderer/charts/axes.ts";
import { spanOf } from "../../../src/renderer/lib/buckets.ts";

const zone = process.env["TZ"];
beforeAll(() => void (process.env["TZ"] = "Europe/Vienna"));
afterAll(() => {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
});

test.each([
  ["forward", new Date("2026-04-20T12:00:00Z"), "2026-03-10T12:00:00Z"],
  ["back", new Date("2026-11-17T12:00:00Z"), "2026-10-10T12:00:00Z"],
])("a day before the clocks went %s keeps its name", (_way, now, noon) => {
  const span = spanOf("90d", now.getTime());
  const moment = new Date(noon).getTime();
  const start = span.from + Math.floor((moment - span.from) / span.width) * span.width;
  const name = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric" }).format(moment);
  expect(spanWords(start, start + span.width)).toBe(name);
  expect(tickWords(span, start)).toBe(name);
});
