// Whether a kind of request has been allowed so often that a rule should be offered for it.
import type { PastReach } from "../../shared/contract/reach.ts";

/** The least number of similar requests, and the share of them that must have passed. */
const offeredFrom = 10;
const offeredShare = 0.9;

/** A request that is always allowed is noise: people stop reading it. */
export function isRoutine({ matched, denied }: PastReach): boolean {
  return matched >= offeredFrom && (matched - denied) / matched >= offeredShare;
}
