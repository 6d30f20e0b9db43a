// The ledger as the engine sees it: appends that arrive together share one transaction and one flush, off this thread.
import type { LedgerEntry, NewEntry } from "../../shared/domain/audit.ts";
import type { RecordedEntry } from "../../shared/domain/entry-bodies.ts";
import { join } from "node:path";
import { second } from "../../shared/lib/clock.ts";
import type { Clock, Ledger } from "../engine/ports.ts";
import { ledgerFile } from "./database.ts";
import { LedgerUnavailable, unavailable } from "./faults.ts";
import { createGroups, type Groups } from "./write/groups.ts";
import { createHealthReport, type HealthReport } from "./write/health-report.ts";
import { createPruning, type Pruning } from "./write/archive-runs.ts";
import { type IndexThread, startIndexThread } from "./index/thread.ts";
import { type Failure, type Health, type WriterEvent, type WriterTypes, writerProtocol } from "./write/messages.ts";
import { createRecall, type Recall } from "./read/recall.ts";
import { createWorkerClient, type WorkerClient } from "../workers/worker-client.ts";
import { type Change, emptySavedState, type SavedState } from "./saved-state.ts";

export interface LedgerOptions {
  readonly directory: string;
  readonly clock: Clock;
  /** In place of the writer's and the index's own threads, for tests. */
  readonly workerUrl?: URL;
  readonly indexUrl?: URL;
  readonly onHealth?: (health: Health) => void;
  /** A checkpoint is signed after this many entries, or this many seconds. */
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

/** Entries that are not indexed yet are held in memory. From this many on, some 25 MB, appends wait for the index. */
const mostHeld = 16_384;
/** The longest an append waits for the index: one that is being rebuilt has the whole ledger to read first. */
const longestHold = second / 4;

/** Rejects with LedgerUnavailable when the directory is in use, from a newer version, or its key cannot be read. */
export async function openLedger(options: LedgerOptions): Promise<LedgerStore> {
  const ledger = new WrittenLedger(options);
  await ledger.open();
  return {
    append: (entries) => ledger.append(entries),
    entriesOf: (agentDid, intentId) => ledger.recall.entriesOf(agentDid, intentId),
    agentsOf: (intentId) => ledger.recall.agentsOf(intentId),
    health: () => ledger.health.current(),
    entries: () => ledger.entries,
    savedState: () => ledger.savedState,
    alarm: () => ledger.alarm,
    saveState: (change) => ledger.saveState(change),
    prune: (before) => ledger.pruning.prune(before),
    close: () => ledger.close(),
  };
}

/** The threads that write and index a ledger, and what the engine knows of them. */
class WrittenLedger {
  entries = 0;
  savedState = emptySavedState;
  alarm: string | undefined;
  readonly recall: Recall;
  readonly health: HealthReport;
  readonly pruning: Pruning;
  readonly #options: LedgerOptions;
  readonly #file: string;
  readonly #writer: WorkerClient<WriterTypes>;
  readonly #groups: Groups;
  #index: IndexThread | undefined;
  #closed = false;
  #heldSince: number | undefined;
  #cancelCheckpoint: (() => void) | undefined;
  /** The thread that is being started, until it is ready or has ended. */
  #starting: PromiseWithResolvers<void> | undefined;
  /** Why the thread ends, when it says so before. */
  #refusal: LedgerUnavailable | undefined;

  constructor(options: LedgerOptions) {
    const { directory, clock, checkpointEntries = 1024 } = options;
    this.#options = options;
    this.#file = join(directory, ledgerFile);
    this.recall = createRecall(directory);
    this.#writer = createWorkerClient({
      protocol: writerProtocol,
      data: () => ({ directory, checkpointEntries, now: clock.now() }),
      url: options.workerUrl,
      describeEnd: (error) => error?.message ?? "its writer stopped",
      onEvent: (message) => this.#receive(message),
      onEnd: (error) => this.#ended(error),
    });
    this.#groups = createGroups(
      (entries) => {
        this.#startAgain();
        this.#writer.send({ type: "append", entries, now: clock.now() });
      },
      () => this.#hold(),
    );
    this.health = createHealthReport(
      clock,
      () => {
        this.#startAgain();
        this.#writer.send({ type: "probe", now: clock.now() });
      },
      options.onHealth,
    );
    this.pruning = createPruning({
      directory,
      clock,
      ready: async () => {
        if (!this.#writer.isRunning() && !this.#closed) await this.#start();
        return !this.#closed;
      },
      send: ({ size, file }) => this.#writer.send({ type: "prune", size, archive: file, now: clock.now() }),
    });
  }

  async open(): Promise<void> {
    const { directory, clock, indexUrl } = this.#options;
    try {
      await this.#start();
    } catch (error) {
      // Whoever could not open it does not want it opened later.
      this.#closed = true;
      this.health.stop();
      throw error;
    }
    this.#index = startIndexThread({
      directory,
      clock,
      ...(indexUrl === undefined ? {} : { workerUrl: indexUrl }),
      onIndexed: this.recall.forgetUpTo,
      onOpened: this.recall.close,
      onRemoved: (upTo) => this.#writer.send({ type: "clear", upTo }),
      onKnown: this.recall.learn,
    });
  }

  append(entries: readonly NewEntry[]): Promise<readonly LedgerEntry[]> {
    return this.#closed ? Promise.reject(unavailable("closed", this.#file)) : this.#groups.add(entries);
  }

  saveState(change: Change): void {
    if (!this.#closed) this.#startAgain();
    this.#writer.send({ type: "saveState", change });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.pruning.stop();
    this.#cancelCheckpoint?.();
    this.health.stop();
    await this.#groups.idle();
    // The last connection to close a database checkpoints and removes its WAL, which a read-only one cannot do: readers close
    // first, then the index, then the writer.
    this.recall.close();
    await this.#index?.close();
    this.recall.close();
    await this.#writer.close({ type: "close", now: this.#options.clock.now() });
  }

  /** While the index is too far behind, appends wait for its next step. */
  #hold(): Promise<void> | undefined {
    const now = performance.now();
    this.#heldSince ??= now;
    const waits = this.recall.held() >= mostHeld && now - this.#heldSince < longestHold;
    const step = waits ? this.#index?.nextStep() : undefined;
    if (step === undefined) this.#heldSince = undefined;
    return step;
  }

  #start(): Promise<void> {
    const { promise } = (this.#starting = Promise.withResolvers<void>());
    this.#refusal = undefined;
    this.#writer.start();
    return promise;
  }

  #ended(error: Error | undefined): void {
    const stopped = this.#refusal ?? unavailable("unknown", this.#file, error ?? new Error("its writer stopped"));
    this.#starting?.reject(stopped);
    this.pruning.failed(stopped);
    if (this.#closed) return;
    this.health.report({ healthy: false, fault: stopped.fault, message: stopped.message });
    this.#groups.failed(stopped);
  }

  /** After the writer's thread died. Why it cannot start, if it cannot, comes as its exit. */
  #startAgain(): void {
    if (!this.#writer.isRunning()) this.#start().catch(() => undefined);
  }

  #checkpointLater(): void {
    const { clock, checkpointSeconds = 10 } = this.#options;
    // The end is signed anyway, and a timer would keep the process alive.
    if (this.#closed) return;
    this.#cancelCheckpoint ??= clock.after(checkpointSeconds * second, () => {
      this.#cancelCheckpoint = undefined;
      this.#writer.send({ type: "checkpoint", now: clock.now() });
    });
  }

  #receive(message: WriterEvent): void {
    switch (message.type) {
      case "appended":
        return this.#appended(message);
      case "failed":
        return this.#groups.failed(unavailableFor(message.failure), message.entries);
      case "health":
        return this.health.report(message.health);
      case "opened":
        this.recall.close();
        this.#index?.opened();
        // What a stub stands for still goes, if there is one: the index says so again when it is open.
        return this.pruning.failed(unavailable("unknown", this.#file, new Error("it was opened again meanwhile")));
      case "ready":
        this.#starting?.resolve();
        this.savedState = message.savedState;
        this.alarm = message.alarm ?? this.alarm;
        this.entries = message.entries;
        if (message.healthy) this.health.report({ healthy: true });
        return undefined;
      case "stub":
        return this.#index?.look();
      case "pruned":
        return this.pruning.removed(message.upTo);
      case "unpruned":
        return this.pruning.failed(unavailableFor(message.failure));
      case "refused":
        this.#refusal = unavailableFor(message.failure);
        return undefined;
      case "closed":
        return undefined;
    }
  }

  #appended(message: Extract<WriterEvent, { readonly type: "appended" }>): void {
    this.entries = message.first + message.hashes.length / 64 - 1;
    for (const entry of this.#groups.done(message)) this.recall.add(entry);
    // The index's thread may have been quicker than this message.
    this.recall.forgetUpTo(this.#index?.indexedTo() ?? 0);
    this.#index?.look();
    this.#checkpointLater();
  }
}

function unavailableFor({ fault, message }: Failure): LedgerUnavailable {
  return new LedgerUnavailable(fault, message);
}
