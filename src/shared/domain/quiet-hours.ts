// Quiet hours: when requests queue without a sound. The posture decides about them as always.
import { z } from "zod";

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Write a time such as 22:30.");

export const quietHoursSchema = z.strictObject({
  from: time,
  /** Earlier than `from` means the next morning. */
  to: time,
  /** The days on which they begin; 0 is Sunday. */
  days: z.array(z.number().int().min(0).max(6)).min(1).max(7),
});
export type QuietHours = z.infer<typeof quietHoursSchema>;

/** A moment as the person's own clock and calendar show it. */
export interface LocalMoment {
  readonly day: number;
  readonly hours: number;
  readonly minutes: number;
}

export function isQuiet(quiet: QuietHours | null, { day, hours, minutes }: LocalMoment): boolean {
  if (quiet === null) return false;
  const now = hours * 60 + minutes;
  const from = minutesOf(quiet.from);
  const to = minutesOf(quiet.to);
  const today = quiet.days.includes(day);
  if (from < to) return today && now >= from && now < to;
  // Over midnight: the evening of a chosen day, or the morning after one.
  const yesterday = quiet.days.includes((day + 6) % 7);
  return (today && now >= from) || (yesterday && now < to);
}

function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}
