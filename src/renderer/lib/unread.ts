// When a request is too long to be read completely, and what an approval then leaves unread.
import type { Unread } from "../../shared/domain/directive.ts";
import type { Progress } from "./reading.ts";

/** Up to this length everything has to be seen before an answer; nobody reads more. */
const readable: Readonly<Record<Progress["unit"], number>> = { lines: 2_000, characters: 200_000 };

export function isTooLongToRead({ unit, total }: Pick<Progress, "unit" | "total">): boolean {
  return total > readable[unit];
}

/** What an approval leaves unread, for the ledger; undefined if everything has been seen or has to be. */
export function unreadOf(progress: Progress): Unread | undefined {
  const { unit, total, unseen } = progress;
  return unseen > 0 && isTooLongToRead(progress) ? { unit, of: total, count: unseen } : undefined;
}
