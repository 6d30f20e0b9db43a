// Says what happened to the entry where the chain breaks: edited, removed, added, swapped, or rewritten with its chain.
import type { Connection } from "../database.ts";
import type { Words } from "../words.ts";
import type { Problem, Trust } from "./check-chain.ts";
import { type CheckedRow, fits, queryChecked } from "./contents.ts";
import { readEndRecord } from "./end-record.ts";

export interface Break {
  readonly connection: Connection;
  readonly words: Words;
  readonly trust: Trust;
  /** The sequence that does not hold the entry it should, and the hash of the entry before it. */
  readonly sequence: number;
  readonly previousHash: string;
}

type RowAt = (sequence: number) => CheckedRow | undefined;

export function describeBreak(found: Break): Problem {
  const { connection, sequence, previousHash, words } = found;
  const at: RowAt = queryChecked<[number]>(connection, "WHERE sequence = ?").get;
  const row = at(sequence);
  const [what, message] =
    row === undefined
      ? (["removed", `Entry ${sequence} was removed.`] as const)
      : fits(row, previousHash, sequence, words)
        ? describeUnsealed(found)
        : (describeMoved(found, row, at) ??
          describeRenumbered(found, row, at) ??
          (["edited", `Entry ${sequence} was edited: its content does not fit its hash.`] as const));
  return { sequence, what, message };
}

type Description = readonly [what: Problem["what"], message: string];

/** The entry fits the chain, so its seal is wrong. */
function describeUnsealed({ connection, sequence }: Break): Description {
  const end = readEndRecord(connection)?.sequence ?? 0;
  if (sequence > end) return ["added", `Entry ${sequence} was added: the console never wrote it.`];
  return ["rewritten", `Entry ${sequence} was altered and the chain computed again: it lacks the console's seal.`];
}

/** The entry that belongs here may be elsewhere: swapped with this one, or moved back by one that was added. */
function describeMoved(
  { connection, words, sequence, previousHash }: Break,
  row: CheckedRow,
  at: RowAt,
): Description | undefined {
  const later = queryChecked<[number]>(connection, "WHERE sequence > ? ORDER BY sequence");
  const elsewhere = find(later.iterate(sequence), (each) => fits(each, previousHash, sequence, words));
  if (elsewhere === undefined) return undefined;
  const place = elsewhere[0];
  const before = place === sequence + 1 ? elsewhere[19] : at(place - 1)?.[19];
  // A copy of the next entry put before this one looks like a swap of neighbours, except for the entry that follows.
  const next = at(place + 1);
  const pushed = before !== undefined && next !== undefined && fits(next, before, place, words);
  if (before !== undefined && fits(row, before, place, words) && !pushed)
    return ["swapped", `Entries ${sequence} and ${place} were swapped.`];
  return ["added", `Entry ${sequence} was added: what belongs here stands at ${place}.`];
}

const furthestGap = 10_000;

/** Entries that were renumbered after a removal still fit each other at their old sequences. */
function describeRenumbered({ words, trust, sequence }: Break, row: CheckedRow, at: RowAt): Description | undefined {
  const ownHash = row[19];
  const sealed = trust.seal === undefined || trust.seal(ownHash) === row[20];
  const next = at(sequence + 1);
  if (!sealed || next === undefined || fits(next, ownHash, sequence + 1, words)) return undefined;
  for (let gap = 1; gap <= furthestGap; gap += 1) {
    if (!fits(next, ownHash, sequence + 1 + gap, words)) continue;
    const removed =
      gap === 1 ? `Entry ${sequence} was removed` : `Entries ${sequence} to ${sequence + gap - 1} were removed`;
    return ["removed", `${removed} and those after it were numbered anew.`];
  }
  return undefined;
}

function find<Value>(values: Iterable<Value>, matches: (value: Value) => boolean): Value | undefined {
  for (const value of values) if (matches(value)) return value;
  return undefined;
}
