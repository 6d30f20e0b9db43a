// Keeps the ledger writable through faults: sets a damaged file aside, restores a removed one, comes back by itself.
import { join } from "node:path";
import type { NewEntry } from "../../shared/audit.ts";
import { day } from "../../shared/clock.ts";
import { writeAnchor } from "./anchor.ts";
import { ledgerFile, prepareDirectory } from "./database.ts";
import { classify, type LedgerFault, LedgerUnavailable, unavailable } from "./faults.ts";
import { lockInstance } from "./instance-lock.ts";
import { type ConsoleKey, openConsoleKey } from "./keys.ts";
import type { Health } from "./messages.ts";
import { clockNote, leapNote, outageNote, restoredNote } from "./notes.ts";
import { openStore, type Store } from "./open-store.ts";
import { createPlace, type Place, restore } from "./place.ts";
import { pruneStep, writeStub } from "./pruning.ts";
import { type FlatEntry, flatten } from "./record.ts";
import { type Change, nothingRemembered, type Remembered } from "./remembered.ts";
import { lastCheckpoint } from "./tail.ts";
import type { Appended } from "./writer.ts";

export interface Keeper {
  /** Throws LedgerUnavailable when nothing of it is recorded. */
  readonly append: (entries: readonly FlatEntry[], now: number) => Appended;
  /** What an append leaves for when it was answered. */
  readonly settle: () => void;
  /** Held until the next append takes it along, or flush. */
  readonly remember: (change: Change) => void;
  readonly flush: () => void;
  readonly checkpoint: (now: number) => void;
  /** Moves what the log has gathered into the database, once that is worth it; at work only when it can wait no longer. */
  readonly foldLog: (at: "rest" | "work") => void;
  /** Tries to come back after a fault; no effect when all is well. */
  readonly probe: (now: number) => void;
  /** Signs for what retention removes, up to a checkpoint. */
  readonly prune: (size: number, now: number, archive?: string) => void;
  /** Removes some of it, as far as the search index no longer has it; true while there is more to do. */
  readonly pruneStep: (cleared: number) => boolean;
  readonly store: () => Store | undefined;
  readonly remembered: () => Remembered;
  /** What the start has found wrong with the ledger as a whole. */
  readonly alarm: () => string | undefined;
  readonly close: (now: number) => void;
}

export interface KeeperOptions {
  readonly directory: string;
  readonly checkpointEntries: number;
  readonly now: number;
  readonly onHealth: (health: Health) => void;
  /** Another file is the ledger now: whoever reads it opens it again. */
  readonly onOpen: () => void;
}

interface Outage {
  readonly fault: LedgerFault;
  readonly since: number;
  refused: number;
}

/** Clocks are corrected by small steps all the time; only more than this is worth an entry. */
const clockTolerance = 2000;
/** Longer than most people are away: the clock may be wrong, and retention would let go of everything. */
const leap = 30 * day;

/** After so many entries the log is folded into the database: well before SQLite would do it inside a commit. */
const foldEntries = { rest: 512, work: 4096 };

/** These end the start: waiting does not make them better. */
const fatal: readonly LedgerFault[] = ["in_use", "newer_version", "key"];

/** After these the connection is still good. */
const passing: readonly LedgerFault[] = ["full", "locked"];

/** Throws LedgerUnavailable when the directory is in use, from a newer version, or its key cannot be read. */
export function openKeeper(options: KeeperOptions): Keeper {
  const { directory, checkpointEntries, onHealth, onOpen } = options;
  const file = join(directory, ledgerFile);
  let unlock: (() => void) | undefined;
  let key: ConsoleKey | undefined;
  let store: Store | undefined;
  let place: Place | undefined;
  let outage: Outage | undefined;
  let damaged = false;
  let lastNow = 0;
  let foldedAt = 0;
  let pending = new Map<string, Change>();
  let remembered = nothingRemembered;
  let alarm: string | undefined;

  function open(now: number): Store {
    if (store !== undefined) return store;
    prepareDirectory(directory);
    unlock ??= lockInstance(directory);
    key ??= readKey(directory);
    store = openStore({ directory, key, checkpointEntries, now, damaged });
    damaged = false;
    place = undefined;
    remembered = store.remembered;
    alarm = store.alarm ?? alarm;
    lastNow = Math.max(lastNow, store.lastAt);
    onOpen();
    return store;
  }

  /** Notes the fault, tells the outside once, and gives back what to throw. */
  function failed(error: unknown, now: number): LedgerUnavailable {
    const fault = classify(error, file);
    if (!passing.includes(fault.fault)) {
      closeStore();
      damaged = fault.fault === "corrupt";
    }
    if (outage?.fault !== fault.fault) onHealth({ healthy: false, fault: fault.fault, message: fault.message });
    outage = { fault: fault.fault, since: outage?.since ?? now, refused: (outage?.refused ?? 0) + 1 };
    return fault;
  }

  function closeStore(): void {
    try {
      store?.close();
    } catch {
      // A connection that cannot even be closed is dropped all the same.
    }
    store = undefined;
  }

  function takeNotes(now: number): readonly NewEntry[] {
    const notes: NewEntry[] = [];
    if (now < lastNow - clockTolerance) notes.push(clockNote(now, lastNow));
    if (lastNow > 0 && now > lastNow + leap) notes.push(leapNote(now, lastNow));
    if (outage !== undefined) notes.push(outageNote(now, outage));
    return notes;
  }

  function write(entries: readonly FlatEntry[], now: number): Appended {
    const current = open(now);
    const notes = takeNotes(now).map(flatten);
    const remember = pending.size === 0 ? undefined : () => current.remember(pending.values());
    const appended = current.writer.append(notes.length === 0 ? entries : [...notes, ...entries], now, remember);
    if (remember !== undefined) pending = new Map();
    place ??= createPlace(directory, now);
    if (!place.isHeld(now)) putBack(current, now);
    lastNow = now;
    if (outage !== undefined) onHealth({ healthy: true });
    outage = undefined;
    return withoutFirst(appended, notes.length);
  }

  /** What was just committed went into a file without a name: it counts as recorded only when it has one again. */
  function putBack(current: Store, now: number): void {
    try {
      prepareDirectory(directory);
      key?.save(directory);
      // Whoever removed the whole folder removed this too, and what is open is known to be the latest.
      const last = lastCheckpoint(current.connection);
      if (key !== undefined && last !== undefined) writeAnchor(directory, key.publicKey, last);
      restore(current.connection, directory, now);
    } catch (error) {
      throw unavailable("missing", file, error);
    }
    store = undefined;
    unlock?.();
    unlock = undefined;
    open(now).writer.append([flatten(restoredNote(now))], now);
  }

  const keeper: Keeper = {
    append(entries, now) {
      try {
        return write(entries, now);
      } catch (error) {
        throw failed(error, now);
      }
    },
    settle: () => store?.writer.settle(),
    remember: (change) => void pending.set(`${change.kind} ${change.id}`, change),
    flush() {
      const current = store;
      if (current === undefined || pending.size === 0) return;
      try {
        current.writer.append([], lastNow, () => current.remember(pending.values()));
        pending = new Map();
      } catch {
        // They stay pending; the next append takes them along.
      }
    },
    checkpoint(now) {
      try {
        store?.writer.checkpoint(now);
      } catch (error) {
        failed(error, now);
      }
    },
    foldLog(at) {
      const sequence = store?.writer.lastSequence() ?? 0;
      if (store === undefined || sequence - foldedAt < foldEntries[at]) return;
      foldedAt = sequence;
      try {
        store.connection.pragma("wal_checkpoint(PASSIVE)");
      } catch {
        // Whatever is wrong, the next append meets it and says so.
      }
    },
    probe(now) {
      if (outage === undefined) return;
      try {
        write([], now);
      } catch (error) {
        failed(error, now);
      }
    },
    prune(size, now, archive) {
      const current = open(now);
      if (key !== undefined) writeStub(current, key, size, now, archive);
    },
    pruneStep: (cleared) => store !== undefined && pruneStep(store, cleared),
    store: () => store,
    remembered: () => remembered,
    alarm: () => alarm,
    close(now) {
      keeper.flush();
      keeper.checkpoint(now);
      closeStore();
      unlock?.();
      unlock = undefined;
    },
  };

  try {
    open(options.now);
  } catch (error) {
    const fault = failed(error, options.now);
    if (fatal.includes(fault.fault)) {
      unlock?.();
      throw fault;
    }
  }
  return keeper;
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

/** Leaves out what the ledger wrote about itself before the entries that were asked for. */
function withoutFirst({ first, previousHash, hashes }: Appended, count: number): Appended {
  if (count === 0) return { first, previousHash, hashes };
  return {
    first: first + count,
    previousHash: hashes.slice((count - 1) * 64, count * 64),
    hashes: hashes.slice(count * 64),
  };
}
