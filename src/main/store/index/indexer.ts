// The search index open for writing, beside the ledger it follows open for reading: makes it grow, and shrink, in small steps.
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Connection, indexFile, openForWriting, releasePages, removeDatabase } from "./database.ts";
import { openLedgerFile } from "./files.ts";
import { createIndexRows } from "./index-rows.ts";
import { createIndex, isIndexCurrent } from "./index-schema.ts";
import { indexedColumns, type IndexedRow } from "./indexed-row.ts";
import { addIntent, type IntentFilter } from "./known-intents.ts";
import { findStart } from "./tail.ts";

/** Steps of these sizes take some milliseconds; messages are handled between them. */
const intentsAtOnce = 1000;
const removedAtOnce = 250;
const pagesAtOnce = 500;

export interface Indexer {
  /** The last entry of the ledger. */
  readonly lastSequence: () => number;
  /** The last entry that can be found by search. */
  readonly indexedTo: () => number;
  /** Indexes up to so many entries; true when it found any. */
  readonly step: (entries: number) => boolean;
  /** Whether its file still has its name: what is written to one without is written for nobody. */
  readonly isInPlace: () => boolean;
  /** Adds the next intents behind a number to a filter; gives back the last of them, or undefined when there are no more. */
  readonly addIntents: (filter: IntentFilter, after: number) => number | undefined;
  /** Up to here the index has nothing any more. */
  readonly removedTo: () => number;
  /** Takes out some of what a stub stands for and gives pages back to the disk; true while there may be more. */
  readonly removeStep: () => boolean;
  readonly close: () => void;
}

/**
 * Opens the index beside the ledger; one that does not belong to this ledger, or is damaged, is built anew. Throws when
 * there is no ledger.
 */
export function openIndexer(directory: string): Indexer {
  const ledger = openLedgerFile(directory);
  let index: Connection | undefined;
  try {
    const file = join(directory, indexFile);
    index = tryOpen(file);
    if (index === undefined || !belongs(index, ledger)) {
      index?.close();
      removeDatabase(file);
      index = openForWriting(file, "NORMAL");
      createIndex(index);
    }
    return createIndexer(file, index, ledger);
  } catch (error) {
    index?.close();
    ledger.close();
    throw error;
  }
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

/** Every question to the ledger is answered at once: one left open would keep its log from being folded. */
function createIndexer(file: string, index: Connection, ledger: Connection): Indexer {
  const inode = statSync(file).ino;
  const rows = ledger.prepare<[number, number], IndexedRow>(
    `SELECT ${indexedColumns} FROM entries WHERE sequence > ? ORDER BY sequence LIMIT ?`,
  );
  const lastSequence = ledger.prepare<[], number | null>("SELECT max(sequence) FROM entries").pluck();
  const stubSize = ledger.prepare<[], number | null>("SELECT max(size) FROM stubs").pluck();
  const intentsAfter = index
    .prepare<[number, number], number>("SELECT id FROM intents WHERE id > ? ORDER BY id LIMIT ?")
    .pluck();
  const indexRows = createIndexRows(index, ledger);
  const progress = index
    .prepare<[], { sequence: number; removed: number }>("SELECT sequence, removed FROM progress")
    .get();
  const start = findStart(ledger).size;
  let indexedTo = progress?.sequence ?? start;
  let removedTo = progress?.removed ?? start;
  let releasing = false;

  function remove(upTo: number): void {
    const batch = rows.all(removedTo, removedAtOnce).filter(({ sequence }) => sequence <= upTo);
    const last = batch.length < removedAtOnce ? upTo : (batch.at(-1)?.sequence ?? upTo);
    indexRows.remove(batch, last);
    removedTo = last;
    releasing = true;
  }

  return {
    lastSequence: () => lastSequence.get() ?? 0,
    indexedTo: () => indexedTo,
    isInPlace: () => statSync(file, { throwIfNoEntry: false })?.ino === inode,
    step(entries) {
      const batch = rows.all(indexedTo, entries);
      const last = batch.at(-1);
      if (last === undefined) return false;
      indexRows.add(batch, last);
      indexedTo = last.sequence;
      return true;
    },
    addIntents(filter, after) {
      const numbers = intentsAfter.all(after, intentsAtOnce);
      for (const number of numbers) addIntent(filter, number);
      return numbers.at(-1);
    },
    removedTo: () => removedTo,
    removeStep() {
      const stub = stubSize.get() ?? 0;
      if (removedTo < stub && stub <= indexedTo) remove(stub);
      else if (releasing) releasing = releasePages(index, pagesAtOnce);
      else return false;
      return true;
    },
    close() {
      index.close();
      ledger.close();
    },
  };
}
