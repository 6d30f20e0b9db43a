// What the ledger knows about one intent: entries not yet indexed from memory, the others by the search index.
import type { LedgerEntry } from "../../shared/audit.ts";
import { createKnownIntents, type IntentFilter } from "./known-intents.ts";
import { type Lookup, openLookup } from "./lookup.ts";
import { createRecent } from "./recent.ts";

export interface Recall {
  readonly add: (entry: LedgerEntry) => void;
  /** The index has them. */
  readonly forgetUpTo: (sequence: number) => void;
  /** How many entries are in memory, because the index lacks them. */
  readonly held: () => number;
  /** Every intent there was at the start. */
  readonly learn: (intents: IntentFilter) => void;
  readonly entriesOf: (agentDid: string, intentId: string) => readonly LedgerEntry[];
  readonly agentsOf: (intentId: string) => readonly string[];
  /** Lets go of the files; the next question opens them again. */
  readonly close: () => void;
}

export function createRecall(directory: string): Recall {
  const recent = createRecent();
  const known = createKnownIntents();
  let lookup: Lookup | undefined;

  function close(): void {
    lookup?.close();
    lookup = undefined;
  }

  /** What is indexed. Files that cannot be read now are no reason to fail: the ledger's health speaks of them. */
  function lookUp<Found>(ask: (lookup: Lookup) => readonly Found[]): readonly Found[] {
    try {
      lookup ??= openLookup(directory);
      return ask(lookup);
    } catch {
      close();
      return [];
    }
  }

  return {
    add(entry) {
      recent.add(entry);
      if (entry.kind === "intent" && entry.intentId !== undefined) known.add(entry.intentId);
    },
    forgetUpTo: recent.forgetUpTo,
    held: recent.held,
    learn: known.learn,
    entriesOf(agentDid, intentId) {
      if (!known.mayHave(intentId)) return [];
      const fresh = recent.entriesOf(agentDid, intentId);
      const indexed = lookUp((lookup) => lookup.entriesOf(agentDid, intentId));
      const last = indexed.at(-1)?.sequence ?? 0;
      return [...indexed, ...fresh.filter((entry) => entry.sequence > last)];
    },
    agentsOf: (intentId) => (known.mayHave(intentId) ? lookUp((lookup) => lookup.agentsOf(intentId)) : []),
    close,
  };
}
