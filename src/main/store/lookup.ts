// Finds what the ledger says about one intent, quickly enough for the thread that answers intents.
import { join } from "node:path";
import type { LedgerEntry } from "../../shared/audit.ts";
import { type Connection, indexFile, ledgerFile, openForReading } from "./database.ts";
import { hashTag, intentNumber } from "./index-schema.ts";
import { beginning } from "./record.ts";
import { entryColumns, type EntryRow, toEntry } from "./rows.ts";
import { readWords } from "./words.ts";

export interface Lookup {
  /** All indexed entries about this intent, in their order. */
  readonly entriesOf: (agentDid: string, intentId: string) => readonly LedgerEntry[];
  /** The agents that have used this id for an intent. */
  readonly agentsOf: (intentId: string) => readonly string[];
  readonly close: () => void;
}

export function openLookup(directory: string): Lookup {
  const ledger = openForReading(join(directory, ledgerFile));
  let index: Connection;
  try {
    index = openForReading(join(directory, indexFile));
  } catch (error) {
    ledger.close();
    throw error;
  }
  const words = readWords(ledger);
  const isKnown = index.prepare<[number], number>("SELECT 1 FROM intents WHERE id = ?").pluck();
  const find = index
    .prepare<[string], number>("SELECT rowid FROM words_of WHERE words_of MATCH ? ORDER BY rowid")
    .pluck();
  const read = ledger.prepare<[number], EntryRow>(`SELECT ${entryColumns} FROM entries WHERE sequence = ?`).raw();
  const hashOf = ledger.prepare<[number], Buffer>("SELECT hash FROM entries WHERE sequence = ?").pluck();
  function entriesAbout(intentId: string): readonly LedgerEntry[] {
    // Nearly every intent is new.
    if (isKnown.get(intentNumber(intentId)) === undefined) return [];
    const entries: LedgerEntry[] = [];
    for (const sequence of find.all(`tags : ${hashTag("intent", intentId)}`)) {
      const row = read.get(sequence);
      if (row === undefined) continue;
      const entry = toEntry(row, hashOf.get(sequence - 1)?.toString("hex") ?? beginning, words);
      if (entry.intentId === intentId) entries.push(entry);
    }
    return entries;
  }

  return {
    entriesOf: (agentDid, intentId) => entriesAbout(intentId).filter((entry) => entry.agentDid === agentDid),
    agentsOf: (intentId) => [
      ...new Set(entriesAbout(intentId).flatMap(({ kind, agentDid }) => (kind === "intent" ? (agentDid ?? []) : []))),
    ],
    close() {
      ledger.close();
      index.close();
    },
  };
}
