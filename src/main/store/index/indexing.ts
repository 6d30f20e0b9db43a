// When the search index is brought up to date: in pauses between appends, and without a pause once it is too far behind.
import { join } from "node:path";
import { indexFile, removeDatabase } from "../database.ts";
import { classify } from "../faults.ts";
import type { IndexEvent } from "./messages.ts";
import { type Indexer, openIndexer } from "./indexer.ts";
import { type IntentFilter, newIntentFilter } from "./known-intents.ts";

export interface Indexing {
  /** There is something to do, unless it is under way already. */
  readonly look: () => void;
  /** Another file is the ledger now. */
  readonly opened: (opening: number) => void;
  /** Indexes what is left, within limits, and closes the files: the rest is done at the next start. */
  readonly finish: () => void;
}

/** A longer step costs less for each entry; messages are handled between one and the next. */
const entriesAtOnce = 256;
/** A pause is this long without an append. Indexing in pauses leaves processor and disk to the threads that answer. */
const pauseMilliseconds = 5;
/** Without a pause the index may fall this far behind; searches read the missing entries one by one. */
const mostBehind = 4096;
const retryMilliseconds = 5000;
const finishSteps = 80;

export function createIndexing(directory: string, firstOpening: number, send: (message: IndexEvent) => void): Indexing {
  let opening = firstOpening;
  let indexer: Indexer | undefined;
  let waiting: NodeJS.Timeout | undefined;
  /** The end of the ledger, and since when it is that. */
  let lastSeen = 0;
  let seenAt = 0;
  let removedTo = 0;
  /** The intents the ledger has when it is opened, sent once; the main thread adds later ones itself. */
  let intents: IntentFilter | undefined = newIntentFilter();
  let lastIntent = -1;
  let endAtOpening = 0;

  function current(): Indexer {
    if (indexer?.isInPlace() === false) close();
    if (indexer !== undefined) return indexer;
    indexer = openIndexer(directory);
    removedTo = 0;
    lastIntent = -1;
    endAtOpening = indexer.lastSequence();
    send({ type: "opened" });
    send({ type: "indexed", opening, indexedTo: indexer.indexedTo() });
    return indexer;
  }

  function close(): void {
    try {
      indexer?.close();
    } catch {
      // Files that cannot even be closed are dropped all the same.
    }
    indexer = undefined;
  }

  /** Does some of what there is to do. Gives back after how many milliseconds to go on; undefined when all is done. */
  function step(files: Indexer): number | undefined {
    const last = files.lastSequence();
    const behind = last - files.indexedTo();
    if (last !== lastSeen) seenAt = performance.now();
    lastSeen = last;
    const quiet = performance.now() - seenAt >= pauseMilliseconds;
    if (behind >= mostBehind || (behind > 0 && quiet)) {
      files.step(entriesAtOnce);
      send({ type: "indexed", opening, indexedTo: files.indexedTo() });
      return 0;
    }
    if (files.removeStep()) return 0;
    if (files.removedTo() !== removedTo) {
      removedTo = files.removedTo();
      send({ type: "removed", upTo: removedTo });
    }
    if (intents !== undefined && files.indexedTo() >= endAtOpening) {
      tellIntents(files, intents);
      return 0;
    }
    return behind > 0 ? pauseMilliseconds : undefined;
  }

  function tellIntents(files: Indexer, gathered: IntentFilter): void {
    const last = files.addIntents(gathered, lastIntent);
    if (last !== undefined) {
      lastIntent = last;
      return;
    }
    send({ type: "known", intents: gathered });
    intents = undefined;
  }

  function work(): void {
    try {
      const next = step(current());
      if (next === undefined) send({ type: "rested" });
      else later(next);
    } catch (error) {
      recover(error);
      // Failing may be slow, and looking again at once would only fail again.
      later(retryMilliseconds);
    }
  }

  /** The index is not the record: it can always be made again. */
  function recover(error: unknown): void {
    const { fault } = classify(error, indexFile);
    // These pass, and the next attempt goes on from here.
    if (fault === "full" || fault === "locked") return;
    close();
    if (fault === "corrupt") removeDatabase(join(directory, indexFile));
  }

  function later(milliseconds: number): void {
    waiting ??= setTimeout(() => {
      waiting = undefined;
      work();
    }, milliseconds);
  }

  function stopWaiting(): void {
    clearTimeout(waiting);
    waiting = undefined;
  }

  later(0);
  return {
    look: () => later(0),
    opened(next) {
      opening = next;
      stopWaiting();
      close();
      later(0);
    },
    finish() {
      stopWaiting();
      try {
        const files = current();
        for (let count = 0; count < finishSteps && files.step(entriesAtOnce); count += 1);
      } catch {
        // Done at the next start.
      }
      close();
    },
  };
}
