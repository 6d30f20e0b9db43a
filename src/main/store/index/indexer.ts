// The search index, open for writing: follows the ledger in small steps, forwards with appends and backwards with retention.
import { findStart } from "../proof/index.ts";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Connection, indexFile, openForWriting, releasePages, removeDatabase } from "../database.ts";
import { bytes, integer, nullable, queryRows, queryValues } from "../decode.ts";
import { openLedgerFile } from "../open-ledger-file.ts";
import { queryLastSequence } from "../rows.ts";
import { createIndexRows } from "./rows.ts";
import { createIndex, isIndexCurrent } from "./schema.ts";
import { indexedColumns, indexedShape } from "./indexed-row.ts";
import { addIntent, type IntentFilter } from "./known-intents.ts";

/** Steps of these sizes take some milliseconds; messages are handled between them. */
const intentsAtOnce = 1000;
const removedAtOnce = 250;
const pagesAtOnce = 500;

export interface Indexer {
  /** The last entry of the ledger. */
  readonly lastSequence: () => number;
  /** The last entry that can be found by search. */
  readonly indexedTo: () => number;
  /** Indexes up to this many entries; true when it found any. */
  readonly step: (entries: number) => boolean;
  /** False when the index file was removed or replaced: what is written to it is lost. */
  readonly isInPlace: () => boolean;
  /** Adds the next intents after a number to a filter; gives back the last of them, or undefined when there are no more. */
  readonly addIntents: (filter: IntentFilter, after: number) => number | undefined;
  /** The index has removed everything up to here. */
  readonly removedTo: () => number;
  /** Removes some of the entries a stub replaces and returns pages to the file system; true while there may be more. */
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
    // In every case the index is built again from the ledger.
  }
  return undefined;
}

function belongs(index: Connection, ledger: Connection): boolean {
  const progress = readProgress(index);
  if (progress === undefined) return true;
  const statement = ledger.prepare<[number]>("SELECT hash FROM entries WHERE sequence = ?");
  const hash = queryValues(statement, "entries.hash", bytes).get(progress.sequence);
  return hash?.equals(progress.hash) ?? false;
}

function readProgress(index: Connection) {
  const statement = index.prepare<[]>("SELECT sequence, hash, removed FROM progress");
  return queryRows(statement, "progress", { sequence: integer, hash: bytes, removed: integer }).get();
}

/** Every statement is finished at once: an open one would prevent checkpoints of the ledger's WAL. */
function createIndexer(file: string, index: Connection, ledger: Connection): Indexer {
  const inode = statSync(file).ino;
  const rows = queryRows(
    ledger.prepare<[number, number]>(
      `SELECT ${indexedColumns} FROM entries WHERE sequence > ? ORDER BY sequence LIMIT ?`,
    ),
    "entries",
    indexedShape,
  );
  const lastSequence = queryLastSequence(ledger);
  const stubSize = queryValues(ledger.prepare<[]>("SELECT max(size) FROM stubs"), "stubs.size", nullable(integer));
  const intentsAfter = queryValues(
    index.prepare<[number, number]>("SELECT id FROM intents WHERE id > ? ORDER BY id LIMIT ?"),
    "intents.id",
    integer,
  );
  const indexRows = createIndexRows(index, ledger);
  const progress = readProgress(index);
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
    lastSequence: () => lastSequence() ?? 0,
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
