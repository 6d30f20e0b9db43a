// The queue of intents that wait for a human: identical ones share a place, each place has its deadline.
import type { HeldApproval } from "../../shared/approval.ts";
import type { Intent } from "../../shared/intent.ts";
import type { Evaluation } from "./evaluate.ts";

/** One place in the queue, with every intent that shares it. */
export interface HeldPlace {
  readonly approval: HeldApproval;
  /** How the engine saw it when it was held, or when the policy last changed. */
  readonly evaluation: Evaluation;
  readonly intents: readonly Intent[];
}

export interface HeldQueue {
  readonly size: () => number;
  /** How many of the places one agent has taken. */
  readonly sizeFor: (agentDid: string) => number;
  readonly get: (approvalId: string) => HeldPlace | undefined;
  readonly withDigest: (digest: string) => HeldPlace | undefined;
  readonly put: (place: HeldPlace) => void;
  readonly remove: (approvalId: string) => void;
  /** Oldest first. */
  readonly list: () => readonly HeldPlace[];
}

export function createHeldQueue(): HeldQueue {
  const places = new Map<string, HeldPlace>();
  const byDigest = new Map<string, string>();
  const byAgent = new Map<string, number>();
  const count = ({ approval }: HeldPlace, change: 1 | -1): void => {
    const { agentDid } = approval.intent;
    const taken = (byAgent.get(agentDid) ?? 0) + change;
    if (taken > 0) byAgent.set(agentDid, taken);
    else byAgent.delete(agentDid);
  };
  return {
    size: () => places.size,
    sizeFor: (agentDid) => byAgent.get(agentDid) ?? 0,
    get: (approvalId) => places.get(approvalId),
    withDigest(digest) {
      const approvalId = byDigest.get(digest);
      return approvalId === undefined ? undefined : places.get(approvalId);
    },
    put(place) {
      const before = places.get(place.approval.approvalId);
      if (before === undefined) count(place, 1);
      else byDigest.delete(before.approval.digest);
      places.set(place.approval.approvalId, place);
      byDigest.set(place.approval.digest, place.approval.approvalId);
    },
    remove(approvalId) {
      const place = places.get(approvalId);
      if (place === undefined) return;
      places.delete(approvalId);
      byDigest.delete(place.approval.digest);
      count(place, -1);
    },
    list: () => [...places.values()],
  };
}
