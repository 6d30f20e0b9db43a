// Room in the queue: for everybody and for one agent. A place is promised before the verdict is recorded, so that intents
// which arrive together do not all find the same place free.
import type { Intent } from "../../shared/intent.ts";
import type { Settings } from "../../shared/settings.ts";
import type { HeldQueue } from "./held.ts";

export interface Room {
  /** Promises a place, unless its like has one to share. False when the queue, or the agent's share of it, is full. */
  readonly promise: (intent: Intent, digest: string) => boolean;
  /** The intent has its place, or needs none any more. */
  readonly keep: (intent: Intent) => void;
}

interface Promised {
  readonly agentDid: string;
  /** The intents that will share the place. */
  readonly intents: Set<string>;
}

export function createRoom(queue: HeldQueue, limits: () => Pick<Settings, "maximumHeld" | "maximumHeldByAgent">): Room {
  const byDigest = new Map<string, Promised>();
  const digests = new Map<string, string>();

  function isFree(agentDid: string): boolean {
    const { maximumHeld, maximumHeldByAgent } = limits();
    let taken = queue.size();
    let own = queue.sizeFor(agentDid);
    for (const [digest, promised] of byDigest) {
      if (queue.withDigest(digest) !== undefined) continue;
      taken += 1;
      if (promised.agentDid === agentDid) own += 1;
    }
    return taken < maximumHeld && own < maximumHeldByAgent;
  }

  return {
    promise(intent, digest) {
      const { agentDid } = intent;
      const like = byDigest.get(digest);
      if (like === undefined && queue.withDigest(digest) === undefined && !isFree(agentDid)) return false;
      const key = keyOf(intent);
      if (like === undefined) byDigest.set(digest, { agentDid, intents: new Set([key]) });
      else like.intents.add(key);
      digests.set(key, digest);
      return true;
    },
    keep(intent) {
      if (digests.size === 0) return;
      const key = keyOf(intent);
      const digest = digests.get(key);
      if (digest === undefined) return;
      digests.delete(key);
      const promised = byDigest.get(digest);
      promised?.intents.delete(key);
      if (promised?.intents.size === 0) byDigest.delete(digest);
    },
  };
}

function keyOf({ agentDid, intentId }: Intent): string {
  return `${agentDid}\n${intentId}`;
}
