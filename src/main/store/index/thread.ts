// The search index on a thread of its own, so that no append waits for it: restarted when it dies, notified of new entries.
import { second } from "../../../shared/lib/clock.ts";
import type { Clock } from "../../engine/ports.ts";
import { createWorkerClient } from "../../workers/worker-client.ts";
import { type IndexEvent, indexProtocol } from "./messages.ts";
import type { IntentFilter } from "./known-intents.ts";

export interface IndexThread {
  /** There is something new in the ledger. */
  readonly look: () => void;
  /** Another file is the ledger now. */
  readonly opened: () => void;
  /** The last entry of the present ledger that is known to be indexed. */
  readonly indexedTo: () => number;
  /** When the index has come further; undefined when it stands still, because nobody waits for a thread in trouble. */
  readonly nextStep: () => Promise<void> | undefined;
  /** Indexes what is left, within limits, and ends. */
  readonly close: () => Promise<void>;
}

export interface IndexThreadOptions {
  readonly directory: string;
  readonly clock: Clock;
  /** In place of the index's own thread, for tests. */
  readonly workerUrl?: URL;
  readonly onIndexed: (indexedTo: number) => void;
  /** Another file is the index now. */
  readonly onOpened: () => void;
  readonly onRemoved: (upTo: number) => void;
  readonly onKnown: (intents: IntentFilter) => void;
}

const restartMilliseconds = 2 * second;
/** A step takes some milliseconds, and a few times that on a busy machine. */
const standstillMilliseconds = second / 4;
/** Whoever closes the console does not wait longer: what is left is indexed at the next start. */
const closeMilliseconds = 5 * second;

export function startIndexThread(options: IndexThreadOptions): IndexThread {
  const { directory, clock, onIndexed, onOpened, onRemoved, onKnown } = options;
  let opening = 0;
  let indexedTo = 0;
  let resting = false;
  /** Something came after the thread was told to look. */
  let more = false;
  let movedAt = 0;
  let moved: (() => void) | undefined;
  let closed = false;
  let cancelRestart: (() => void) | undefined;

  const client = createWorkerClient({
    protocol: indexProtocol,
    data: () => ({ directory, opening }),
    url: options.workerUrl,
    closeWithinMs: closeMilliseconds,
    describeEnd: (error) => error?.message ?? "The index's thread has ended.",
    onEvent: receive,
    // Nothing is lost: the index follows from the ledger.
    onEnd: () => {
      moved?.();
      if (!closed) cancelRestart = clock.after(restartMilliseconds, start);
    },
  });

  function start(): void {
    // It looks by itself when it starts.
    resting = false;
    movedAt = performance.now();
    client.start();
  }

  function receive(message: IndexEvent): void {
    switch (message.type) {
      case "indexed":
        // What it reports of an earlier ledger must not count for the present one.
        if (message.opening !== opening) return;
        indexedTo = message.indexedTo;
        onIndexed(indexedTo);
        movedAt = performance.now();
        moved?.();
        return;
      case "opened":
        return onOpened();
      case "removed":
        return onRemoved(message.upTo);
      case "known":
        return onKnown(message.intents);
      case "rested":
        resting = true;
        if (more) look();
    }
  }

  /** One message until it rests: to wake it for every append would cost the threads that answer. */
  function look(): void {
    more = !resting;
    if (more) return;
    resting = false;
    client.send({ type: "look" });
  }

  const isMoving = (): boolean => client.isRunning() && performance.now() - movedAt < standstillMilliseconds;

  start();
  return {
    look,
    opened() {
      opening += 1;
      indexedTo = 0;
      client.send({ type: "opened", opening });
    },
    indexedTo: () => indexedTo,
    nextStep() {
      if (!isMoving()) return undefined;
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, standstillMilliseconds);
        moved = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
    async close() {
      closed = true;
      cancelRestart?.();
      await client.close();
    },
  };
}
