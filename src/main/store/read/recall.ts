// What the ledger has about one intent: entries not yet indexed from memory, the others through the search index.
import type { LedgerEntry } from "../../../shared/domain/audit.ts";
import type { RecordedEntry } from "../../../shared/domain/entry-bodies.ts";
import { DamagedRow } from "../decode.ts";
import { createKnownIntents, createRecent, type IntentFilter } from "../index/index.ts";
import { decodeBody, type Lookup, openLookup } from "./lookup.ts";

export interface Recall {
  readonly add: (entry: LedgerEntry) => void;
  /** The index has them. */
  readonly forgetUpTo: (sequence: number) => void;
  /** How many entries are in memory, because the index lacks them. */
  readonly held: () => number;
  /** Every intent there was at the start. */
  readonly learn: (intents: IntentFilter) => void;
  /** Throws DamagedRow when an entry cannot be relied on: the engine then denies, because a denial may be among them. */
  readonly entriesOf: (agentDid: string, intentId: string) => readonly RecordedEntry[];
  readonly agentsOf: (intentId: string) => readonly string[];
  /** Closes the files; the next query opens them again. */
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

  /** What is indexed. A file that cannot be read is no reason to fail: the health of the ledger reports it. */
  function lookUp<Found>(ask: (lookup: Lookup) => readonly Found[]): readonly Found[] {
    try {
      lookup ??= openLookup(directory);
      return ask(lookup);
    } catch (error) {
      close();
      if (error instanceof DamagedRow) throw error;
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
      return [...indexed, ...fresh.filter((entry) => entry.sequence > last).map(decodeBody)];
    },
    agentsOf: (intentId) => (known.mayHave(intentId) ? lookUp((lookup) => lookup.agentsOf(intentId)) : []),
    close,
  };
}
