// What a lasting allow releases besides its own request: the list before, and one line afterwards.
import type { AlsoReleased, HeldApproval, Resolved, Undone } from "../../shared/approval.ts";
import type { Duration } from "../../shared/directive.ts";
import { riskLevels } from "../../shared/verdict.ts";
import { wholeNumber } from "./format.ts";
import { durationPhrases } from "./words.ts";

/** More than this nobody reads. */
const mostListed = 50;

/** The riskiest first, as many as can be read; the others are counted. */
export function listOf(released: readonly AlsoReleased[]): { listed: readonly AlsoReleased[]; more: number } {
  const sorted = released.toSorted((left, right) => riskLevels.indexOf(right.level) - riskLevels.indexOf(left.level));
  return { listed: sorted.slice(0, mostListed), more: requestsOf(sorted.slice(mostListed)) };
}

/** Identical requests share a line, and each of them is released. */
export function requestsOf(released: readonly AlsoReleased[]): number {
  return released.reduce((sum, { count }) => sum + count, 0);
}

/** "Allowed 25 by your new rule." Undefined for an answer that was for its own request only. */
export function releasedSentence(
  resolved: Exclude<Resolved, { outcome: "REFUSED" }>,
  { count }: Pick<HeldApproval, "count">,
  duration: Duration,
): string | undefined {
  if (duration === "once") return undefined;
  const { outcome, released = 0, heldBack = 0 } = resolved;
  const verb = outcome === "DENIED" ? "Denied" : "Allowed";
  const by = duration === "always" ? "by your new rule" : `by your decision ${durationPhrases[duration]}`;
  const kept =
    heldBack === 0
      ? ""
      : ` ${heldBack === 1 ? "1 request" : `${wholeNumber(heldBack)} requests`} of high risk still ${heldBack === 1 ? "waits" : "wait"}: not on the list you saw.`;
  return `${verb} ${wholeNumber(count + released)} ${by}.${kept}`;
}

export function undoneSentence({ withdrawn, finished, ruleEnded, stopped }: Undone & { stopped: number }): string {
  const requests = (count: number) => (count === 1 ? "1 request" : `${wholeNumber(count)} requests`);
  return [
    "Undone.",
    ruleEnded ? "The rule is gone." : "",
    withdrawn.length === 0 ? "" : `Took back ${requests(withdrawn.length)}.`,
    stopped === 0 ? "" : `Stopped ${requests(stopped)} that ran.`,
    finished === 0 ? "" : `${capital(requests(finished))} had ended already.`,
  ]
    .filter((part) => part !== "")
    .join(" ");
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
