// Group commit on the engine's side: appends of one turn of the event loop are sent together, and each gets its own answer.
import type { LedgerEntry, NewEntry } from "../../../shared/domain/audit.ts";
import { type FlatEntry, flatten } from "../record.ts";
import type { Appended } from "./writer.ts";

export interface Groups {
  readonly add: (entries: readonly NewEntry[]) => Promise<readonly LedgerEntry[]>;
  /** The writer has recorded the next entries in order: resolves their appends and gives the entries back. */
  readonly done: (appended: Appended) => readonly LedgerEntry[];
  /** The next `entries` entries were not recorded; without a number, none of those that wait. */
  readonly failed: (error: Error, entries?: number) => void;
  /** Resolves when no append waits. */
  readonly idle: () => Promise<void>;
}

interface Waiting {
  readonly entries: readonly NewEntry[];
  readonly resolve: (entries: readonly LedgerEntry[]) => void;
  readonly reject: (error: Error) => void;
}

/** While `hold` gives back a promise, collected entries wait for it and more are added to them. */
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

  /** Removes the appends that these next entries belong to from those that wait. */
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
