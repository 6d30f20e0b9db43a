// The intents of the recent past: what was answered, what still waits, who wants to hear of it.
import type { FeedItem } from "../../../shared/domain/feed.ts";
import { intentKey } from "../../../shared/lib/intent-key.ts";
import type { Verdict } from "../../../shared/domain/verdict.ts";

/** What later messages about an intent need. Its arguments may be large, so they are not kept here. */
export interface IntentRecord {
  readonly agentDid: string;
  readonly intentId: string;
  readonly contentDigest: string;
  /** The latest verdict: ESCALATE until a human, a rule or the time-out has decided. */
  readonly verdict: Verdict;
  /** The intent as the feed last showed it. */
  readonly item: FeedItem;
  /** What tells its last report from another. */
  readonly reportDigest?: string;
}

export interface IntentMemory {
  readonly get: (agentDid: string, intentId: string) => IntentRecord | undefined;
  /** The agents that have used this id. */
  readonly ownersOf: (intentId: string) => readonly string[];
  readonly put: (record: IntentRecord) => void;
  /** Those whose latest verdict names this rule. */
  readonly withRule: (rule: string) => readonly IntentRecord[];
  /** The final verdict: remembered if the intent still is, and told to whoever waits for it. */
  readonly settle: (agentDid: string, intentId: string, verdict: Verdict) => void;
  /** Calls back once with the final verdict; returns how to stop waiting. */
  readonly whenSettled: (agentDid: string, intentId: string, listener: (verdict: Verdict) => void) => () => void;
}

export function createIntentMemory(capacity: number): IntentMemory {
  const records = new Map<string, IntentRecord>();
  const listeners = new Map<string, Set<(verdict: Verdict) => void>>();

  /** Those that wait for nobody, the oldest first. A list of its own, because a map is slow to find its first member again. */
  const forgettable: string[] = [];
  let forgotten = 0;

  /** The oldest goes first, but never one that still waits for a human. */
  function mayGo(key: string): void {
    forgettable.push(key);
    for (; records.size > capacity && forgotten < forgettable.length; forgotten += 1) {
      const oldest = forgettable[forgotten] ?? "";
      // Asked again, it may wait once more.
      if (records.get(oldest)?.verdict.outcome !== "ESCALATE") records.delete(oldest);
    }
    // Cutting the list each time would copy it; once in a while is enough.
    if (forgotten > 1024) {
      forgettable.splice(0, forgotten);
      forgotten = 0;
    }
  }

  function keep(key: string, record: IntentRecord): void {
    const waited = records.get(key)?.verdict.outcome ?? "ESCALATE";
    records.set(key, record);
    if (waited === "ESCALATE" && record.verdict.outcome !== "ESCALATE") mayGo(key);
  }

  return {
    ownersOf(intentId) {
      // Seldom asked, so that no index exists for it.
      return [...records.values()].filter((record) => record.intentId === intentId).map(({ agentDid }) => agentDid);
    },
    get: (agentDid, intentId) => records.get(intentKey(agentDid, intentId)),
    // Seldom asked, so that nothing is kept for it.
    withRule: (rule) => [...records.values()].filter((record) => record.verdict.rule === rule),
    put: (record) => keep(intentKey(record.agentDid, record.intentId), record),
    settle(agentDid, intentId, verdict) {
      const key = intentKey(agentDid, intentId);
      const record = records.get(key);
      if (record !== undefined) keep(key, { ...record, verdict });
      const waiting = listeners.get(key);
      listeners.delete(key);
      for (const listener of waiting ?? []) listener(verdict);
    },
    whenSettled(agentDid, intentId, listener) {
      const key = intentKey(agentDid, intentId);
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
