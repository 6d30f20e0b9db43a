// Opens the ledger for writing, or sets it aside unchanged and begins a new one when it cannot be continued provably.
import { existsSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { NewEntry } from "../../shared/audit.ts";
import { readAnchor, writeAnchor } from "./anchor.ts";
import { type AnchorDoubt, doubtAnchor } from "./anchor-doubt.ts";
import {
  asideName,
  type Connection,
  indexFile,
  ledgerFile,
  moveDatabase,
  openForReading,
  openForWriting,
  removeDatabase,
} from "./database.ts";
import { classify } from "./faults.ts";
import { readHead } from "./head.ts";
import type { ConsoleKey } from "./keys.ts";
import { latestVersion, migrate, refuseForeign, schemaVersion } from "./migrations.ts";
import { alteredMemoryNote, anchorNote, doubtedMemoryNote, setAsideNote, type SetAsideReason } from "./notes.ts";
import {
  type Change,
  cleanMemory,
  createRememberer,
  readMemory,
  type Remembered,
  type Remembering,
} from "./remembered.ts";
import { flatten } from "./record.ts";
import { type CheckpointStatement, parseStatement, type Signed } from "./statements.ts";
import { findSignedTree, lastCheckpoint } from "./tail.ts";
import { walkLedger } from "./walk.ts";
import { createWriter, type Writer } from "./writer.ts";

export interface Store {
  readonly connection: Connection;
  readonly writer: Writer;
  readonly remembered: Remembered;
  /** Writes what is to be remembered; call it inside a transaction. */
  readonly remember: (changes: Iterable<Change>) => Remembering;
  /** The time of the last entry: an earlier clock was set back. */
  readonly lastAt: number;
  /** The ledger may not be the one that was written last: what happened, what it means and what to do. */
  readonly alarm?: string;
  readonly close: () => void;
}

export interface StoreOptions {
  readonly directory: string;
  readonly key: ConsoleKey;
  readonly checkpointEntries: number;
  readonly now: number;
  /** The file was found damaged while it was in use. */
  readonly damaged?: boolean;
}

interface Fault {
  readonly why: SetAsideReason;
  readonly detail?: string;
}

export function openStore(options: StoreOptions): Store {
  const { directory, key, now } = options;
  const file = join(directory, ledgerFile);
  const opened = options.damaged === true ? { why: "corrupt" as const } : tryOpen(options);
  if (!("why" in opened)) return assemble(opened, options, []);

  const lastSize = readAnchor(directory, [key.publicKey])?.size;
  const aside = opened.why === "missing" ? undefined : asideName(directory, opened.why, now);
  if (aside !== undefined) moveDatabase(file, aside);
  // Whoever searches before the index's thread has made another must not find what the old ledger had.
  removeDatabase(join(directory, indexFile));
  const fresh = openForWriting(file, "FULL");
  migrate(fresh, directory);
  const note = setAsideNote(now, opened.why, {
    ...(aside === undefined ? {} : { file: basename(aside) }),
    ...(opened.detail === undefined ? {} : { detail: opened.detail }),
    ...(lastSize === undefined ? {} : { lastSize }),
  });
  return assemble(fresh, options, [note]);
}

function tryOpen(options: StoreOptions): Connection | Fault {
  const { directory } = options;
  const file = join(directory, ledgerFile);
  let connection: Connection | undefined;
  try {
    // Looked at before anything is written: a file that is set aside stays as it was found, to the byte.
    const inspected = existsSync(file) && statSync(file).size > 0 ? inspect(file, options) : "unknown";
    if (typeof inspected === "object") return inspected;
    connection = openForWriting(file, "FULL");
    migrate(connection, directory);
    const fault = inspected === "sound" ? undefined : findFault(connection, options);
    if (fault === undefined) return connection;
    connection.close();
    return fault;
  } catch (error) {
    connection?.close();
    if (classify(error, file).fault === "corrupt") return { why: "corrupt", detail: String(error) };
    throw error;
  }
}

/** A file of an older version can only be judged once it is migrated. */
function inspect(file: string, options: StoreOptions): Fault | "sound" | "unknown" {
  const connection = openForReading(file);
  try {
    refuseForeign(connection, file);
    return schemaVersion(connection) === latestVersion() ? (findFault(connection, options) ?? "sound") : "unknown";
  } finally {
    connection.close();
  }
}

/** Looks at the end of the ledger only, what came after the last signature: the rest is `verify`'s work. */
function findFault(connection: Connection, { directory, key }: StoreOptions): Fault | undefined {
  const anchor = readAnchor(directory, [key.publicKey]);
  const tree = findSignedTree(connection);
  if (tree.statement !== undefined && parseStatement(tree.statement)?.keyId !== key.keyId) return { why: "other-key" };
  const walk = walkLedger(connection, tree, { publicKeys: [key.publicKey], seal: key.seal });
  if (walk.problem !== undefined) return { why: "altered", detail: walk.problem.message };
  if (anchor === undefined || anchor.size <= walk.last) return undefined;
  if (walk.last === 0)
    return { why: "missing", detail: `A ledger that ended at entry ${anchor.size} was here before.` };
  return {
    why: "altered",
    detail: `A checkpoint was signed at entry ${anchor.size}; the ledger ends at ${walk.last}.`,
  };
}

function assemble(connection: Connection, options: StoreOptions, notes: readonly NewEntry[]): Store {
  const { directory, key, checkpointEntries, now } = options;
  try {
    const { doubt, anchored } = lookAtAnchor(connection, directory, key, notes.length > 0);
    let memory = readMemory(connection, key);
    const writer = createWriter({
      connection,
      memory: memory.digest,
      key,
      checkpointEntries,
      anchored,
      anchor: (checkpoint) => keepAnchor(directory, key, checkpoint),
    });
    const { altered } = memory.remembered;
    // A ledger that may be an older copy remembers what was true then: a grant that was revoked, an agent not yet halted.
    const doubted = memory.remembered.doubted || doubt !== undefined;
    const alarmNote = doubt === undefined ? undefined : anchorNote(now, doubt);
    const memoryNotes = [
      ...altered.map(({ kind, id }) => alteredMemoryNote(now, kind, id)),
      ...(memory.remembered.doubted ? [doubtedMemoryNote(now)] : []),
      ...(alarmNote === undefined ? [] : [alarmNote]),
    ];
    const lastAt = connection
      .prepare<[number], number>("SELECT at FROM entries WHERE sequence = ?")
      .pluck()
      .get(writer.lastSequence());
    // Noted and cleaned at once: what is doubted now must not be believed at the next start.
    const entries = [...notes, ...memoryNotes].map(flatten);
    const clean = (): Remembering => {
      const cleaned = cleanMemory(connection, key, { ...memory.remembered, doubted });
      return { digest: cleaned.digest, keep: () => void (memory = cleaned) };
    };
    if (memoryNotes.length > 0) writer.append(entries, now, clean);
    else if (entries.length > 0 || readHead(connection)?.memory === undefined) writer.append(entries, now);
    // Signed at once, so that the head file belongs to this ledger from now on.
    if (notes.length > 0 || doubt !== undefined) writer.checkpoint(now);
    const remember = createRememberer(connection, key, memory);
    // A new ledger remembers nothing: not that an agent was halted, and not what was denied for good.
    const remembered = { ...memory.remembered, altered, doubted: doubted || notes.length > 0 };
    const close = (): void => void connection.close();
    const [told] = alarmNote === undefined ? notes : [alarmNote];
    const alarm = told === undefined ? {} : { alarm: told.summary };
    return { connection, writer, remembered, remember, lastAt: lastAt ?? 0, ...alarm, close };
  } catch (error) {
    connection.close();
    throw error;
  }
}

interface AnchorState {
  readonly doubt?: AnchorDoubt;
  readonly anchored: number | undefined;
}

/** Whether the head file is the one that was written last; one that a crash left behind by a checkpoint catches up. */
function lookAtAnchor(connection: Connection, directory: string, key: ConsoleKey, begunAnew: boolean): AnchorState {
  const known = readHead(connection)?.anchored;
  if (begunAnew) return { anchored: known };
  const anchor = readAnchor(directory, [key.publicKey]);
  const doubt = doubtAnchor(connection, known, anchor);
  if (doubt !== undefined) return { doubt, anchored: known };
  const last = lastCheckpoint(connection);
  const behind = last !== undefined && last.statement.size > (anchor?.size ?? 0);
  return { anchored: behind && keepAnchor(directory, key, last) ? last.statement.size : (anchor?.size ?? known) };
}

/** It only helps to find a cut: a disk that cannot take it must not hold up what is already recorded. The next one tries again. */
function keepAnchor(directory: string, key: ConsoleKey, checkpoint: Signed<CheckpointStatement>): boolean {
  try {
    writeAnchor(directory, key.publicKey, checkpoint);
    return true;
  } catch {
    return false;
  }
}
