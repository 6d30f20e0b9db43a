// Goes through a ledger from its first entry to its last: contents, order, seals, tree and signatures; stops at the first fault.
import { checkedColumns, type CheckedRow, isSound } from "./contents.ts";
import type { Connection } from "./database.ts";
import { describeBreak } from "./diagnose.ts";
import { type Head, headDigest, readHead } from "./head.ts";
import type { ConsoleKey } from "./keys.ts";
import { createFrontier, type Frontier } from "./merkle.ts";
import { type CheckpointStatement, checkSigned } from "./statements.ts";
import type { Start } from "./tail.ts";
import { readWords } from "./words.ts";

/** What can have happened. The last five concern what stands beside the entries. */
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
  /** Public keys whose signatures count; none means that signatures cannot be judged. */
  readonly publicKeys: readonly string[];
  /** Checks the seal of each entry; only the console that wrote the ledger can. */
  readonly seal?: ConsoleKey["seal"];
}

export interface Walk {
  readonly problem?: Problem;
  readonly last: number;
  readonly lastHash: string;
  readonly entries: number;
  readonly checkpoints: number;
  readonly lastCheckpoint?: CheckpointStatement;
}

/** So many entries are read at once: few enough to hold back neither the writer's WAL nor the garbage collector. */
const chunk = 512;

/** The contents of entries up to `contentsTo` are somebody else's to check: only their hashes are looked at. */
export function walkLedger(
  connection: Connection,
  start: Start,
  trust: Trust,
  onProgress?: (entries: number) => void,
  contentsTo = start.size,
): Walk {
  const readLinks = connection
    .prepare<[number, number, number], readonly [sequence: number, hash: string]>(
      "SELECT sequence, lower(hex(hash)) FROM entries WHERE sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ?",
    )
    .raw();
  const read = connection
    .prepare<[number, number], CheckedRow>(
      `SELECT ${checkedColumns} FROM entries WHERE sequence > ? ORDER BY sequence LIMIT ?`,
    )
    .raw();
  // One look at both: what is appended between two would seem to be taken off the end.
  const look = connection.transaction((after: number) => ({
    rows: read.all(after, chunk),
    head: readHead(connection),
  }));
  const words = readWords(connection);
  const checkpoints = createCheckpointWalk(connection, start, trust);
  const frontier = createFrontier(start.size, start.peaks);
  let lastHash = start.lastHash;
  let position = start.size;
  const end = (problem?: Problem): Walk => ({
    ...(problem === undefined ? {} : { problem }),
    last: frontier.size(),
    lastHash,
    entries: frontier.size() - start.size,
    ...checkpoints.seen(),
  });

  const follow = (hash: string): Problem | undefined => {
    lastHash = hash;
    frontier.add(hash);
    return checkpoints.check(frontier, hash);
  };
  const broken = (): Walk =>
    end(describeBreak({ connection, words, trust, sequence: frontier.size() + 1, previousHash: lastHash }));

  while (position < contentsTo) {
    const links = readLinks.all(position, contentsTo, chunk);
    if (links.length === 0) return broken();
    for (const [sequence, hash] of links) {
      if (sequence !== frontier.size() + 1) return broken();
      const fault = follow(hash);
      if (fault !== undefined) return end(fault);
    }
    position = frontier.size();
    onProgress?.(position - start.size);
  }
  for (;;) {
    const { rows, head } = look(position);
    if (rows.length === 0)
      return end(headFault(head, frontier.size(), lastHash, trust) ?? checkpoints.finish(frontier.size()));
    for (const row of rows) {
      if (!isSound(row, frontier.size() + 1, lastHash, words, trust)) return broken();
      const fault = follow(row[19]);
      if (fault !== undefined) return end(fault);
    }
    position = frontier.size();
    onProgress?.(position - start.size);
  }
}

function headFault(head: Head | undefined, last: number, lastHash: string, trust: Trust): Problem | undefined {
  if (head === undefined && last === 0) return undefined;
  if (head === undefined)
    return { sequence: last, what: "head", message: "The record of where the ledger ends is gone." };
  if (head.sequence > last) {
    const message = `The ledger once ended at entry ${head.sequence}; now it ends at ${last}. Entries were taken off the end.`;
    return { sequence: last + 1, what: "removed", message };
  }
  const fits =
    trust.seal === undefined || trust.seal(headDigest(last, lastHash, head.memory, head.anchored)) === head.seal;
  if (head.sequence < last || !fits) {
    return { sequence: last, what: "head", message: `The record of where the ledger ends does not fit entry ${last}.` };
  }
  return undefined;
}

interface CheckpointWalk {
  readonly check: (frontier: Frontier, lastHash: string) => Problem | undefined;
  readonly finish: (last: number) => Problem | undefined;
  readonly seen: () => Pick<Walk, "checkpoints" | "lastCheckpoint">;
}

interface CheckpointRow {
  readonly size: number;
  readonly statement: string;
  readonly signature: string;
  readonly peaks: string;
}

/** Goes through the checkpoints beside the entries and compares each with the tree at its size. */
function createCheckpointWalk(connection: Connection, start: Start, trust: Trust): CheckpointWalk {
  const after = connection.prepare<[number], CheckpointRow>(
    "SELECT size, statement, signature, peaks FROM checkpoints WHERE size > ? ORDER BY size LIMIT 1",
  );
  let next = after.get(start.size);
  let lastCheckpoint: CheckpointStatement | undefined;
  let checkpoints = 0;
  // Where the row of checkpoints begins is known only at the very first entry or behind a stub.
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
