// Compares the head file with what the database knows of it: one that is missing or older was taken away or put back.
import { anchorFile } from "./anchor.ts";
import type { Connection } from "./database.ts";
import type { CheckpointStatement } from "./statements.ts";
import { findStart } from "./tail.ts";

export interface AnchorDoubt {
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
 * `known` must be read from the database before `anchor` is read: a running engine writes the file first and then says so in
 * the database. A file that is newer than the database is no matter of this function.
 */
export function doubtAnchor(
  connection: Connection,
  known: number | undefined,
  anchor: CheckpointStatement | undefined,
): AnchorDoubt | undefined {
  if (anchor === undefined) {
    if (known === undefined) return undefined;
    const message = `The ledger's head file, ${anchorFile}, is missing or not signed by this console, although it was written at entry ${known}. ${meaning}`;
    return { why: "missing", known, message };
  }
  if (known !== undefined && anchor.size < known) {
    const message = `The ledger's head file, ${anchorFile}, is from entry ${anchor.size}, although a later one was written at entry ${known}: an older copy was put in its place. ${meaning}`;
    return { why: "older", known, message };
  }
  const hash = connection
    .prepare<[number], string>("SELECT lower(hex(hash)) FROM entries WHERE sequence = ?")
    .pluck()
    .get(anchor.size);
  // What retention removed is not missing.
  const removed = hash === undefined && anchor.size <= findStart(connection).size;
  if (removed || hash === anchor.lastHash) return undefined;
  const found = hash === undefined ? "is not in the ledger" : "is another in the ledger";
  const message = `The entry ${anchor.size} that the ledger's head file, ${anchorFile}, was signed for ${found}: one of the two was altered or put back from a copy. ${meaning}`;
  return { why: "other", known: known ?? anchor.size, message };
}
