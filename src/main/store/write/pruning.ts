// Removes old entries from the ledger: first a signed stub replaces them, then the rows are deleted in short steps.
import { type ConsoleKey, findStart, foldPeaks, parseStatement, signStatement, statementText } from "../proof/index.ts";
import type { Store } from "./open-store.ts";
import { releasePages } from "../database.ts";
import { integer, nullable, queryRows, queryValues, text } from "../decode.ts";

/** A step of this size takes some milliseconds. */
const rowsAtOnce = 250;
const pagesAtOnce = 500;

/** Signs a stub for what will be removed. From now on the ledger begins after it, even while rows before it are left. */
export function writeStub(store: Store, key: ConsoleKey, size: number, now: number, archive?: string): void {
  const { connection } = store;
  const row = queryRows(
    connection.prepare<[number]>("SELECT size, statement, peaks FROM checkpoints WHERE size = ?"),
    "checkpoints",
    { size: integer, statement: text, peaks: text },
  ).get(size);
  const checkpoint = row === undefined ? undefined : parseStatement(row.statement);
  const peaks = row?.peaks.split(" ") ?? [];
  if (checkpoint === undefined || foldPeaks(peaks) !== checkpoint.root) {
    throw new Error(`Entries up to ${size} are not removed: there is no sound checkpoint there.`);
  }
  const { root, lastHash } = checkpoint;
  const signed = signStatement(key, {
    type: "stub",
    size,
    root,
    lastHash,
    at: Math.trunc(now),
    keyId: key.keyId,
    peaks,
    ...(archive === undefined ? {} : { archive }),
  });
  connection
    .transaction(() => {
      connection
        .prepare<[number, string, string]>("INSERT INTO stubs (size, statement, signature) VALUES (?, ?, ?)")
        .run(size, statementText(signed.statement), signed.signature);
      connection.prepare<[number]>("DELETE FROM checkpoints WHERE size <= ?").run(size);
    })
    .immediate();
}

/** Deletes some of the rows the stub replaces, as far as the index has removed them; false when none are left. */
export function pruneStep({ connection }: Store, cleared: number): boolean {
  const size = Math.min(findStart(connection).size, cleared);
  const upTo = queryValues(
    connection.prepare<[number, number]>(
      "SELECT max(sequence) FROM (SELECT sequence FROM entries WHERE sequence <= ? ORDER BY sequence LIMIT ?)",
    ),
    "entries.sequence",
    nullable(integer),
  ).get(size, rowsAtOnce);
  if (upTo === null || upTo === undefined) return releasePages(connection, pagesAtOnce);
  connection
    .transaction(() => connection.prepare<[number]>("DELETE FROM entries WHERE sequence <= ?").run(upTo))
    .immediate();
  return true;
}
