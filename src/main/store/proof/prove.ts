// Proves that an entry is in the ledger: its path through the Merkle tree to a root the console signed.
import type { Connection } from "../database.ts";
import { auditPath, createFrontier, rootFromPath } from "./merkle.ts";
import { integer, queryRows, queryValues, text } from "../decode.ts";
import { beginning, recordLine } from "../record.ts";
import { contentText, queryEntries, queryHash } from "../rows.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import { findStart, type Start } from "./ledger-range.ts";
import { readWords } from "../words.ts";

/** The text of a proof for the stand-alone verifier; whoever checks it should get the public key by another way. */
export function proveEntry(connection: Connection, sequence: number, publicKey: string): Result<string, string> {
  const start = findStart(connection);
  if (sequence <= start.size) {
    return fail(`Entry ${sequence} was removed by retention. Its archive in the data directory still proves it.`);
  }
  const row = queryEntries<[number]>(connection, "WHERE sequence = ?").get(sequence);
  if (row === undefined) return fail(`There is no entry ${sequence}.`);
  const checkpoint = queryRows(
    connection.prepare<[number]>(
      "SELECT size, statement, signature FROM checkpoints WHERE size >= ? ORDER BY size LIMIT 1",
    ),
    "checkpoints",
    { size: integer, statement: text, signature: text },
  ).get(sequence);
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
  return queryHash(connection)(sequence - 1) ?? beginning;
}

/** The root of the entries from one index to another, the second not included. Removed entries are known by their peaks. */
function rootOf(connection: Connection, start: Start, from: number, to: number): string {
  const frontier = createFrontier(Math.max(0, Math.min(to, start.size) - from), peaksBetween(start, from, to));
  const hashes = queryValues(
    connection.prepare<[number, number]>(
      "SELECT lower(hex(hash)) FROM entries WHERE sequence > ? AND sequence <= ? ORDER BY sequence",
    ),
    "entries.hash",
    text,
  );
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
