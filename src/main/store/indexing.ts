// When the search index is brought up to date: in short steps, never while an append waits longer than one of them.
import type { Store } from "./open-store.ts";

export interface Indexing {
  /** Something was appended. */
  readonly wake: () => void;
  readonly indexedTo: () => number;
  /** Indexes what is left, within limits: the rest is done at the next start. */
  readonly finish: () => void;
}

/** Fewer entries than this wait a moment for company. A step of this size takes some ten milliseconds. */
const largestStep = 512;
const patienceMilliseconds = 50;
const retryMilliseconds = 5000;
const finishSteps = 40;

export function createIndexing(current: () => Store | undefined, onIndexed: (indexedTo: number) => void): Indexing {
  let waiting: NodeJS.Timeout | undefined;
  let scheduled = false;

  const backlog = (store: Store): number => store.writer.lastSequence() - store.indexer.indexedTo();

  function step(): void {
    scheduled = false;
    const store = current();
    if (store === undefined) return;
    try {
      if (!store.indexer.step(largestStep)) return;
      onIndexed(store.indexer.indexedTo());
    } catch {
      // The index is not the record. A full disk or a locked file passes, and the next attempt goes on from here.
      later(retryMilliseconds);
      return;
    }
    wake();
  }

  function later(milliseconds: number): void {
    waiting ??= setTimeout(() => {
      waiting = undefined;
      step();
    }, milliseconds);
  }

  function wake(): void {
    const store = current();
    if (store === undefined || scheduled) return;
    const behind = backlog(store);
    if (behind <= 0) return;
    if (behind < largestStep) return later(patienceMilliseconds);
    scheduled = true;
    // Messages are handled before immediates, so an append that came meanwhile goes first.
    setImmediate(step);
  }

  return {
    wake,
    indexedTo: () => current()?.indexer.indexedTo() ?? 0,
    finish() {
      clearTimeout(waiting);
      const store = current();
      try {
        for (let count = 0; count < finishSteps && store?.indexer.step(largestStep) === true; count += 1);
      } catch {
        // Done at the next start.
      }
    },
  };
}
