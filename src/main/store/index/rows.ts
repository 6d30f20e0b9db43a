// Adds entries to the search index and removes them, each time in one transaction.
import type { Statement } from "better-sqlite3";
import { findStart } from "../proof/index.ts";
import { bytes, nullable, queryValues, text } from "../decode.ts";
import { parseJson } from "../../../shared/lib/json.ts";
import { createActions } from "./actions.ts";
import type { Connection } from "../database.ts";
import { bodyMember, bodyValue, threatsIn } from "../body-sql.ts";
import { intentNumber, slotMilliseconds } from "./schema.ts";
import { createTags, type IndexedRow } from "./indexed-row.ts";
import { readWords } from "../words.ts";

export interface IndexRows {
  /** The next rows of the ledger; the last of them says how far the index is. */
  readonly add: (batch: readonly IndexedRow[], last: IndexedRow) => void;
  /** The first rows that are left, up to a sequence. */
  readonly remove: (batch: readonly IndexedRow[], upTo: number) => void;
}

export function createIndexRows(index: Connection, ledger: Connection): IndexRows {
  const addCount = index.prepare<[...CountKey, entries: number]>(
    "INSERT INTO counts (agent, slot, kind, outcome, level, first, entries) VALUES (?, ?, ?, ?, ?, ?, ?) " +
      "ON CONFLICT DO UPDATE SET entries = entries + excluded.entries",
  );
  const intentWord = wordOf(ledger, "intent");
  const add = createAdd(index, ledger, intentWord, addCount);
  const remove = createRemove(index, intentWord, addCount);
  return {
    add: (batch, last) => add.immediate(batch, last),
    remove: (batch, upTo) => remove.immediate(batch, upTo),
  };
}

type AddCount = Statement<[...CountKey, entries: number]>;

function createAdd(index: Connection, ledger: Connection, intentWord: () => number | undefined, addCount: AddCount) {
  const hashOf = queryValues(
    ledger.prepare<[number]>("SELECT hash FROM entries WHERE sequence = ?"),
    "entries.hash",
    bytes,
  );
  const insertWords = index.prepare<[number, string, string, string, string | null, string | null]>(
    "INSERT INTO words_of (rowid, tags, summary, action, paths, hosts) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const insertIntent = index.prepare<[number, number]>(
    "INSERT INTO intents (id, last) VALUES (?, ?) ON CONFLICT DO UPDATE SET last = excluded.last",
  );
  const addSlot = index.prepare<[number, number, number]>(
    "INSERT INTO slots (slot, first, last) VALUES (?, ?, ?) " +
      "ON CONFLICT DO UPDATE SET first = min(first, excluded.first), last = max(last, excluded.last)",
  );
  const setProgress = index.prepare<[number, Buffer, number]>(
    "INSERT INTO progress (id, sequence, hash, removed) VALUES (1, ?, ?, ?) " +
      "ON CONFLICT DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash",
  );
  const actions = createActions(index, ledger);
  const tags = createTags();
  const summaryOf = createSummaries(ledger);
  /** A new index never had the entries a stub replaces. */
  const start = findStart(ledger).size;

  return index.transaction((batch: readonly IndexedRow[], last: IndexedRow) => {
    const slots = new Map<number, { first: number; last: number }>();
    for (const row of batch) {
      const { sequence, at, kind } = row;
      const isIntent = kind === intentWord();
      if (isIntent && row.intent !== null) insertIntent.run(tags.intentNumber(row.intent), sequence);
      const action = actions.of(row, isIntent);
      insertWords.run(
        sequence,
        tags.of(row, action.project),
        summaryOf(row, isIntent),
        action.summary,
        row.paths,
        row.hosts,
      );
      const slot = Math.floor(at / slotMilliseconds);
      slots.set(slot, { first: slots.get(slot)?.first ?? sequence, last: sequence });
    }
    for (const { key, entries } of countRows(batch).values()) addCount.run(...key, entries);
    for (const [slot, range] of slots) addSlot.run(slot, range.first, range.last);
    setProgress.run(last.sequence, hashOf.get(last.sequence) ?? Buffer.alloc(0), start);
  });
}

/** The text that is searched for an entry: an intent with its headline; a summary names one threat at most, so the others are added. */
function createSummaries(ledger: Connection): (row: IndexedRow, isIntent: boolean) => string {
  const lowWord = wordOf(ledger, "LOW");
  const findingsOf = queryValues(
    ledger.prepare<[number]>(`SELECT ${bodyMember("findings")} FROM entries WHERE sequence = ?`),
    "entries.body",
    nullable(text),
  );
  const headlineOf = queryValues(
    ledger.prepare<[number]>(`SELECT ${bodyValue("headline.sentence")} FROM entries WHERE sequence = ?`),
    "entries.body",
    nullable(text),
  );
  return ({ sequence, level, summary }, isIntent) => {
    if (isIntent) return `${summary} ${headlineOf.get(sequence) ?? ""}`.trimEnd();
    if (level === null || level === lowWord()) return summary;
    return [summary, ...threatsIn(parseJson(findingsOf.get(sequence) ?? "null")).keys()].join(" ");
  };
}

function createRemove(index: Connection, intentWord: () => number | undefined, addCount: AddCount) {
  const removeWords = index.prepare<[number]>("DELETE FROM words_of WHERE rowid = ?");
  const removeIntent = index.prepare<[number, number]>("DELETE FROM intents WHERE id = ? AND last <= ?");
  const dropSlots = index.prepare<[number]>("DELETE FROM slots WHERE last <= ?");
  const setRemoved = index.prepare<[number]>("UPDATE progress SET removed = ?");
  return index.transaction((batch: readonly IndexedRow[], upTo: number) => {
    for (const row of batch) {
      removeWords.run(row.sequence);
      if (row.kind === intentWord() && row.intent !== null) removeIntent.run(intentNumber(row.intent), upTo);
    }
    for (const { key, entries } of countRows(batch).values()) addCount.run(...key, -entries);
    index.exec("DELETE FROM counts WHERE entries = 0");
    dropSlots.run(upTo);
    setRemoved.run(upTo);
  });
}

type CountKey = [agent: number, slot: number, kind: number, outcome: number, level: number, first: number];

function countRows(
  batch: readonly IndexedRow[],
): ReadonlyMap<string, { readonly key: CountKey; readonly entries: number }> {
  const counts = new Map<string, { key: CountKey; entries: number }>();
  for (const { at, kind, agent, outcome, level, first } of batch) {
    for (const who of agent === null ? [0] : [0, agent]) {
      const key: CountKey = [who, Math.floor(at / slotMilliseconds), kind, outcome ?? 0, level ?? 0, first];
      const name = key.join();
      const count = counts.get(name);
      if (count === undefined) counts.set(name, { key, entries: 1 });
      else count.entries += 1;
    }
  }
  return counts;
}

/** A word's number, asked for until there is one. */
function wordOf(ledger: Connection, text: string): () => number | undefined {
  const words = readWords(ledger);
  let known: number | undefined;
  return () => (known ??= words.find(text));
}
