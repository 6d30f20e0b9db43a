// When reading everything is no longer realistic, and in which words that is said.
import type { Unread } from "../../shared/directive.ts";
import { wholeNumber } from "./format.ts";
import type { Progress } from "./reading.ts";

/** Nobody reads more than this before an answer. Up to it, everything has to be seen. */
const readable: Readonly<Record<Progress["unit"], number>> = { lines: 2_000, characters: 200_000 };

export function isTooLongToRead({ unit, total }: Pick<Progress, "unit" | "total">): boolean {
  return total > readable[unit];
}

/** What an approval leaves unread, for the record; undefined where all of it has been seen or must be. */
export function unreadOf(progress: Progress): Unread | undefined {
  const { unit, total, unseen } = progress;
  return unseen > 0 && isTooLongToRead(progress) ? { unit, of: total, count: unseen } : undefined;
}

export function unseenWords({ unit, total, unseen }: Progress): string {
  return `${wholeNumber(unseen)} of ${wholeNumber(total)} ${unit} not seen yet`;
}
