// Entries that are recorded but not yet indexed, so that a lookup of one intent misses nothing.
import type { LedgerEntry } from "../../../shared/domain/audit.ts";
import { intentKey } from "../../../shared/lib/intent-key.ts";

export interface Recent {
  readonly add: (entry: LedgerEntry) => void;
  readonly forgetUpTo: (sequence: number) => void;
  /** How many entries wait to be indexed. */
  readonly held: () => number;
  readonly entriesOf: (agentDid: string, intentId: string) => readonly LedgerEntry[];
}

export function createRecent(): Recent {
  const byIntent = new Map<string, LedgerEntry[]>();
  const order: LedgerEntry[] = [];
  let forgotten = 0;
  let last = 0;

  return {
    add(entry) {
      if (entry.agentDid === undefined || entry.intentId === undefined) return;
      // Another ledger has begun: what was recorded in the one before is never indexed, and would stay in front for good.
      if (entry.sequence <= last) {
        byIntent.clear();
        order.length = 0;
        forgotten = 0;
      }
      last = entry.sequence;
      const key = intentKey(entry.agentDid, entry.intentId);
      const known = byIntent.get(key);
      if (known === undefined) byIntent.set(key, [entry]);
      else known.push(entry);
      order.push(entry);
    },
    forgetUpTo(sequence) {
      for (; forgotten < order.length; forgotten += 1) {
        const entry = order[forgotten];
        if (entry === undefined || entry.sequence > sequence) break;
        const key = intentKey(entry.agentDid ?? "", entry.intentId ?? "");
        const known = byIntent.get(key);
        if (known?.at(-1)?.sequence === entry.sequence) byIntent.delete(key);
      }
      // Cutting the list each time would copy it; once in a while is enough.
      if (forgotten > 1024) {
        order.splice(0, forgotten);
        forgotten = 0;
      }
    },
    held: () => order.length - forgotten,
    entriesOf: (agentDid, intentId) => byIntent.get(intentKey(agentDid, intentId)) ?? [],
  };
}
