// Checks that entries are what their hashes and seals say, in shares that several threads take one after the other.
import type { Connection } from "./database.ts";
import { recordHash } from "./record.ts";
import { contentText, entryColumns, type EntryRow } from "./rows.ts";
import type { Start } from "./tail.ts";
import { readWords, type Words } from "./words.ts";
import type { Trust } from "./walk.ts";

/** Which entries, and what the threads tell each other about them. */
export interface Shares {
  readonly start: Pick<Start, "size" | "lastHash">;
  readonly last: number;
  readonly state: Int32Array<SharedArrayBuffer>;
}

const nextShare = 0;
const entriesDone = 1;
const faultSeen = 2;

const shareSize = 4096;
/** Nobody needs so long for a share: whoever took it is gone. */
const patienceMilliseconds = 20_000;

export function createShares(start: Shares["start"], last: number): Shares {
  return { start, last, state: new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT)) };
}

export function entriesChecked({ state }: Shares): number {
  return Atomics.load(state, entriesDone);
}

/** Takes shares until there are none; stops at the first fault, whoever finds it. */
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

/** Whoever cannot finish what it took says so. */
export function giveUp({ state }: Shares): void {
  Atomics.store(state, faultSeen, 1);
  Atomics.notify(state, entriesDone);
}

/** Waits for what others have taken; false when any of it is not as it was recorded, or cannot be known. */
export function areSound({ start, last, state }: Shares): boolean {
  for (;;) {
    if (Atomics.load(state, faultSeen) !== 0) return false;
    const done = Atomics.load(state, entriesDone);
    if (done >= last - start.size) return true;
    if (Atomics.wait(state, entriesDone, done, patienceMilliseconds) === "timed-out") return false;
  }
}

/** So many entries are read at once: few enough to hold back neither the writer's WAL nor the garbage collector. */
const chunk = 512;

function createCheck(
  connection: Connection,
  start: Shares["start"],
  trust: Trust,
): (from: number, upTo: number) => boolean {
  const words = readWords(connection);
  const hashAt = connection
    .prepare<[number], string>("SELECT lower(hex(hash)) FROM entries WHERE sequence = ?")
    .pluck();
  const read = connection
    .prepare<[number, number, number], CheckedRow>(
      `SELECT ${checkedColumns} FROM entries WHERE sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ?`,
    )
    .raw();
  return (from, upTo) => {
    let previousHash = from === start.size ? start.lastHash : hashAt.get(from);
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
 * A row, and whether what should be JSON in it is. Text moved from one column into its neighbour leaves what is hashed as it
 * was, so that the body `{…},"decider":"risk"` would take the decider away unseen.
 */
export type CheckedRow = readonly [...EntryRow, isJson: number];

export const checkedColumns = `${entryColumns}, ${["body", "paths", "hosts"]
  .map((column) => `coalesce(json_valid(entries.${column}), 1)`)
  .join(" AND ")}`;

/** Whether a row is what its hash says, at this place. */
export function fits(row: CheckedRow, previousHash: string, sequence: number, words: Words): boolean {
  return recordHash(contentText(row, words), previousHash, sequence) === row[19] && row[21] === 1;
}

export function isSound(row: CheckedRow, sequence: number, previousHash: string, words: Words, trust: Trust): boolean {
  if (row[0] !== sequence || !fits(row, previousHash, sequence, words)) return false;
  return trust.seal === undefined || trust.seal(row[19]) === row[20];
}
