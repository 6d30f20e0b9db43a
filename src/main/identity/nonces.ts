// Replay memory: each nonce counts once for its agent, within a window around the engine's clock.
import { minute, second } from "../../shared/lib/clock.ts";

export type NonceOutcome = "fresh" | "nonce_replayed" | "timestamp_out_of_window" | "timestamp_too_old";

export interface NonceMemory {
  /** Remembers the nonce when it is fresh. Call it only after the signature was found good, or strangers fill the memory. */
  readonly use: (agentDid: string, nonce: string, timestamp: number, now: number) => NonceOutcome;
  readonly size: () => number;
}

/** How far a message's timestamp may be from the engine's clock, either way. */
export const clockWindow = 5 * minute;

interface Remembered {
  readonly agentDid: string;
  readonly timestamp: number;
}

export interface NonceMemoryOptions {
  readonly maximum?: number;
  /**
   * What was signed before this moment may have been used in an earlier life, whose nonces are forgotten: it is refused. Whole
   * seconds count, because many agents write no finer timestamps.
   */
  readonly startedAt?: number;
}

/**
 * Bounded: when the memory is full the oldest nonce is forgotten, and from then on its agent's messages that are as old are
 * refused. So nothing can be replayed, however many messages there are, and an agent whose clock goes forward notices nothing.
 */
export function createNonceMemory({ maximum = 200_000, startedAt = 0 }: NonceMemoryOptions = {}): NonceMemory {
  const earliest = Math.floor(startedAt / second) * second;
  const remembered = new Map<string, Remembered>();
  const floors = new Map<string, number>();

  function forgetExpired(now: number): void {
    for (const [entry, { timestamp }] of remembered) {
      if (timestamp + clockWindow >= now) break;
      remembered.delete(entry);
    }
    for (const [agentDid, floor] of floors) {
      if (floor + clockWindow >= now) break;
      floors.delete(agentDid);
    }
  }

  function makeRoom(): void {
    for (const [entry, { agentDid, timestamp }] of remembered) {
      if (remembered.size < maximum) return;
      remembered.delete(entry);
      const floor = Math.max(floors.get(agentDid) ?? 0, timestamp);
      floors.delete(agentDid);
      floors.set(agentDid, floor);
    }
  }

  return {
    use: (agentDid, nonce, timestamp, now) => {
      if (Math.abs(timestamp - now) > clockWindow) return "timestamp_out_of_window";
      forgetExpired(now);
      const entry = `${agentDid} ${nonce}`;
      if (remembered.has(entry)) return "nonce_replayed";
      if (timestamp < earliest || timestamp <= (floors.get(agentDid) ?? 0)) return "timestamp_too_old";
      makeRoom();
      remembered.set(entry, { agentDid, timestamp });
      return "fresh";
    },
    size: () => remembered.size,
  };
}
