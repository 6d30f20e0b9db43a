// Group commit: what arrives while a transaction is under way shares the next one, and its flush.
import type { LedgerEntry, NewEntry } from "../../shared/audit.ts";
import { type FlatEntry, flatten } from "./record.ts";
import type { Appended } from "./writer.ts";

export interface Groups {
  readonly add: (entries: readonly NewEntry[]) => Promise<readonly LedgerEntry[]>;
  /** The transaction under way is on disk. Answers those who wait, starts the next, and gives back what was recorded. */
  readonly done: (appended: Appended) => readonly LedgerEntry[];
  /** Nothing of the transaction under way was recorded. */
  readonly failed: (error: Error) => void;
  /** When nothing is under way any more. */
  readonly idle: () => Promise<void>;
}

interface Waiting {
  readonly entries: readonly NewEntry[];
  readonly flat: readonly FlatEntry[];
  readonly resolve: (entries: readonly LedgerEntry[]) => void;
  readonly reject: (error: Error) => void;
}

/** Beyond this a transaction gains nothing more, and who came first waits too long. */
const mostTogether = 2048;

export function createGroups(send: (entries: readonly FlatEntry[]) => void): Groups {
  let queue: Waiting[] = [];
  let underWay: readonly Waiting[] = [];
  let whenIdle: (() => void)[] = [];

  function sendNext(): void {
    let size = 0;
    let count = 0;
    for (const waiting of queue) {
      if (count > 0 && size + waiting.flat.length > mostTogether) break;
      size += waiting.flat.length;
      count += 1;
    }
    underWay = queue.slice(0, count);
    queue = queue.slice(count);
    if (underWay.length > 0) return send(underWay.flatMap((waiting) => waiting.flat));
    for (const resolve of whenIdle) resolve();
    whenIdle = [];
  }

  return {
    add: (entries) =>
      new Promise((resolve, reject) => {
        queue.push({ entries, flat: entries.map(flatten), resolve, reject });
        if (underWay.length === 0) sendNext();
      }),
    done({ first, previousHash, hashes }) {
      const finished = underWay;
      // The writer starts on the next transaction while this thread answers those of the last.
      sendNext();
      const recorded: LedgerEntry[] = [];
      let before = previousHash;
      for (const { entries, resolve } of finished) {
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
      return recorded;
    },
    failed(error) {
      const refused = underWay;
      sendNext();
      for (const { reject } of refused) reject(error);
    },
    idle: () =>
      underWay.length === 0 ? Promise.resolve() : new Promise((resolve) => void whenIdle.push(() => resolve())),
  };
}
