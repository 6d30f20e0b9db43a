// Compares the checkpoint file with what the database says about it: a missing or older file was removed or replaced.
import type { Connection } from "../database.ts";
import { queryHash } from "../rows.ts";
import { checkpointFile } from "./checkpoint-file.ts";
import { findStart } from "./ledger-range.ts";
import type { CheckpointStatement } from "./statements.ts";

export interface CheckpointFileProblem {
  readonly why: "missing" | "older" | "other";
  /** The entry up to which the file is known to have been written. */
  readonly known: number;
  /** What happened and what it means. */
  readonly message: string;
}

const meaning =
  "Without the right one nobody can tell whether the whole ledger was replaced by an older copy. " +
  "If you did not move or restore it yourself, compare the ledger with an export or a proof that you keep elsewhere.";

/**
 * Read `known` from the database before the file: a running engine writes the file first and records that afterwards. A file
 * that is newer than the database is checked elsewhere.
 */
export function checkCheckpointFile(
  connection: Connection,
  known: number | undefined,
  file: CheckpointStatement | undefined,
): CheckpointFileProblem | undefined {
  if (file === undefined) {
    if (known === undefined) return undefined;
    const message = `The ledger's head file, ${checkpointFile}, is missing or not signed by this console, although it was written at entry ${known}. ${meaning}`;
    return { why: "missing", known, message };
  }
  if (known !== undefined && file.size < known) {
    const message = `The ledger's head file, ${checkpointFile}, is from entry ${file.size}, although a later one was written at entry ${known}: an older copy was put in its place. ${meaning}`;
    return { why: "older", known, message };
  }
  const hash = queryHash(connection)(file.size);
  // Entries that retention removed are not missing.
  const removed = hash === undefined && file.size <= findStart(connection).size;
  if (removed || hash === file.lastHash) return undefined;
  const found = hash === undefined ? "is not in the ledger" : "is another in the ledger";
  const message = `The entry ${file.size} that the ledger's head file, ${checkpointFile}, was signed for ${found}: one of the two was altered or put back from a copy. ${meaning}`;
  return { why: "other", known: known ?? file.size, message };
}
