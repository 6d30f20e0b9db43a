// Finds what the ledger says about one intent, quickly enough for the thread that answers intents.
import { join } from "node:path";
import type { LedgerEntry } from "../../../shared/domain/audit.ts";
import { type Connection, indexFile, ledgerFile, openForReading } from "../database.ts";
import { hashTag, intentNumber } from "../index/index.ts";
import { bodyProblem, isRecordedEntry, type RecordedEntry } from "../../../shared/domain/entry-bodies.ts";
import { DamagedRow, integer, queryValues } from "../decode.ts";
import { toEntry } from "../decode-entry.ts";
import { beginning } from "../record.ts";
import { queryEntries, queryHash } from "../rows.ts";
import { readWords } from "../words.ts";

export interface Lookup {
  /** All indexed entries about this intent, in order. Throws DamagedRow when one of them cannot be relied on. */
  readonly entriesOf: (agentDid: string, intentId: string) => readonly RecordedEntry[];
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
  const isKnown = index.prepare<[number]>("SELECT 1 FROM intents WHERE id = ?").pluck();
  const find = queryValues(
    index.prepare<[string]>("SELECT rowid FROM words_of WHERE words_of MATCH ? ORDER BY rowid"),
    "words_of.rowid",
    integer,
  );
  const read = queryEntries<[number]>(ledger, "WHERE sequence = ?");
  const hashOf = queryHash(ledger);
  function entriesAbout(intentId: string): readonly LedgerEntry[] {
    // Nearly every intent is new.
    if (isKnown.get(intentNumber(intentId)) === undefined) return [];
    const entries: LedgerEntry[] = [];
    for (const sequence of find.all(`tags : ${hashTag("intent", intentId)}`)) {
      const row = read.get(sequence);
      if (row === undefined) continue;
      const entry = toEntry(row, hashOf(sequence - 1) ?? beginning, words);
      if (entry.intentId === intentId) entries.push(entry);
    }
    return entries;
  }

  return {
    entriesOf: (agentDid, intentId) =>
      entriesAbout(intentId)
        .filter((entry) => entry.agentDid === agentDid)
        .map(decodeBody),
    agentsOf: (intentId) => [
      ...new Set(entriesAbout(intentId).flatMap(({ kind, agentDid }) => (kind === "intent" ? (agentDid ?? []) : []))),
    ],
    close() {
      ledger.close();
      index.close();
    },
  };
}

/** The engine decides by these entries: what it relies on must be there. */
export function decodeBody(entry: LedgerEntry): RecordedEntry {
  if (isRecordedEntry(entry)) return entry;
  const problem = `does not fit a ${entry.kind} (${bodyProblem(entry)})`;
  throw new DamagedRow("entries", `Row ${entry.sequence}`, "body", problem);
}
