// Where a ledger begins and ends, and the Merkle tree up to there, found without reading all of it.
import type { Connection } from "../database.ts";
import { integer, nullable, queryRows, queryValues, text } from "../decode.ts";
import { beginning } from "../record.ts";
import { createFrontier, foldPeaks, type Frontier, oneBits } from "./merkle.ts";
import { type CheckpointStatement, parseStatement, type Signed } from "./statements.ts";

/** A size from which a ledger can be checked: the hash there, and the roots of the complete subtrees before it. */
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

/** The first entry, or the one after the stub for what retention removed. */
export function findStart(connection: Connection): Start {
  const statement = connection.prepare<[]>("SELECT statement FROM stubs ORDER BY size DESC LIMIT 1");
  const found = queryValues(statement, "stubs.statement", text).get();
  const stub = found === undefined ? undefined : parseStatement(found);
  if (stub?.type !== "stub") return { size: 0, lastHash: beginning, peaks: [] };
  return { size: stub.size, lastHash: stub.lastHash, peaks: stub.peaks };
}

const checkpointColumns = { size: integer, statement: text, signature: text, peaks: text };

function readLastCheckpoint(connection: Connection) {
  const statement = connection.prepare<[]>(
    "SELECT size, statement, signature, peaks FROM checkpoints ORDER BY size DESC LIMIT 1",
  );
  return queryRows(statement, "checkpoints", checkpointColumns).get();
}

/** The tree at the last checkpoint, or at the start when the peaks stored with it do not lead to its root. */
export function findSignedTree(connection: Connection): Start & { readonly statement?: string } {
  const row = readLastCheckpoint(connection);
  const start = findStart(connection);
  if (row === undefined || row.size < start.size) return start;
  const peaks = row.peaks.split(" ").filter((peak) => peak !== "");
  const statement = parseStatement(row.statement);
  const sound =
    statement?.size === row.size && peaks.length === oneBits(row.size) && statement.root === foldPeaks(peaks);
  if (!sound) return { ...start, statement: row.statement };
  return { size: row.size, lastHash: statement.lastHash, peaks, statement: row.statement };
}

/** Undefined before the first checkpoint, and after retention has removed everything up to the last one. */
export function lastCheckpoint(connection: Connection): Signed<CheckpointStatement> | undefined {
  const row = readLastCheckpoint(connection);
  const statement = row === undefined ? undefined : parseStatement(row.statement);
  return row === undefined || statement?.type !== "checkpoint" ? undefined : { statement, signature: row.signature };
}

/** The end of a ledger whose entries follow each other without a gap. */
export function findEnd(connection: Connection): End {
  const tree = findSignedTree(connection);
  const frontier = createFrontier(tree.size, tree.peaks);
  const hashes = queryValues(
    connection.prepare<[number]>("SELECT lower(hex(hash)) FROM entries WHERE sequence > ? ORDER BY sequence"),
    "entries.hash",
    text,
  );
  let lastHash = tree.lastHash;
  for (const entryHash of hashes.iterate(tree.size)) {
    lastHash = entryHash;
    frontier.add(lastHash);
  }
  const sizes = connection.prepare<[]>("SELECT max(size) FROM checkpoints");
  const signed = queryValues(sizes, "checkpoints.size", nullable(integer)).get();
  return { sequence: frontier.size(), lastHash, frontier, signedSize: signed ?? findStart(connection).size };
}
