// Proves that an entry is in the ledger: its path through the Merkle tree to a root the console signed.
import type { Connection } from "./database.ts";
import { auditPath, createFrontier, rootFromPath } from "./merkle.ts";
import { beginning, recordLine } from "./record.ts";
import { contentText, entryColumns, type EntryRow } from "./rows.ts";
import { fail, ok, type Result } from "../../shared/result.ts";
import { findStart, type Start } from "./tail.ts";
import { readWords } from "./words.ts";

/** A file of its own, checked by the stand-alone verifier; hand it on with the public key from another way. */
export function proveEntry(connection: Connection, sequence: number, publicKey: string): Result<string, string> {
  const start = findStart(connection);
  if (sequence <= start.size) {
    return fail(`Entry ${sequence} was removed by retention. Its archive in the data directory still proves it.`);
  }
  const row = connection
    .prepare<[number], EntryRow>(`SELECT ${entryColumns} FROM entries WHERE sequence = ?`)
    .raw()
    .get(sequence);
  if (row === undefined) return fail(`There is no entry ${sequence}.`);
  const checkpoint = connection
    .prepare<[number], { size: number; statement: string; signature: string }>(
      "SELECT size, statement, signature FROM checkpoints WHERE size >= ? ORDER BY size LIMIT 1",
    )
    .get(sequence);
  if (checkpoint === undefined) {
    return fail(`Entry ${sequence} is not signed yet. A checkpoint follows within seconds while Gatehouse runs.`);
  }
  const path = auditPath(sequence - 1, checkpoint.size, (from, to) => rootOf(connection, start, from, to));
  const { statement, signature, size } = checkpoint;
  if (!statement.includes(`"root":"${rootFromPath(row[19], sequence - 1, size, path)}"`)) {
    return fail(`Entry ${sequence} does not lead to the signed root. Run: gatehouse ledger verify`);
  }
  const record = recordLine(
    contentText(row, readWords(connection)),
    previousHash(connection, start, sequence),
    sequence,
    row[19],
  );
  return ok(
    `{"checkpoint":{"signature":"${signature}","statement":${statement}},"path":${JSON.stringify(path)},` +
      `"publicKey":"${publicKey}","record":${record},"type":"gatehouse-proof","version":1}`,
  );
}

function previousHash(connection: Connection, start: Start, sequence: number): string {
  if (sequence === start.size + 1) return start.lastHash;
  const hash = connection.prepare<[number], string>("SELECT lower(hex(hash)) FROM entries WHERE sequence = ?").pluck();
  return hash.get(sequence - 1) ?? beginning;
}

/** The root of the entries from one place to another, the second not included. What was removed is known by its peaks. */
function rootOf(connection: Connection, start: Start, from: number, to: number): string {
  const frontier = createFrontier(Math.max(0, Math.min(to, start.size) - from), peaksBetween(start, from, to));
  const hashes = connection
    .prepare<[number, number], string>(
      "SELECT lower(hex(hash)) FROM entries WHERE sequence > ? AND sequence <= ? ORDER BY sequence",
    )
    .pluck();
  for (const hash of hashes.iterate(Math.max(from, start.size), to)) frontier.add(hash);
  return frontier.root();
}

function peaksBetween({ size, peaks }: Start, from: number, to: number): readonly string[] {
  const within: string[] = [];
  let place = 0;
  let rest = size;
  for (const peak of peaks) {
    const width = 2 ** Math.floor(Math.log2(rest));
    if (place >= from && place + width <= to) within.push(peak);
    place += width;
    rest -= width;
  }
  return within;
}
