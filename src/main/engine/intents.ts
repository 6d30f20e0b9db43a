// The intents of the recent past: what was answered, what still waits, who wants to hear of it.
import type { FeedItem } from "../../shared/feed.ts";
import type { Verdict } from "../../shared/verdict.ts";

/** What later messages about an intent need. Its arguments may be large, so they are not kept here. */
export interface IntentRecord {
  readonly agentDid: string;
  readonly intentId: string;
  readonly contentDigest: string;
  /** The latest word: ESCALATE until a human, a rule or the time-out has spoken. */
  readonly verdict: Verdict;
  /** The intent as the feed last showed it. */
  readonly item: FeedItem;
  /** What tells its last report from another. */
  readonly reportDigest?: string;
}

export interface IntentMemory {
  readonly get: (agentDid: string, intentId: string) => IntentRecord | undefined;
  /** The agent an intent belongs to, when its id is known and only one agent has used it. */
  readonly ownerOf: (intentId: string) => string | undefined;
  readonly put: (record: IntentRecord) => void;
  /** The final verdict: remembered if the intent still is, and told to whoever waits for it. */
  readonly settle: (agentDid: string, intentId: string, verdict: Verdict) => void;
  /** Calls back once with the final verdict; returns how to stop waiting. */
  readonly whenSettled: (agentDid: string, intentId: string, listener: (verdict: Verdict) => void) => () => void;
}

export function createIntentMemory(capacity: number): IntentMemory {
  const records = new Map<string, IntentRecord>();
  const owners = new Map<string, Set<string>>();
  const listeners = new Map<string, Set<(verdict: Verdict) => void>>();
  const keyOf = (agentDid: string, intentId: string) => `${agentDid}\n${intentId}`;

  /** The oldest goes first, but never one that still waits for a human. */
  function trim(): void {
    if (records.size <= capacity) return;
    for (const [key, record] of records) {
      if (record.verdict.outcome === "ESCALATE") continue;
      forget(key, record);
      if (records.size <= capacity) return;
    }
  }

  function forget(key: string, { agentDid, intentId }: IntentRecord): void {
    records.delete(key);
    const agents = owners.get(intentId);
    agents?.delete(agentDid);
    if (agents?.size === 0) owners.delete(intentId);
  }

  return {
    ownerOf(intentId) {
      const agents = owners.get(intentId);
      return agents?.size === 1 ? [...agents][0] : undefined;
    },
    get: (agentDid, intentId) => records.get(keyOf(agentDid, intentId)),
    put(record) {
      const { agentDid, intentId } = record;
      records.set(keyOf(agentDid, intentId), record);
      const agents = owners.get(intentId);
      if (agents === undefined) owners.set(intentId, new Set([agentDid]));
      else agents.add(agentDid);
      trim();
    },
    settle(agentDid, intentId, verdict) {
      const key = keyOf(agentDid, intentId);
      const record = records.get(key);
      if (record !== undefined) records.set(key, { ...record, verdict });
      const waiting = listeners.get(key);
      listeners.delete(key);
      for (const listener of waiting ?? []) listener(verdict);
    },
    whenSettled(agentDid, intentId, listener) {
      const key = keyOf(agentDid, intentId);
      const waiting = listeners.get(key) ?? new Set();
      waiting.add(listener);
      listeners.set(key, waiting);
      return () => {
        waiting.delete(listener);
        if (waiting.size === 0 && listeners.get(key) === waiting) listeners.delete(key);
      };
    },
  };
}
