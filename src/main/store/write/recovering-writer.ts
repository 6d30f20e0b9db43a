// Keeps the ledger writable after faults: sets a damaged file aside, restores a removed one, and recovers without a restart.
import { join } from "node:path";
import type { NewEntry } from "../../../shared/domain/audit.ts";
import { day } from "../../../shared/lib/clock.ts";
import { ledgerFile, prepareDirectory } from "../database.ts";
import { classify, type LedgerFault, LedgerUnavailable, unavailable } from "../faults.ts";
import { type ConsoleKey, lastCheckpoint, openConsoleKey, writeCheckpointFile } from "../proof/index.ts";
import { type FlatEntry, flatten } from "../record.ts";
import { type Change, emptySavedState, type SavedState } from "../saved-state.ts";
import { createFileGuard, type FileGuard, restoreFile } from "./file-guard.ts";
import { lockInstance } from "./instance-lock.ts";
import { clockJumpEntry, clockSetBackEntry, fileRestoredEntry, outageEntry } from "./ledger-events.ts";
import type { Health } from "./messages.ts";
import { openStore, type Store } from "./open-store.ts";
import { pruneStep, writeStub } from "./pruning.ts";
import type { Appended } from "./writer.ts";

export interface RecoveringWriter {
  /** Throws LedgerUnavailable when nothing was recorded. */
  readonly append: (entries: readonly FlatEntry[], now: number) => Appended;
  /** Does what an append leaves for after its answer. */
  readonly settle: () => void;
  /** Written with the next append, or by flush. */
  readonly saveState: (change: Change) => void;
  readonly flush: () => void;
  readonly checkpoint: (now: number) => void;
  /** Checkpoints the WAL once it has enough entries: while busy only after more of them. */
  readonly checkpointWal: (load: keyof typeof walEntries) => void;
  /** Tries to recover after a fault; without one it does nothing. */
  readonly probe: (now: number) => void;
  /** Signs a stub for what retention removes, up to a checkpoint. */
  readonly prune: (size: number, now: number, archive?: string) => void;
  /** Deletes some of those entries, as far as the search index has removed them; true while more are left. */
  readonly pruneStep: (cleared: number) => boolean;
  readonly store: () => Store | undefined;
  readonly savedState: () => SavedState;
  /** What the start has found wrong with the ledger as a whole. */
  readonly alarm: () => string | undefined;
  readonly close: (now: number) => void;
}

export interface RecoveringWriterOptions {
  readonly directory: string;
  readonly checkpointEntries: number;
  readonly now: number;
  readonly onHealth: (health: Health) => void;
  /** The ledger is another file now: readers must open it again. */
  readonly onOpen: () => void;
}

interface Outage {
  readonly fault: LedgerFault;
  readonly since: number;
  readonly refused: number;
}

/** Clocks are corrected by small steps all the time; only more than this is recorded. */
const clockTolerance = 2000;
/** Longer than most people are away: the clock may be wrong, and retention would remove everything. */
const clockJump = 30 * day;

/** After this many entries the WAL is checkpointed: well before SQLite would do it inside a commit. */
const walEntries = { idle: 512, busy: 4096 };

/** These end the start: waiting does not help. */
const fatal: readonly LedgerFault[] = ["in_use", "newer_version", "key"];

/** After these the connection is still usable. */
const transientFaults: readonly LedgerFault[] = ["full", "locked"];

/** What is open, and what has happened to it. */
interface State {
  unlock: (() => void) | undefined;
  key: ConsoleKey | undefined;
  store: Store | undefined;
  fileGuard: FileGuard | undefined;
  outage: Outage | undefined;
  damaged: boolean;
  lastNow: number;
  walCheckpointAt: number;
  pending: Map<string, Change>;
  savedState: SavedState;
  alarm: string | undefined;
}

/** Throws LedgerUnavailable when the directory is in use, from a newer version, or its key cannot be read. */
export function openRecoveringWriter(options: RecoveringWriterOptions): RecoveringWriter {
  const state: State = {
    unlock: undefined,
    key: undefined,
    store: undefined,
    fileGuard: undefined,
    outage: undefined,
    damaged: false,
    lastNow: 0,
    walCheckpointAt: 0,
    pending: new Map(),
    savedState: emptySavedState,
    alarm: undefined,
  };
  try {
    open(state, options, options.now);
  } catch (error) {
    const fault = noteFault(state, options, error, options.now);
    if (fatal.includes(fault.fault)) {
      state.unlock?.();
      throw fault;
    }
  }
  return createWriterFor(state, options);
}

function createWriterFor(state: State, options: RecoveringWriterOptions): RecoveringWriter {
  /** Runs something that may fail; a fault is reported as health, not thrown. */
  function attempt(now: number, run: () => void): void {
    try {
      run();
    } catch (error) {
      noteFault(state, options, error, now);
    }
  }
  const checkpoint = (now: number): void => attempt(now, () => state.store?.writer.checkpoint(now));

  return {
    append(entries, now) {
      try {
        return write(state, options, entries, now);
      } catch (error) {
        throw noteFault(state, options, error, now);
      }
    },
    settle: () => state.store?.writer.settle(),
    saveState: (change) => void state.pending.set(`${change.kind} ${change.id}`, change),
    flush: () => flush(state),
    checkpoint,
    checkpointWal: (load) => checkpointWal(state, load),
    probe(now) {
      if (state.outage !== undefined) attempt(now, () => void write(state, options, [], now));
    },
    prune(size, now, archive) {
      const current = open(state, options, now);
      if (state.key !== undefined) writeStub(current, state.key, size, now, archive);
    },
    pruneStep: (cleared) => state.store !== undefined && pruneStep(state.store, cleared),
    store: () => state.store,
    savedState: () => state.savedState,
    alarm: () => state.alarm,
    close(now) {
      flush(state);
      checkpoint(now);
      closeStore(state);
      state.unlock?.();
      state.unlock = undefined;
    },
  };
}

function open(state: State, { directory, checkpointEntries, onOpen }: RecoveringWriterOptions, now: number): Store {
  if (state.store !== undefined) return state.store;
  prepareDirectory(directory);
  state.unlock ??= lockInstance(directory);
  state.key ??= readKey(directory);
  const store = openStore({ directory, key: state.key, checkpointEntries, now, damaged: state.damaged });
  state.store = store;
  state.damaged = false;
  state.fileGuard = undefined;
  state.savedState = store.savedState;
  state.alarm = store.alarm ?? state.alarm;
  state.lastNow = Math.max(state.lastNow, store.lastAt);
  onOpen();
  return store;
}

/** Remembers the fault, reports a change of health once, and gives back what to throw. */
function noteFault(
  state: State,
  { directory, onHealth }: RecoveringWriterOptions,
  error: unknown,
  now: number,
): LedgerUnavailable {
  const unusable = classify(error, join(directory, ledgerFile));
  const { fault, message } = unusable;
  if (!transientFaults.includes(fault)) {
    closeStore(state);
    state.damaged = fault === "corrupt";
  }
  const { outage } = state;
  if (outage?.fault !== fault) onHealth({ healthy: false, fault, message });
  state.outage = { fault, since: outage?.since ?? now, refused: (outage?.refused ?? 0) + 1 };
  return unusable;
}

function closeStore(state: State): void {
  try {
    state.store?.close();
  } catch {
    // A connection that cannot even be closed is dropped all the same.
  }
  state.store = undefined;
}

function write(state: State, options: RecoveringWriterOptions, entries: readonly FlatEntry[], now: number): Appended {
  const current = open(state, options, now);
  const events = eventsSince(state, now).map(flatten);
  const saveState = state.pending.size === 0 ? undefined : () => current.saveState(state.pending.values());
  const appended = current.writer.append(events.length === 0 ? entries : [...events, ...entries], now, saveState);
  if (saveState !== undefined) state.pending = new Map();
  state.fileGuard ??= createFileGuard(options.directory, now);
  if (!state.fileGuard.isLinked(now)) restore(state, options, current, now);
  state.lastNow = now;
  if (state.outage !== undefined) options.onHealth({ healthy: true });
  state.outage = undefined;
  return withoutFirst(appended, events.length);
}

/** What the ledger records about itself before the next entries. */
function eventsSince({ lastNow, outage }: State, now: number): readonly NewEntry[] {
  const events: NewEntry[] = [];
  if (now < lastNow - clockTolerance) events.push(clockSetBackEntry(now, lastNow));
  if (lastNow > 0 && now > lastNow + clockJump) events.push(clockJumpEntry(now, lastNow));
  if (outage !== undefined) events.push(outageEntry(now, outage));
  return events;
}

/** The last commit went into an unlinked file: it counts as recorded only when the file is back. */
function restore(state: State, options: RecoveringWriterOptions, current: Store, now: number): void {
  const { directory } = options;
  try {
    prepareDirectory(directory);
    state.key?.save(directory);
    // If the whole directory was removed, the checkpoint file is gone too, and the open ledger is the latest.
    const last = lastCheckpoint(current.connection);
    if (state.key !== undefined && last !== undefined) writeCheckpointFile(directory, state.key.publicKey, last);
    restoreFile(current.connection, directory, now);
  } catch (error) {
    throw unavailable("missing", join(directory, ledgerFile), error);
  }
  state.store = undefined;
  state.unlock?.();
  state.unlock = undefined;
  open(state, options, now).writer.append([flatten(fileRestoredEntry(now))], now);
}

function flush(state: State): void {
  const { store } = state;
  if (store === undefined || state.pending.size === 0) return;
  try {
    store.writer.append([], state.lastNow, () => store.saveState(state.pending.values()));
    state.pending = new Map();
  } catch {
    // The changes stay pending and are written with the next append.
  }
}

function checkpointWal(state: State, load: keyof typeof walEntries): void {
  const sequence = state.store?.writer.lastSequence() ?? 0;
  if (state.store === undefined || sequence - state.walCheckpointAt < walEntries[load]) return;
  state.walCheckpointAt = sequence;
  try {
    state.store.connection.pragma("wal_checkpoint(PASSIVE)");
  } catch {
    // The next append meets the same fault and reports it.
  }
}

function readKey(directory: string): ConsoleKey {
  try {
    return openConsoleKey(directory);
  } catch (error) {
    if (["full", "read_only", "input_output"].includes(classify(error, directory).fault)) throw error;
    throw new LedgerUnavailable(
      "key",
      `The console's key in ${directory} cannot be read (${String(error)}). Put the right file back, or move it away: ` +
        "the present ledger is then set aside and a new one begins.",
      { cause: error },
    );
  }
}

/** Leaves out the entries the ledger wrote about itself before those that were appended. */
function withoutFirst({ first, previousHash, hashes }: Appended, count: number): Appended {
  if (count === 0) return { first, previousHash, hashes };
  return {
    first: first + count,
    previousHash: hashes.slice((count - 1) * 64, count * 64),
    hashes: hashes.slice(count * 64),
  };
}
