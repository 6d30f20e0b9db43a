// Checks a ledger from its first entry to its last (contents, order, seals, tree, signatures) and stops at the first problem.
import { isSound, queryChecked } from "./contents.ts";
import { integer, queryRows, queryTuples, text } from "../decode.ts";
import type { Connection } from "../database.ts";
import { describeBreak } from "./diagnose.ts";
import { endDigest, type EndRecord, readEndRecord } from "./end-record.ts";
import type { ConsoleKey } from "./keys.ts";
import { createFrontier, type Frontier } from "./merkle.ts";
import { type CheckpointStatement, checkSigned } from "./statements.ts";
import type { Start } from "./ledger-range.ts";
import { readWords } from "../words.ts";

/** What can have happened. The last five concern other records than entries. */
export const alterations = [
  "edited",
  "removed",
  "added",
  "swapped",
  "rewritten",
  "checkpoint",
  "stub",
  "head",
  "anchor",
  "memory",
] as const;
export type Alteration = (typeof alterations)[number];

export interface Problem {
  /** The first entry that is not what was recorded. */
  readonly sequence: number;
  readonly what: Alteration;
  readonly message: string;
}

export interface Trust {
  /** Public keys whose signatures are trusted; without any, signatures cannot be checked. */
  readonly publicKeys: readonly string[];
  /** Checks the seal of each entry; only the console that wrote the ledger can. */
  readonly seal?: ConsoleKey["seal"];
}

export interface ChainReport {
  readonly problem?: Problem;
  readonly last: number;
  readonly lastHash: string;
  readonly entries: number;
  readonly checkpoints: number;
  readonly lastCheckpoint?: CheckpointStatement;
}

/** Entries read at once: few enough to delay neither WAL checkpoints nor the garbage collector. */
const chunk = 512;

/** The state of a check: what was read so far. */
interface Progress {
  readonly frontier: Frontier;
  readonly lastHash: () => string;
  /** Takes the next entry's hash; gives back what is wrong with a checkpoint that ends there. */
  readonly add: (hash: string) => Problem | undefined;
}

/** The contents of entries up to `contentsTo` are checked elsewhere: here only their hashes are read. */
export function checkChain(
  connection: Connection,
  start: Start,
  trust: Trust,
  onProgress?: (entries: number) => void,
  contentsTo = start.size,
): ChainReport {
  const checkpoints = createCheckpointCheck(connection, start, trust);
  const progress = createProgress(start, checkpoints);
  const { frontier, lastHash } = progress;
  const report = (): void => onProgress?.(frontier.size() - start.size);
  const problem =
    checkHashes(connection, trust, progress, contentsTo, report) ??
    checkContents(connection, trust, progress, report) ??
    checkpoints.finish(frontier.size());
  return {
    ...(problem === undefined ? {} : { problem }),
    last: frontier.size(),
    lastHash: lastHash(),
    entries: frontier.size() - start.size,
    ...checkpoints.seen(),
  };
}

function createProgress(start: Start, checkpoints: CheckpointCheck): Progress {
  const frontier = createFrontier(start.size, start.peaks);
  let lastHash = start.lastHash;
  return {
    frontier,
    lastHash: () => lastHash,
    add(hash) {
      lastHash = hash;
      frontier.add(hash);
      return checkpoints.check(frontier, hash);
    },
  };
}

function breakAt(connection: Connection, trust: Trust, { frontier, lastHash }: Progress): Problem {
  const sequence = frontier.size() + 1;
  return describeBreak({ connection, words: readWords(connection), trust, sequence, previousHash: lastHash() });
}

type Link = readonly [sequence: number, hash: string];

function isLink(row: unknown): row is Link {
  return Array.isArray(row) && integer.accepts(row[0]) && text.accepts(row[1]);
}

/** Follows the chain by hashes alone up to a sequence. */
function checkHashes(
  connection: Connection,
  trust: Trust,
  progress: Progress,
  upTo: number,
  report: () => void,
): Problem | undefined {
  const { frontier, add } = progress;
  const read = queryTuples(
    connection.prepare<[number, number, number]>(
      "SELECT sequence, lower(hex(hash)) FROM entries WHERE sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ?",
    ),
    "entries",
    isLink,
  );
  while (frontier.size() < upTo) {
    const links = read.all(frontier.size(), upTo, chunk);
    if (links.length === 0) return breakAt(connection, trust, progress);
    for (const [sequence, hash] of links) {
      if (sequence !== frontier.size() + 1) return breakAt(connection, trust, progress);
      const problem = add(hash);
      if (problem !== undefined) return problem;
    }
    report();
  }
  return undefined;
}

/** Checks everything about the entries that are left, and that they end where the end record says. */
function checkContents(
  connection: Connection,
  trust: Trust,
  progress: Progress,
  report: () => void,
): Problem | undefined {
  const { frontier, lastHash, add } = progress;
  const words = readWords(connection);
  const read = queryChecked<[number, number]>(connection, "WHERE sequence > ? ORDER BY sequence LIMIT ?");
  // Both in one transaction: an entry appended in between would seem to be missing at the end.
  const readNext = connection.transaction((after: number) => ({
    rows: read.all(after, chunk),
    end: readEndRecord(connection),
  }));
  for (;;) {
    const { rows, end } = readNext(frontier.size());
    if (rows.length === 0) return endProblem(end, frontier.size(), lastHash(), trust);
    for (const row of rows) {
      if (!isSound(row, frontier.size() + 1, lastHash(), words, trust)) return breakAt(connection, trust, progress);
      const problem = add(row[19]);
      if (problem !== undefined) return problem;
    }
    report();
  }
}

function endProblem(end: EndRecord | undefined, last: number, lastHash: string, trust: Trust): Problem | undefined {
  if (end === undefined && last === 0) return undefined;
  if (end === undefined)
    return { sequence: last, what: "head", message: "The record of where the ledger ends is gone." };
  if (end.sequence > last) {
    const message = `The ledger once ended at entry ${end.sequence}; now it ends at ${last}. Entries were taken off the end.`;
    return { sequence: last + 1, what: "removed", message };
  }
  const fits = trust.seal === undefined || trust.seal(endDigest(last, lastHash, end.state, end.fileSize)) === end.seal;
  if (end.sequence < last || !fits) {
    return { sequence: last, what: "head", message: `The record of where the ledger ends does not fit entry ${last}.` };
  }
  return undefined;
}

interface CheckpointCheck {
  readonly check: (frontier: Frontier, lastHash: string) => Problem | undefined;
  readonly finish: (last: number) => Problem | undefined;
  readonly seen: () => Pick<ChainReport, "checkpoints" | "lastCheckpoint">;
}

/** Compares each checkpoint with the tree at its size. */
function createCheckpointCheck(connection: Connection, start: Start, trust: Trust): CheckpointCheck {
  const after = queryRows(
    connection.prepare<[number]>(
      "SELECT size, statement, signature, peaks FROM checkpoints WHERE size > ? ORDER BY size LIMIT 1",
    ),
    "checkpoints",
    { size: integer, statement: text, signature: text, peaks: text },
  );
  let next = after.get(start.size);
  let lastCheckpoint: CheckpointStatement | undefined;
  let checkpoints = 0;
  // The size of the checkpoint before is known only at the first entry or after a stub.
  let previousSize = start.size;

  return {
    check(frontier, lastHash) {
      if (next === undefined || frontier.size() < next.size) return undefined;
      const row = next;
      const fault = (what: string): Problem => ({
        sequence: row.size,
        what: "checkpoint",
        message: `The checkpoint at entry ${row.size} ${what}.`,
      });
      const checked = checkSigned(row.statement, row.signature, trust.publicKeys);
      if (!("statement" in checked) || checked.statement.type !== "checkpoint") return fault("cannot be read");
      if (trust.publicKeys.length > 0 && checked.fault === "unknown_key") return fault("is signed with another key");
      if (checked.fault === "signature") return fault("does not carry the console's signature");
      const statement = checked.statement;
      if (statement.size !== row.size) return fault("speaks of another size");
      if (statement.previousSize !== previousSize)
        return fault(`follows one at ${statement.previousSize}, which is gone`);
      if (statement.root !== frontier.root() || statement.lastHash !== lastHash) {
        const message =
          `The entries do not lead to the root that was signed at entry ${row.size}: ` +
          `one of the entries ${previousSize + 1} to ${row.size} was altered and the chain computed again.`;
        return { sequence: previousSize + 1, what: "rewritten", message };
      }
      if (row.peaks !== frontier.peaks().join(" ")) return fault("has lost the tree that belongs to it");
      lastCheckpoint = statement;
      previousSize = row.size;
      checkpoints += 1;
      next = after.get(row.size);
      return undefined;
    },
    finish(last) {
      if (next === undefined) return undefined;
      const message = `A checkpoint was signed at entry ${next.size}, but the ledger ends at ${last}. Entries were taken off the end.`;
      return { sequence: last + 1, what: "removed", message };
    },
    seen: () => ({ checkpoints, ...(lastCheckpoint === undefined ? {} : { lastCheckpoint }) }),
  };
}
