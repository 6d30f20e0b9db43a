// Group commit, seen from the engine: what arrives in one turn of the loop travels together, and each gets its own answer.
import type { LedgerEntry, NewEntry } from "../../shared/audit.ts";
import { type FlatEntry, flatten } from "./record.ts";
import type { Appended } from "./writer.ts";

export interface Groups {
  readonly add: (entries: readonly NewEntry[]) => Promise<readonly LedgerEntry[]>;
  /** The writer has recorded the next entries in the row. Answers those who wait for them, and gives them back. */
  readonly done: (appended: Appended) => readonly LedgerEntry[];
  /** Nothing of the next so many entries was recorded; nothing of any that wait, when no number is given. */
  readonly failed: (error: Error, entries?: number) => void;
  /** When nobody waits any more. */
  readonly idle: () => Promise<void>;
}

interface Waiting {
  readonly entries: readonly NewEntry[];
  readonly resolve: (entries: readonly LedgerEntry[]) => void;
  readonly reject: (error: Error) => void;
}

/** While `hold` gives back a promise, what is collected waits for it, and goes on collecting. */
export function createGroups(
  send: (entries: readonly FlatEntry[]) => void,
  hold: () => Promise<void> | undefined = () => undefined,
): Groups {
  let collected: FlatEntry[] = [];
  /** In the order they were sent: the writer answers in the same order. */
  let waiting: Waiting[] = [];
  let whenIdle: (() => void)[] = [];

  function sendCollected(): void {
    const held = hold();
    if (held !== undefined) return void held.then(sendCollected);
    const entries = collected;
    collected = [];
    if (entries.length > 0) send(entries);
  }

  /** Takes those off the row whose entries these are. */
  function take(entries: number): readonly Waiting[] {
    let count = 0;
    for (let left = entries; left > 0 && count < waiting.length; count += 1)
      left -= waiting[count]?.entries.length ?? 0;
    const taken = waiting.slice(0, count);
    waiting = waiting.slice(count);
    return taken;
  }

  function tellIdle(): void {
    if (waiting.length > 0) return;
    for (const resolve of whenIdle) resolve();
    whenIdle = [];
  }

  return {
    add: (entries) =>
      new Promise((resolve, reject) => {
        if (entries.length === 0) return resolve([]);
        // One message a turn: a thread is woken once for all that arrived together.
        if (collected.length === 0) setImmediate(sendCollected);
        for (const entry of entries) collected.push(flatten(entry));
        waiting.push({ entries, resolve, reject });
      }),
    done({ first, previousHash, hashes }) {
      const recorded: LedgerEntry[] = [];
      let before = previousHash;
      for (const { entries, resolve } of take(hashes.length / 64)) {
        const own = entries.map((entry): LedgerEntry => {
          const index = recorded.length;
          const hash = hashes.slice(index * 64, index * 64 + 64);
          const ledgerEntry = { ...entry, sequence: first + index, previousHash: before, hash };
          before = hash;
          recorded.push(ledgerEntry);
          return ledgerEntry;
        });
        resolve(own);
      }
      tellIdle();
      return recorded;
    },
    failed(error, entries) {
      // What was refused must not be sent after all.
      if (entries === undefined) collected = [];
      for (const { reject } of take(entries ?? Number.MAX_SAFE_INTEGER)) reject(error);
      tellIdle();
    },
    idle: () =>
      waiting.length === 0 ? Promise.resolve() : new Promise((resolve) => void whenIdle.push(() => resolve())),
  };
}
