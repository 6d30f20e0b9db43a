// The queue of intents that wait for a human: identical ones share a place, each place has its deadline.
import type { HeldApproval } from "../../../shared/domain/approval.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { Digests } from "../intents/digests.ts";
import type { Evaluation } from "../pipeline/evaluation.ts";

/** One place in the queue, with every intent that shares it. */
export interface HeldPlace {
  readonly approval: HeldApproval;
  /** How the engine saw it when it was held, or when the policy last changed. */
  readonly evaluation: Evaluation;
  readonly intents: readonly Intent[];
}

export interface Share {
  readonly places: number;
  readonly characters: number;
}

const nothing: Share = { places: 0, characters: 0 };

/** Whose share a place counts in: the agent's, and its peer's, so that inventing names gains nothing. */
export function holdersOf({ agentDid, peerKey }: Intent): readonly string[] {
  return peerKey === undefined ? [agentDid] : [agentDid, `peer ${peerKey}`];
}

export function charactersOf(digests: Pick<Digests, "argumentsText">, intent: Intent): number {
  return digests.argumentsText(intent).length;
}

export interface HeldQueue {
  readonly size: () => number;
  /** How many of the places this agent or this peer has taken, and how many characters of arguments they hold. */
  readonly taken: (holder: string) => Share;
  readonly get: (approvalId: string) => HeldPlace | undefined;
  readonly withDigest: (digest: string) => HeldPlace | undefined;
  readonly put: (place: HeldPlace) => void;
  readonly remove: (approvalId: string) => void;
  /** Oldest first. */
  readonly list: () => readonly HeldPlace[];
}

export function createHeldQueue(digests: Pick<Digests, "argumentsText">): HeldQueue {
  const places = new Map<string, HeldPlace>();
  const byDigest = new Map<string, string>();
  const byHolder = new Map<string, Share>();
  const count = ({ approval }: HeldPlace, change: 1 | -1): void => {
    for (const holder of holdersOf(approval.intent)) {
      const { places: before, characters } = byHolder.get(holder) ?? nothing;
      const share = {
        places: before + change,
        characters: characters + change * charactersOf(digests, approval.intent),
      };
      if (share.places > 0) byHolder.set(holder, share);
      else byHolder.delete(holder);
    }
  };
  return {
    size: () => places.size,
    taken: (holder) => byHolder.get(holder) ?? nothing,
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
