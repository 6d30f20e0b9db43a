// Which day of a week of observe mode it is.
import { day } from "../../shared/lib/clock.ts";

const days = 7;

/** From 1 to 7. A clock that was set back does not go before the first day. */
export function dayOfWeek(since: number, now: number): number {
  return Math.min(days, Math.max(1, Math.floor((now - since) / day) + 1));
}

export function isWeekOver(since: number, now: number): boolean {
  return now - since >= days * day;
}
