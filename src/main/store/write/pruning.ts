// Takes old entries out of the ledger: a signed stub first, then row by row in short steps between appends.
import type { Store } from "./open-store.ts";
import { releasePages } from "./database.ts";
import type { ConsoleKey } from "./keys.ts";
import { foldPeaks } from "./merkle.ts";
import { parseStatement, signStatement, statementText } from "./statements.ts";
import { findStart } from "./tail.ts";

/** A step of this size takes some milliseconds. */
const rowsAtOnce = 250;
const pagesAtOnce = 500;

/** Signs for what will be removed. From now on the ledger stands on the stub, whatever is still left below it. */
export function writeStub(store: Store, key: ConsoleKey, size: number, now: number, archive?: string): void {
  const { connection } = store;
  const row = connection
    .prepare<[number], { statement: string; peaks: string }>("SELECT statement, peaks FROM checkpoints WHERE size = ?")
    .get(size);
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
        .prepare("INSERT INTO stubs (size, statement, signature) VALUES (?, ?, ?)")
        .run(size, statementText(signed.statement), signed.signature);
      connection.prepare("DELETE FROM checkpoints WHERE size <= ?").run(size);
    })
    .immediate();
}

/** Removes some of what the stub stands for, as far as the index has let go of it; false when nothing is left. */
export function pruneStep({ connection }: Store, cleared: number): boolean {
  const size = Math.min(findStart(connection).size, cleared);
  const upTo = connection
    .prepare<[number, number], number | null>(
      "SELECT max(sequence) FROM (SELECT sequence FROM entries WHERE sequence <= ? ORDER BY sequence LIMIT ?)",
    )
    .pluck()
    .get(size, rowsAtOnce);
  if (upTo === null || upTo === undefined) return releasePages(connection, pagesAtOnce);
  connection.transaction(() => connection.prepare("DELETE FROM entries WHERE sequence <= ?").run(upTo)).immediate();
  return true;
}
