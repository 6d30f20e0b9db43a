// Where a ledger begins and ends: its last entry, and the Merkle tree up to it, found without reading the whole ledger.
import type { Connection } from "./database.ts";
import { createFrontier, foldPeaks, type Frontier, oneBits } from "./merkle.ts";
import { beginning } from "./record.ts";
import { type CheckpointStatement, parseStatement, type Signed } from "./statements.ts";

/** A size from which a ledger can be followed: the hash there, and the complete subtrees before it. */
export interface Start {
  readonly size: number;
  readonly lastHash: string;
  readonly peaks: readonly string[];
}

export interface End {
  readonly sequence: number;
  readonly lastHash: string;
  readonly frontier: Frontier;
  /** The size of the last checkpoint. */
  readonly signedSize: number;
}

/** What the ledger stands on: nothing, or the stub for what retention removed. */
export function findStart(connection: Connection): Start {
  const text = connection.prepare<[], string>("SELECT statement FROM stubs ORDER BY size DESC LIMIT 1").pluck().get();
  const stub = text === undefined ? undefined : parseStatement(text);
  if (stub?.type !== "stub") return { size: 0, lastHash: beginning, peaks: [] };
  return { size: stub.size, lastHash: stub.lastHash, peaks: stub.peaks };
}

/** The tree at the last checkpoint, or where the ledger begins when that one's peaks do not lead to its root. */
export function findSignedTree(connection: Connection): Start & { readonly statement?: string } {
  const row = connection
    .prepare<[], { size: number; statement: string; peaks: string }>(
      "SELECT size, statement, peaks FROM checkpoints ORDER BY size DESC LIMIT 1",
    )
    .get();
  const start = findStart(connection);
  if (row === undefined || row.size < start.size) return start;
  const peaks = row.peaks.split(" ").filter((peak) => peak !== "");
  const statement = parseStatement(row.statement);
  const sound =
    statement?.size === row.size && peaks.length === oneBits(row.size) && statement.root === foldPeaks(peaks);
  if (!sound) return { ...start, statement: row.statement };
  return { size: row.size, lastHash: statement.lastHash, peaks, statement: row.statement };
}

/** The last one that was signed; none at the beginning, and after retention has removed everything up to it. */
export function lastCheckpoint(connection: Connection): Signed<CheckpointStatement> | undefined {
  const row = connection
    .prepare<[], { statement: string; signature: string }>(
      "SELECT statement, signature FROM checkpoints ORDER BY size DESC LIMIT 1",
    )
    .get();
  const statement = row === undefined ? undefined : parseStatement(row.statement);
  return row === undefined || statement?.type !== "checkpoint" ? undefined : { statement, signature: row.signature };
}

/** The end of a ledger whose entries follow each other without a gap. */
export function findEnd(connection: Connection): End {
  const tree = findSignedTree(connection);
  const frontier = createFrontier(tree.size, tree.peaks);
  const hashes = connection
    .prepare<[number], Buffer>("SELECT hash FROM entries WHERE sequence > ? ORDER BY sequence")
    .pluck();
  let lastHash = tree.lastHash;
  for (const entryHash of hashes.iterate(tree.size)) {
    lastHash = entryHash.toString("hex");
    frontier.add(lastHash);
  }
  const signed = connection.prepare<[], number | null>("SELECT max(size) FROM checkpoints").pluck().get();
  return { sequence: frontier.size(), lastHash, frontier, signedSize: signed ?? findStart(connection).size };
}
