// Keeps the search index up with the ledger, in small steps between appends, so that no answer waits for it.
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Connection, indexFile, openForWriting, releasePages, removeDatabase } from "./database.ts";
import { createActions } from "./actions.ts";
import { bodyMember, threatsIn } from "./findings.ts";
import { createIndex, intentNumber, isIndexCurrent, slotMilliseconds } from "./index-schema.ts";
import { addIntent, type IntentFilter } from "./known-intents.ts";
import { createPlaces, indexedColumns, type IndexedRow, tagsOf } from "./indexed-row.ts";
import { findStart } from "./tail.ts";
import { readWords } from "./words.ts";

/** So many intents are read at once: who wants to append meanwhile hardly waits. */
const intentsAtOnce = 1000;

export interface Indexer {
  /** The last entry that can be found by search. */
  readonly indexedTo: () => number;
  /** Indexes up to so many entries; true when it found any. */
  readonly step: (entries: number) => boolean;
  /** Whether its file still has its name: what is written to one without is written for nobody. */
  readonly isInPlace: () => boolean;
  /** Adds the next intents behind a number to a filter; gives back the last of them, or undefined when there are no more. */
  readonly addIntents: (filter: IntentFilter, after: number) => number | undefined;
  readonly removeUpTo: (sequence: number) => void;
  /** Gives up to so many free pages back to the disk; true when there were any. */
  readonly releasePages: (pages: number) => boolean;
  readonly close: () => void;
}

/** Opens the index beside the ledger; one that does not belong to this ledger, or is damaged, is built anew. */
export function openIndexer(directory: string, ledger: Connection): Indexer {
  const file = join(directory, indexFile);
  const opened = tryOpen(file);
  if (opened !== undefined && belongs(opened, ledger)) return createIndexer(file, opened, ledger);
  opened?.close();
  removeDatabase(file);
  const fresh = openForWriting(file, "NORMAL");
  createIndex(fresh);
  return createIndexer(file, fresh, ledger);
}

function tryOpen(file: string): Connection | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const connection = openForWriting(file, "NORMAL");
    if (isIndexCurrent(connection, "main")) return connection;
    connection.close();
  } catch {
    // Whatever is wrong with it, the answer is the same: it is built again from the ledger.
  }
  return undefined;
}

function belongs(index: Connection, ledger: Connection): boolean {
  const progress = index.prepare<[], { sequence: number; hash: Buffer }>("SELECT sequence, hash FROM progress").get();
  if (progress === undefined) return true;
  const hash = ledger
    .prepare<[number], Buffer>("SELECT hash FROM entries WHERE sequence = ?")
    .pluck()
    .get(progress.sequence);
  return hash?.equals(progress.hash) ?? false;
}

function createIndexer(file: string, index: Connection, ledger: Connection): Indexer {
  const inode = statSync(file).ino;
  const rows = ledger.prepare<[number, number], IndexedRow>(
    `SELECT ${indexedColumns} FROM entries WHERE sequence > ? ORDER BY sequence LIMIT ?`,
  );
  const hashOf = ledger.prepare<[number], Buffer>("SELECT hash FROM entries WHERE sequence = ?").pluck();
  const insertWords = index.prepare<[number, string, string, string, string | null, string | null]>(
    "INSERT INTO words_of (rowid, tags, summary, action, paths, hosts) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const insertIntent = index.prepare<[number, number]>(
    "INSERT INTO intents (id, last) VALUES (?, ?) ON CONFLICT DO UPDATE SET last = excluded.last",
  );
  const intentsAfter = index
    .prepare<[number, number], number>("SELECT id FROM intents WHERE id > ? ORDER BY id LIMIT ?")
    .pluck();
  const addCount = index.prepare<[number, number, number, number, number, number]>(
    "INSERT INTO counts (agent, slot, kind, outcome, level, entries) VALUES (?, ?, ?, ?, ?, ?) " +
      "ON CONFLICT DO UPDATE SET entries = entries + excluded.entries",
  );
  const addSlot = index.prepare<[number, number, number]>(
    "INSERT INTO slots (slot, first, last) VALUES (?, ?, ?) " +
      "ON CONFLICT DO UPDATE SET first = min(first, excluded.first), last = max(last, excluded.last)",
  );
  const setProgress = index.prepare<[number, Buffer]>(
    "INSERT INTO progress (id, sequence, hash) VALUES (1, ?, ?) " +
      "ON CONFLICT DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash",
  );
  const actions = createActions(index, ledger);
  const places = createPlaces();
  let indexedTo = index.prepare<[], number>("SELECT sequence FROM progress").pluck().get() ?? findStart(ledger).size;

  const intentWord = wordOf(ledger, "intent");
  const lowWord = wordOf(ledger, "LOW");
  const findingsOf = ledger
    .prepare<[number], string | null>(`SELECT ${bodyMember("findings")} FROM entries WHERE sequence = ?`)
    .pluck();
  /** The sentence names one threat at most; whoever looks for another finds it too. */
  const summaryOf = ({ sequence, level, summary }: IndexedRow): string => {
    if (level === null || level === lowWord()) return summary;
    return [summary, ...threatsIn(JSON.parse(findingsOf.get(sequence) ?? "null")).keys()].join(" ");
  };
  const indexRows = index.transaction((batch: readonly IndexedRow[], last: IndexedRow) => {
    const slots = new Map<number, { first: number; last: number }>();
    for (const row of batch) {
      const { sequence, at, kind } = row;
      const isIntent = kind === intentWord();
      if (isIntent && row.intent !== null) insertIntent.run(intentNumber(row.intent), sequence);
      const action = actions.of(row, isIntent);
      insertWords.run(sequence, tagsOf(row) + places.of(row), summaryOf(row), action, row.paths, row.hosts);
      const slot = Math.floor(at / slotMilliseconds);
      slots.set(slot, { first: slots.get(slot)?.first ?? sequence, last: sequence });
    }
    for (const { key, entries } of countRows(batch).values()) addCount.run(...key, entries);
    for (const [slot, range] of slots) addSlot.run(slot, range.first, range.last);
    setProgress.run(last.sequence, hashOf.get(last.sequence) ?? Buffer.alloc(0));
  });

  const removeWords = index.prepare<[number]>("DELETE FROM words_of WHERE rowid = ?");
  const removeIntent = index.prepare<[number, number]>("DELETE FROM intents WHERE id = ? AND last <= ?");
  const dropSlots = index.prepare<[number]>("DELETE FROM slots WHERE last <= ?");
  const setRemoved = index.prepare<[number]>("UPDATE progress SET removed = ?");
  const removeRows = index.transaction((batch: readonly IndexedRow[], upTo: number) => {
    for (const row of batch) {
      removeWords.run(row.sequence);
      if (row.kind === intentWord() && row.intent !== null) removeIntent.run(intentNumber(row.intent), upTo);
    }
    for (const { key, entries } of countRows(batch).values()) addCount.run(...key, -entries);
    index.exec("DELETE FROM counts WHERE entries = 0");
    dropSlots.run(upTo);
    setRemoved.run(upTo);
  });

  return {
    indexedTo: () => indexedTo,
    isInPlace: () => statSync(file, { throwIfNoEntry: false })?.ino === inode,
    step(entries) {
      const batch = rows.all(indexedTo, entries);
      const last = batch.at(-1);
      if (last === undefined) return false;
      indexRows.immediate(batch, last);
      indexedTo = last.sequence;
      return true;
    },
    addIntents(filter, after) {
      const numbers = intentsAfter.all(after, intentsAtOnce);
      for (const number of numbers) addIntent(filter, number);
      return numbers.at(-1);
    },
    removeUpTo(sequence) {
      const removed = index.prepare<[], number>("SELECT removed FROM progress").pluck().get() ?? 0;
      const indexed = Math.min(sequence, indexedTo);
      if (indexed <= removed) return;
      removeRows.immediate(
        rows.all(removed, indexed - removed).filter((row) => row.sequence <= indexed),
        indexed,
      );
    },
    releasePages: (pages) => releasePages(index, pages),
    close: () => void index.close(),
  };
}

type CountKey = [agent: number, slot: number, kind: number, outcome: number, level: number];

function countRows(
  batch: readonly IndexedRow[],
): ReadonlyMap<string, { readonly key: CountKey; readonly entries: number }> {
  const counts = new Map<string, { key: CountKey; entries: number }>();
  for (const { at, kind, agent, outcome, level } of batch) {
    for (const who of agent === null ? [0] : [0, agent]) {
      const key: CountKey = [who, Math.floor(at / slotMilliseconds), kind, outcome ?? 0, level ?? 0];
      const count = counts.get(key.join()) ?? { key, entries: 0 };
      count.entries += 1;
      counts.set(key.join(), count);
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
