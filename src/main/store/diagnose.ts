// Says what happened to the entry where the chain breaks: edited, removed, added, swapped, or rewritten with its chain.
import { checkedColumns, type CheckedRow, fits as fitsAt } from "./contents.ts";
import type { Connection } from "./database.ts";
import type { Problem, Trust } from "./walk.ts";
import type { Words } from "./words.ts";

export interface Break {
  readonly connection: Connection;
  readonly words: Words;
  readonly trust: Trust;
  /** The place that does not hold what it should, and the hash of the entry before it. */
  readonly sequence: number;
  readonly previousHash: string;
}

export function describeBreak({ connection, words, trust, sequence, previousHash }: Break): Problem {
  const problem = (what: Problem["what"], message: string): Problem => ({ sequence, what, message });
  const at = connection.prepare<[number], CheckedRow>(`SELECT ${checkedColumns} FROM entries WHERE sequence = ?`).raw();
  const row = at.get(sequence);
  if (row === undefined) return problem("removed", `Entry ${sequence} was removed.`);

  const fits = (candidate: CheckedRow | undefined, before: string, place: number): boolean =>
    candidate !== undefined && fitsAt(candidate, before, place, words);
  const sealed = trust.seal === undefined || trust.seal(row[19]) === row[20];

  if (fits(row, previousHash, sequence)) {
    const end = connection.prepare<[], number>("SELECT sequence FROM head").pluck().get() ?? 0;
    if (sequence > end) return problem("added", `Entry ${sequence} was added: the console never wrote it.`);
    return problem(
      "rewritten",
      `Entry ${sequence} was altered and the chain computed again: it lacks the console's seal.`,
    );
  }

  // The entry that belongs here may stand elsewhere: swapped with this one, or pushed back by one that was added.
  const elsewhere = findPlaced(connection, sequence, (candidate) => fits(candidate, previousHash, sequence));
  if (elsewhere !== undefined) {
    const place = elsewhere[0];
    const before = place === sequence + 1 ? elsewhere[19] : at.get(place - 1)?.[19];
    // A copy of the next entry put before this one looks like a swap of neighbours, but for the one that follows.
    const pushed = before !== undefined && fits(at.get(place + 1), before, place);
    if (before !== undefined && fits(row, before, place) && !pushed) {
      return problem("swapped", `Entries ${sequence} and ${place} were swapped.`);
    }
    return problem("added", `Entry ${sequence} was added: what belongs here stands at ${place}.`);
  }

  // Entries after a removed one that were numbered anew still fit each other at their old places.
  const next = at.get(sequence + 1);
  const ownHash = row[19];
  if (sealed && !fits(next, ownHash, sequence + 1)) {
    for (let gap = 1; gap <= furthestGap; gap += 1) {
      if (fits(next, ownHash, sequence + 1 + gap)) {
        const message =
          gap === 1 ? `Entry ${sequence} was removed` : `Entries ${sequence} to ${sequence + gap - 1} were removed`;
        return problem("removed", `${message} and those after it were numbered anew.`);
      }
    }
  }
  return problem("edited", `Entry ${sequence} was edited: its content does not fit its hash.`);
}

const furthestGap = 10_000;

function findPlaced(
  connection: Connection,
  after: number,
  matches: (candidate: CheckedRow) => boolean,
): CheckedRow | undefined {
  const rows = connection
    .prepare<[number], CheckedRow>(`SELECT ${checkedColumns} FROM entries WHERE sequence > ? ORDER BY sequence`)
    .raw();
  for (const candidate of rows.iterate(after)) if (matches(candidate)) return candidate;
  return undefined;
}
