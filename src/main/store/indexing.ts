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

/** What makes a step right after an answer, short enough that the next one hardly waits for it; fewer wait for company. */
const shortStep = 32;
/** When there is a backlog: a longer step costs less for each entry. */
const longStep = 256;
const patienceMilliseconds = 50;
const retryMilliseconds = 5000;
const finishSteps = 80;

export function createIndexing(
  current: () => Store | undefined,
  onIndexed: (indexedTo: number) => void,
  onRebuilt: () => void,
): Indexing {
  let waiting: NodeJS.Timeout | undefined;
  /** The last step failed: the next one waits for its time, because failing may be slow. */
  let failing = false;

  const backlog = (): number => {
    const store = current();
    return store === undefined ? 0 : store.writer.lastSequence() - store.indexer().indexedTo();
  };

  function step(): void {
    const store = current();
    if (store === undefined) return;
    try {
      if (!store.indexer().isInPlace()) rebuild(store);
      if (store.indexer().step(backlog() < longStep ? shortStep : longStep)) onIndexed(store.indexer().indexedTo());
      failing = false;
      if (backlog() > 0) later(backlog() < shortStep ? patienceMilliseconds : 0);
    } catch (error) {
      // The index is not the record. A full disk or a locked file passes, and the next attempt goes on from here.
      if (classify(error, "index").fault === "corrupt") rebuild(store);
      failing = true;
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
      if (backlog() >= shortStep && !failing) step();
      else if (backlog() > 0) later(patienceMilliseconds);
    },
    indexedTo: () => current()?.indexer().indexedTo() ?? 0,
    finish() {
      clearTimeout(waiting);
      const store = current();
      try {
        for (let count = 0; count < finishSteps && store?.indexer().step(longStep) === true; count += 1);
      } catch {
        // Done at the next start.
      }
    },
  };
}
