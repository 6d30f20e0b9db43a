// The ledger as the engine sees it: appends that arrive together share one transaction and one flush, off this thread.
import type { RecordedEntry } from "../../shared/domain/entry-bodies.ts";
import { join } from "node:path";
import { second } from "../../shared/lib/clock.ts";
import type { Clock, Ledger } from "../engine/ports.ts";
import { ledgerFile } from "./database.ts";
import { LedgerUnavailable, unavailable } from "./faults.ts";
import { createGroups } from "./write/groups.ts";
import { type IndexThread, startIndexThread } from "./index/thread.ts";
import { type Health, type WriterEvent, writerProtocol } from "./write/messages.ts";
import { runJob } from "./read/jobs.ts";
import { createRecall } from "./read/recall.ts";
import { createWorkerClient } from "../workers/worker-client.ts";
import { type Change, emptySavedState, type SavedState } from "./saved-state.ts";

export interface LedgerOptions {
  readonly directory: string;
  readonly clock: Clock;
  /** In place of the writer's and the index's own threads, for tests. */
  readonly workerUrl?: URL;
  readonly indexUrl?: URL;
  readonly onHealth?: (health: Health) => void;
  /** A checkpoint is signed after so many entries, or so many seconds. */
  readonly checkpointEntries?: number;
  readonly checkpointSeconds?: number;
}

export interface LedgerStore extends Ledger {
  /** Everything recorded about an intent, in order: the intent, its verdicts, directives and reports. */
  readonly entriesOf: (agentDid: string, intentId: string) => readonly RecordedEntry[];
  /** The agents that have used this id for an intent, as far as the search index has come. */
  readonly agentsOf: (intentId: string) => readonly string[];
  readonly health: () => Health;
  /** How many entries the ledger has had, those that retention removed included. */
  readonly entries: () => number;
  /** The state saved before the start: bodies as JSON. */
  readonly savedState: () => SavedState;
  /** What the start has found wrong with the ledger as a whole, what it means and what to do. */
  readonly alarm: () => string | undefined;
  /** Saves a change soon, without an answer; it may be called often for the same agent or grant. */
  readonly saveState: (change: Change) => void;
  /**
   * Moves entries recorded before a moment into a compressed archive. A signed stub stands for them, so that the rest
   * still verifies. Gives back how many entries are gone in all.
   */
  readonly prune: (before: number) => Promise<number>;
  /** Finishes what is under way, signs the end, and lets go of the files. */
  readonly close: () => Promise<void>;
}

const probeMilliseconds = 2 * second;

/** Of entries the index lacks, so many are in memory before appends keep to its pace: some 25 megabytes. */
const mostHeld = 16_384;
/** No append waits longer for that: an index made anew has all of the ledger before it, and they come last. */
const longestHold = second / 4;

/** Rejects with LedgerUnavailable when the directory is in use, from a newer version, or its key cannot be read. */
export async function openLedger(options: LedgerOptions): Promise<LedgerStore> {
  const { directory, clock, checkpointEntries = 1024, checkpointSeconds = 10 } = options;
  const file = join(directory, ledgerFile);
  const recall = createRecall(directory);
  let index: IndexThread | undefined;
  let health: Health = { healthy: true };
  let entries = 0;
  let savedState = emptySavedState;
  let alarm: string | undefined;
  let closed = false;
  /** Ends an archive that is being written: the next start writes it again. */
  const closing = new AbortController();
  let pruning: (PromiseWithResolvers<void> & { readonly size: number }) | undefined;
  /** One after the other: each takes off what the one before has left. */
  let pruned: Promise<number> = Promise.resolve(0);
  let cancelCheckpoint: (() => void) | undefined;
  let cancelProbe: (() => void) | undefined;

  /** The thread that is being started, until it is ready or has ended. */
  let starting: PromiseWithResolvers<void> | undefined;
  /** Why the thread ends, when it says so before. */
  let refusal: LedgerUnavailable | undefined;
  const writer = createWorkerClient({
    protocol: writerProtocol,
    data: () => ({ directory, checkpointEntries, now: clock.now() }),
    url: options.workerUrl,
    describeEnd: (error) => error?.message ?? "its writer stopped",
    onEvent: receive,
    onEnd: ended,
  });
  const groups = createGroups((entries) => {
    startAgain();
    writer.send({ type: "append", entries, now: clock.now() });
  }, hold);

  let heldSince: number | undefined;
  function hold(): Promise<void> | undefined {
    const now = performance.now();
    heldSince ??= now;
    const waits = recall.held() >= mostHeld && now - heldSince < longestHold;
    const step = waits ? index?.nextStep() : undefined;
    if (step === undefined) heldSince = undefined;
    return step;
  }

  function start(): Promise<void> {
    const { promise } = (starting = Promise.withResolvers<void>());
    refusal = undefined;
    writer.start();
    return promise;
  }

  function ended(error: Error | undefined): void {
    const stopped = refusal ?? unavailable("unknown", file, error ?? new Error("its writer stopped"));
    starting?.reject(stopped);
    pruning?.reject(stopped);
    if (closed) return;
    report({ healthy: false, fault: stopped.fault, message: stopped.message });
    groups.failed(stopped);
  }

  /** After the writer's thread died. Why it cannot start, if it cannot, comes as its exit. */
  function startAgain(): void {
    if (!writer.isRunning()) start().catch(() => undefined);
  }

  function report(next: Health): void {
    const changed = next.healthy !== health.healthy || next.fault !== health.fault;
    health = next;
    cancelProbe?.();
    if (!next.healthy && !closed) cancelProbe = clock.after(probeMilliseconds, probe);
    if (changed) options.onHealth?.(next);
  }

  function probe(): void {
    startAgain();
    writer.send({ type: "probe", now: clock.now() });
    cancelProbe = clock.after(probeMilliseconds, probe);
  }

  function checkpointLater(): void {
    // The end is signed anyway, and a timer would keep the process alive.
    if (closed) return;
    cancelCheckpoint ??= clock.after(checkpointSeconds * second, () => {
      cancelCheckpoint = undefined;
      writer.send({ type: "checkpoint", now: clock.now() });
    });
  }

  function receive(message: WriterEvent): void {
    switch (message.type) {
      case "appended":
        entries = message.first + message.hashes.length / 64 - 1;
        for (const entry of groups.done(message)) recall.add(entry);
        // The index's thread may have been quicker than this message.
        recall.forgetUpTo(index?.indexedTo() ?? 0);
        index?.look();
        return checkpointLater();
      case "failed":
        return groups.failed(new LedgerUnavailable(message.failure.fault, message.failure.message), message.entries);
      case "health":
        return report(message.health);
      case "opened":
        recall.close();
        index?.opened();
        // What a stub stands for still goes, if there is one: the index says so again when it is open.
        pruning?.reject(unavailable("unknown", file, new Error("it was opened again meanwhile")));
        return undefined;
      case "ready":
        starting?.resolve();
        savedState = message.savedState;
        alarm = message.alarm ?? alarm;
        entries = message.entries;
        if (message.healthy) report({ healthy: true });
        return undefined;
      case "stub":
        return index?.look();
      case "pruned":
        if (pruning !== undefined && message.upTo >= pruning.size) pruning.resolve();
        return undefined;
      case "unpruned":
        return pruning?.reject(new LedgerUnavailable(message.failure.fault, message.failure.message));
      case "refused":
        refusal = new LedgerUnavailable(message.failure.fault, message.failure.message);
        return undefined;
      case "closed":
        return undefined;
    }
  }

  async function prune(before: number): Promise<number> {
    const range = { before, now: clock.now() };
    const archived = await runJob({ directory }, "archive", range, { signal: closing.signal }).catch(
      (error: unknown) => {
        if (closing.signal.aborted) return undefined;
        throw error;
      },
    );
    if (archived === undefined) return 0;
    // Only what is open takes it: a message to a thread that died is answered by nobody.
    if (!writer.isRunning() && !closed) await start();
    if (closed) return 0;
    pruning = { ...Promise.withResolvers<void>(), size: archived.size };
    writer.send({ type: "prune", size: archived.size, archive: archived.file, now: clock.now() });
    await pruning.promise;
    return archived.size;
  }

  await start().catch((error: unknown) => {
    closed = true;
    // Whoever could not open it does not want it opened later.
    cancelProbe?.();
    throw error;
  });
  index = startIndexThread({
    directory,
    clock,
    ...(options.indexUrl === undefined ? {} : { workerUrl: options.indexUrl }),
    onIndexed: recall.forgetUpTo,
    onOpened: recall.close,
    onRemoved: (upTo) => writer.send({ type: "clear", upTo }),
    onKnown: recall.learn,
  });

  return {
    append: (entries) => (closed ? Promise.reject(unavailable("closed", file)) : groups.add(entries)),
    entriesOf: recall.entriesOf,
    agentsOf: recall.agentsOf,
    health: () => health,
    entries: () => entries,
    savedState: () => savedState,
    alarm: () => alarm,
    saveState(change) {
      if (!closed) startAgain();
      writer.send({ type: "remember", change });
    },
    prune(before) {
      const next = pruned.catch(() => 0).then(() => prune(before));
      pruned = next;
      return next;
    },
    async close() {
      if (closed) return;
      closed = true;
      closing.abort();
      cancelCheckpoint?.();
      cancelProbe?.();
      await groups.idle();
      // Whoever lets go of a file last folds its log and removes it, and one that only reads cannot: readers first, then the
      // index, then the writer.
      recall.close();
      await index.close();
      recall.close();
      await writer.close({ type: "close", now: clock.now() });
    },
  };
}
