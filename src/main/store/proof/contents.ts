// Checks the contents of entries against their hashes and seals, in shares that several threads take in turn.
import type { Connection } from "../database.ts";
import { recordHash } from "../record.ts";
import { type Query, queryTuples } from "../decode.ts";
import { contentText, damagedEntryRow, entryColumns, type EntryRow, isEntryRow, queryHash } from "../rows.ts";
import type { Start } from "./ledger-range.ts";
import { readWords, type Words } from "../words.ts";
import type { Trust } from "./check-chain.ts";

/** Which entries are checked, and the state the threads share. */
export interface Shares {
  readonly start: Pick<Start, "size" | "lastHash">;
  readonly last: number;
  readonly state: Int32Array<SharedArrayBuffer>;
}

const nextShare = 0;
const entriesDone = 1;
const faultSeen = 2;

const shareSize = 4096;
/** No thread needs this long for a share: the one that took it has died. */
const patienceMilliseconds = 20_000;

export function createShares(start: Shares["start"], last: number): Shares {
  return { start, last, state: new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT)) };
}

export function entriesChecked({ state }: Shares): number {
  return Atomics.load(state, entriesDone);
}

/** Takes shares until none are left; stops at the first fault any thread finds. */
export function checkShares(connection: Connection, shares: Shares, trust: Trust, onProgress?: () => void): void {
  const { start, last, state } = shares;
  const check = createCheck(connection, start, trust);
  while (Atomics.load(state, faultSeen) === 0) {
    const from = start.size + Atomics.add(state, nextShare, 1) * shareSize;
    if (from >= last) break;
    const upTo = Math.min(from + shareSize, last);
    if (!check(from, upTo)) return giveUp(shares);
    Atomics.add(state, entriesDone, upTo - from);
    Atomics.notify(state, entriesDone);
    onProgress?.();
  }
}

/** For a thread that cannot finish its share. */
export function giveUp({ state }: Shares): void {
  Atomics.store(state, faultSeen, 1);
  Atomics.notify(state, entriesDone);
}

/** Waits for the shares other threads have taken; false when any entry was altered, or could not be checked. */
export function areSound({ start, last, state }: Shares): boolean {
  for (;;) {
    if (Atomics.load(state, faultSeen) !== 0) return false;
    const done = Atomics.load(state, entriesDone);
    if (done >= last - start.size) return true;
    if (Atomics.wait(state, entriesDone, done, patienceMilliseconds) === "timed-out") return false;
  }
}

/** Entries read at once: few enough to delay neither WAL checkpoints nor the garbage collector. */
const chunk = 512;

function createCheck(
  connection: Connection,
  start: Shares["start"],
  trust: Trust,
): (from: number, upTo: number) => boolean {
  const words = readWords(connection);
  const hashAt = queryHash(connection);
  const read = queryChecked<[number, number, number]>(
    connection,
    "WHERE sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ?",
  );
  return (from, upTo) => {
    let previousHash = from === start.size ? start.lastHash : hashAt(from);
    for (let place = from; place < upTo;) {
      const rows = read.all(place, upTo, chunk);
      if (rows.length === 0) return false;
      for (const row of rows) {
        place += 1;
        if (previousHash === undefined || !isSound(row, place, previousHash, words, trust)) return false;
        previousHash = row[19];
      }
    }
    return true;
  };
}

/**
 * A row, and whether its JSON columns are valid JSON. Otherwise text could be moved from one column into its neighbour without
 * changing what is hashed: the body `{…},"decider":"risk"` would hide that the decider was removed.
 */
export type CheckedRow = readonly [...EntryRow, isJson: number];

const checkedColumns = `${entryColumns}, ${["body", "paths", "hosts"]
  .map((column) => `coalesce(json_valid(entries.${column}), 1)`)
  .join(" AND ")}`;

function isCheckedRow(row: unknown): row is CheckedRow {
  return Array.isArray(row) && Number.isInteger(row[21]) && isEntryRow(row);
}

/** Throws DamagedRow for a row whose columns have the wrong types. `where` follows the SELECT. */
export function queryChecked<Bind extends unknown[]>(connection: Connection, where: string): Query<Bind, CheckedRow> {
  const statement = connection.prepare<Bind>(`SELECT ${checkedColumns} FROM entries ${where}`);
  return queryTuples(statement, "entries", isCheckedRow, damagedEntryRow);
}

/** Whether the content of a row fits its hash at this sequence. */
export function fits(row: CheckedRow, previousHash: string, sequence: number, words: Words): boolean {
  return recordHash(contentText(row, words), previousHash, sequence) === row[19] && row[21] === 1;
}

export function isSound(row: CheckedRow, sequence: number, previousHash: string, words: Words, trust: Trust): boolean {
  if (row[0] !== sequence || !fits(row, previousHash, sequence, words)) return false;
  return trust.seal === undefined || trust.seal(row[19]) === row[20];
}
