// Reservations: a place in the queue is reserved before the verdict is recorded, so that intents which arrive together do not all find
// the same place free. The queue, each agent and each peer have their limits.
import type { Intent } from "../../../shared/domain/intent.ts";
import { intentKey } from "../../../shared/lib/intent-key.ts";
import type { Settings } from "../../../shared/contract/settings.ts";
import type { Digests } from "../intents/digests.ts";
import { charactersOf, type HeldQueue, holdersOf } from "./held.ts";

export interface Reservations {
  /** Reserves a place, or shares that of an identical request. False when the queue, or the agent's or peer's share, is full. */
  readonly reserve: (intent: Intent, digest: string) => boolean;
  /** The intent has taken its place, or needs none any more. */
  readonly release: (intent: Intent) => void;
}

/**
 * What one agent or peer may keep waiting in memory: each place holds its arguments several times over, parsed and as facts.
 * One request always fits.
 */
const mostCharacters = 8 * 1024 * 1024;
/** Requests that share one place: each is small, but none is forgotten while it waits. */
const mostSharing = 1000;

interface Reservation {
  readonly holders: readonly string[];
  readonly characters: number;
  /** The intents that will share the place. */
  readonly intents: Set<string>;
}

export function createReservations(
  queue: HeldQueue,
  digests: Pick<Digests, "argumentsText">,
  limits: () => Pick<Settings, "maximumHeld" | "maximumHeldByAgent">,
): Reservations {
  const byDigest = new Map<string, Reservation>();
  const digestOf = new Map<string, string>();

  function isFree(holders: readonly string[], characters: number): boolean {
    const { maximumHeld, maximumHeldByAgent } = limits();
    const reserved = [...byDigest].filter(([digest]) => queue.withDigest(digest) === undefined).map(([, each]) => each);
    if (queue.size() + reserved.length >= maximumHeld) return false;
    return holders.every((holder) => {
      const taken = queue.taken(holder);
      const own = reserved.filter((each) => each.holders.includes(holder));
      const held = own.reduce((sum, each) => sum + each.characters, taken.characters);
      const places = taken.places + own.length;
      return places < maximumHeldByAgent && (places === 0 || held + characters <= mostCharacters);
    });
  }

  function canShare(digest: string, same: Reservation | undefined): boolean {
    return (queue.withDigest(digest)?.intents.length ?? 0) + (same?.intents.size ?? 0) < mostSharing;
  }

  return {
    reserve(intent, digest) {
      const same = byDigest.get(digest);
      const holders = holdersOf(intent);
      const characters = charactersOf(digests, intent);
      const shares = same !== undefined || queue.withDigest(digest) !== undefined;
      if (shares ? !canShare(digest, same) : !isFree(holders, characters)) return false;
      const key = intentKey(intent.agentDid, intent.intentId);
      if (same === undefined) byDigest.set(digest, { holders, characters, intents: new Set([key]) });
      else same.intents.add(key);
      digestOf.set(key, digest);
      return true;
    },
    release(intent) {
      if (digestOf.size === 0) return;
      const key = intentKey(intent.agentDid, intent.intentId);
      const digest = digestOf.get(key);
      if (digest === undefined) return;
      digestOf.delete(key);
      const reservation = byDigest.get(digest);
      reservation?.intents.delete(key);
      if (reservation?.intents.size === 0) byDigest.delete(digest);
    },
  };
}
