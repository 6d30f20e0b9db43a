// When the search index is brought up to date: in the pauses between appends, so that answers do not wait for it.
import { classify } from "./faults.ts";
import type { Store } from "./open-store.ts";

export interface Indexing {
  /** Something was appended, and whoever waited for it was answered. */
  readonly appended: () => void;
  readonly indexedTo: () => number;
  /** Indexes what is left, within limits: the rest is done at the next start. */
  readonly finish: () => void;
}

/** Short enough that who comes in the middle of it hardly waits. */
const shortStep = 32;
/** A longer step costs less for each entry. */
const longStep = 256;
/** So long without an append is a pause. */
const pauseMilliseconds = 5;
/** Without any pause the index falls so far behind; searches look at what it lacks one by one. */
const mostBehind = 4096;
const retryMilliseconds = 5000;
const finishSteps = 80;

export function createIndexing(
  current: () => Store | undefined,
  onIndexed: (indexedTo: number) => void,
  onRebuilt: () => void,
  /** Nothing was appended for a while, and everything is indexed. */
  onRest: () => void,
): Indexing {
  let waiting: NodeJS.Timeout | undefined;
  let appendedAt = 0;
  /** The last step failed: the next one waits for its time, because failing may be slow. */
  let failing = false;

  const backlog = (): number => {
    const store = current();
    return store === undefined ? 0 : store.writer.lastSequence() - store.indexer().indexedTo();
  };

  function step(entries: number): void {
    const store = current();
    if (store === undefined) return;
    try {
      if (!store.indexer().isInPlace()) rebuild(store);
      if (store.indexer().step(entries)) onIndexed(store.indexer().indexedTo());
      failing = false;
    } catch (error) {
      // The index is not the record. A full disk or a locked file passes, and the next attempt goes on from here.
      if (classify(error, "index").fault === "corrupt") rebuild(store);
      failing = true;
    }
    if (failing) later(retryMilliseconds);
    else if (backlog() > 0) later(0);
    else onRest();
  }

  function rebuild(store: Store): void {
    store.rebuildIndex();
    onRebuilt();
  }

  /** Messages are handled between one step and the next. */
  function later(milliseconds: number): void {
    waiting ??= setTimeout(() => {
      waiting = undefined;
      const quietFor = performance.now() - appendedAt;
      if (quietFor < pauseMilliseconds) later(pauseMilliseconds - quietFor);
      else step(backlog() < mostBehind ? shortStep : longStep);
    }, milliseconds);
  }

  return {
    appended() {
      appendedAt = performance.now();
      if (backlog() >= mostBehind && !failing) step(longStep);
      else if (backlog() > 0) later(pauseMilliseconds);
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
