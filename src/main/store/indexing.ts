// When the search index is brought up to date: in short steps between appends, so that no answer waits for more than one.
import { classify } from "./faults.ts";
import type { Store } from "./open-store.ts";

export interface Indexing {
  /** Something was appended, and whoever waited for it was answered. */
  readonly appended: () => void;
  readonly indexedTo: () => number;
  /** Indexes what is left, within limits: the rest is done at the next start. */
  readonly finish: () => void;
}

/** So many entries make a step, of some five milliseconds; fewer wait a moment for company. */
const stepEntries = 256;
const patienceMilliseconds = 50;
const retryMilliseconds = 5000;
const finishSteps = 80;

export function createIndexing(
  current: () => Store | undefined,
  onIndexed: (indexedTo: number) => void,
  onRebuilt: () => void,
): Indexing {
  let waiting: NodeJS.Timeout | undefined;

  const backlog = (): number => {
    const store = current();
    return store === undefined ? 0 : store.writer.lastSequence() - store.indexer().indexedTo();
  };

  function step(): void {
    const store = current();
    if (store === undefined) return;
    try {
      if (!store.indexer().isInPlace()) rebuild(store);
      if (store.indexer().step(stepEntries)) onIndexed(store.indexer().indexedTo());
      if (backlog() > 0) later(backlog() < stepEntries ? patienceMilliseconds : 0);
    } catch (error) {
      // The index is not the record. A full disk or a locked file passes, and the next attempt goes on from here.
      if (classify(error, "index").fault === "corrupt") rebuild(store);
      later(retryMilliseconds);
    }
  }

  function rebuild(store: Store): void {
    store.rebuildIndex();
    onRebuilt();
  }

  function later(milliseconds: number): void {
    waiting ??= setTimeout(() => {
      waiting = undefined;
      step();
    }, milliseconds);
  }

  return {
    appended() {
      // Under a steady load there is no quiet moment to wait for: a step now and then keeps the backlog level.
      if (backlog() >= stepEntries) step();
      else if (backlog() > 0) later(patienceMilliseconds);
    },
    indexedTo: () => current()?.indexer().indexedTo() ?? 0,
    finish() {
      clearTimeout(waiting);
      const store = current();
      try {
        for (let count = 0; count < finishSteps && store?.indexer().step(stepEntries) === true; count += 1);
      } catch {
        // Done at the next start.
      }
    },
  };
}
