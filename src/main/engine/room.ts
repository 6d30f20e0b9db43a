// Room in the queue: for everybody, for one agent and for one peer. A place is promised before the verdict is recorded, so that intents
// which arrive together do not all find the same place free.
import type { Intent } from "../../shared/intent.ts";
import type { Settings } from "../../shared/settings.ts";
import { charactersOf, type HeldQueue, holdersOf } from "./held.ts";

export interface Room {
  /** Promises a place, unless its like has one to share. False when the queue, or the agent's or peer's share of it, is full. */
  readonly promise: (intent: Intent, digest: string) => boolean;
  /** The intent has its place, or needs none any more. */
  readonly keep: (intent: Intent) => void;
}

/**
 * What one agent or peer may keep waiting in memory: each place holds its arguments several times over, parsed and as facts.
 * One request always fits.
 */
const mostCharacters = 8 * 1024 * 1024;
/** Requests that share one place: each is small, but none is forgotten while it waits. */
const mostSharing = 1000;

interface Promised {
  readonly holders: readonly string[];
  readonly characters: number;
  /** The intents that will share the place. */
  readonly intents: Set<string>;
}

export function createRoom(queue: HeldQueue, limits: () => Pick<Settings, "maximumHeld" | "maximumHeldByAgent">): Room {
  const byDigest = new Map<string, Promised>();
  const digests = new Map<string, string>();

  function isFree(holders: readonly string[], characters: number): boolean {
    const { maximumHeld, maximumHeldByAgent } = limits();
    const promised = [...byDigest].filter(([digest]) => queue.withDigest(digest) === undefined).map(([, each]) => each);
    if (queue.size() + promised.length >= maximumHeld) return false;
    return holders.every((holder) => {
      const taken = queue.taken(holder);
      const own = promised.filter((each) => each.holders.includes(holder));
      const held = own.reduce((sum, each) => sum + each.characters, taken.characters);
      const places = taken.places + own.length;
      return places < maximumHeldByAgent && (places === 0 || held + characters <= mostCharacters);
    });
  }

  function hasCompany(digest: string, like: Promised | undefined): boolean {
    return (queue.withDigest(digest)?.intents.length ?? 0) + (like?.intents.size ?? 0) < mostSharing;
  }

  return {
    promise(intent, digest) {
      const like = byDigest.get(digest);
      const holders = holdersOf(intent);
      const characters = charactersOf(intent);
      const shares = like !== undefined || queue.withDigest(digest) !== undefined;
      if (shares ? !hasCompany(digest, like) : !isFree(holders, characters)) return false;
      const key = keyOf(intent);
      if (like === undefined) byDigest.set(digest, { holders, characters, intents: new Set([key]) });
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
