// What a decision would have matched in the past, in one sentence.
import type { NearMiss, PastReach } from "../../shared/contract/reach.ts";
import { relativeTime, wholeNumber } from "./format.ts";

export function pastSentence({ looked, matched, denied }: PastReach): string {
  if (looked === 0) return "There is no history yet to compare it with.";
  if (matched === 0) return `Would have matched none of the last ${wholeNumber(looked)} actions.`;
  const actions = matched === 1 ? "1 past action" : `${wholeNumber(matched)} past actions`;
  return `Would have matched ${actions}, ${wholeNumber(denied)} of them denied.`;
}

export function nearMissWords({ why, at }: NearMiss, now: number): string {
  return at === undefined ? `would still ask: ${why}` : `${relativeTime(at, now)}, would still ask: ${why}`;
}
