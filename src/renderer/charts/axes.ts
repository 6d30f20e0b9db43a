// Time axes: the positions of ticks and their texts.
import { day } from "../../shared/lib/clock.ts";
import { dayTime, shortDay, shortTime } from "../labels/format.ts";
import type { RangeSpan } from "../lib/buckets.ts";

/** A label is centred below its moment; closer to the end than half of it there is no room. */
const halfLabel = 32;

/** Some six moments that people would choose, full hours or midnights, on an axis so many pixels long. */
export function timeTicks({ from, to, width, offset }: RangeSpan, pixels: number): readonly number[] {
  const step = [5, 10, 15, 30, 60, 180, 240, 360, 720, 1440, 2880, 7200, 20_160]
    .map((minutes) => minutes * 60_000)
    .find((each) => each >= width && (to - from) / each <= 7);
  if (step === undefined) return [];
  const first = Math.ceil((from + offset) / step) * step - offset;
  const moments = Array.from({ length: Math.floor((to - 1 - first) / step) + 1 }, (_, index) => first + index * step);
  return moments.filter((at) => ((to - at) / (to - from)) * pixels >= halfLabel);
}

export function tickWords(span: RangeSpan, at: number): string {
  return span.to - span.from > 2 * day ? dayFrom(at) : shortTime(at);
}

/** By its noon: before the clocks were last changed, days of this span begin an hour early or late. */
function dayFrom(start: number): string {
  return shortDay(start + day / 2);
}

/** "9:40 – 9:41 AM", with the day where bars are long. */
export function spanWords(start: number, end: number): string {
  if (end - start >= day) return dayFrom(start);
  return end - start > 15 * 60_000
    ? `${dayTime(start)} – ${shortTime(end)}`
    : `${shortTime(start)} – ${shortTime(end)}`;
}
