// Opens the ledger for writing, or sets it aside unchanged and begins a new one when it cannot be continued safely.
import { existsSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { NewEntry } from "../../../shared/domain/audit.ts";
import {
  asideName,
  type Connection,
  indexFile,
  ledgerFile,
  moveDatabase,
  openForReading,
  openForWriting,
  removeDatabase,
} from "../database.ts";
import { integer, queryValues } from "../decode.ts";
import { classify } from "../faults.ts";
import { latestVersion, migrate, refuseForeign, schemaVersion } from "../migrations.ts";
import {
  checkChain,
  type CheckpointFileProblem,
  checkCheckpointFile,
  type CheckpointStatement,
  type ConsoleKey,
  findSignedTree,
  lastCheckpoint,
  parseStatement,
  readCheckpointFile,
  readEndRecord,
  type Signed,
  writeCheckpointFile,
} from "../proof/index.ts";
import { flatten } from "../record.ts";
import {
  type Change,
  createStateWriter,
  type LoadedState,
  type PendingState,
  readSavedState,
  removeUntrusted,
  type SavedState,
} from "../saved-state.ts";
import {
  alteredStateEntry,
  checkpointFileEntry,
  ledgerReplacedEntry,
  type SetAsideReason,
  tamperedStateEntry,
} from "./ledger-events.ts";
import { createWriter, type Writer } from "./writer.ts";

export interface Store {
  readonly connection: Connection;
  readonly writer: Writer;
  readonly savedState: SavedState;
  /** Writes changes of the saved state; call it inside a transaction. */
  readonly saveState: (changes: Iterable<Change>) => PendingState;
  /** The time of the last entry: a clock that shows less was set back. */
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
  const opened = options.damaged === true ? { why: "corrupt" as const } : tryOpen(options);
  return "why" in opened ? beginAnew(opened, options) : assemble(opened, options);
}

function beginAnew(fault: Fault, options: StoreOptions): Store {
  const { directory, key, now } = options;
  const file = join(directory, ledgerFile);
  const lastSize = readCheckpointFile(directory, [key.publicKey])?.size;
  const aside = fault.why === "missing" ? undefined : asideName(directory, fault.why, now);
  if (aside !== undefined) moveDatabase(file, aside);
  // A search before the new index is built must not find entries of the old ledger.
  removeDatabase(join(directory, indexFile));
  const fresh = openForWriting(file, "FULL");
  migrate(fresh, directory);
  const entry = ledgerReplacedEntry(now, fault.why, {
    ...(aside === undefined ? {} : { file: basename(aside) }),
    ...(fault.detail === undefined ? {} : { detail: fault.detail }),
    ...(lastSize === undefined ? {} : { lastSize }),
  });
  return assemble(fresh, options, entry);
}

function tryOpen(options: StoreOptions): Connection | Fault {
  const { directory } = options;
  const file = join(directory, ledgerFile);
  let connection: Connection | undefined;
  try {
    // Checked before anything is written: a file that is set aside stays as it was found, to the byte.
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

/** A file of an older version can only be checked after its migration. */
function inspect(file: string, options: StoreOptions): Fault | "sound" | "unknown" {
  const connection = openForReading(file);
  try {
    refuseForeign(connection, file);
    return schemaVersion(connection) === latestVersion() ? (findFault(connection, options) ?? "sound") : "unknown";
  } finally {
    connection.close();
  }
}

/** Checks only the entries after the last checkpoint; `verifyLedger` checks all of them. */
function findFault(connection: Connection, { directory, key }: StoreOptions): Fault | undefined {
  const file = readCheckpointFile(directory, [key.publicKey]);
  const tree = findSignedTree(connection);
  if (tree.statement !== undefined && parseStatement(tree.statement)?.keyId !== key.keyId) return { why: "other-key" };
  const chain = checkChain(connection, tree, { publicKeys: [key.publicKey], seal: key.seal });
  if (chain.problem !== undefined) return { why: "altered", detail: chain.problem.message };
  if (file === undefined || file.size <= chain.last) return undefined;
  if (chain.last === 0) return { why: "missing", detail: `A ledger that ended at entry ${file.size} was here before.` };
  return {
    why: "altered",
    detail: `A checkpoint was signed at entry ${file.size}; the ledger ends at ${chain.last}.`,
  };
}

/** `replaced` is the first entry of a ledger that was begun anew. */
function assemble(connection: Connection, options: StoreOptions, replaced?: NewEntry): Store {
  const { directory, key, checkpointEntries, now } = options;
  try {
    const { problem, fileSize } = inspectCheckpointFile(connection, directory, key, replaced !== undefined);
    const loaded = readSavedState(connection, key);
    const writeFile = (checkpoint: Signed<CheckpointStatement>): boolean =>
      tryWriteCheckpointFile(directory, key, checkpoint);
    const stateDigest = loaded.digest;
    const writer = createWriter({ connection, stateDigest, key, checkpointEntries, fileSize, writeFile });
    const lastAt = timeOf(connection, writer.lastSequence());
    // An older copy of the ledger holds the state of that time: grants that were revoked since, agents not yet halted.
    const tampered = loaded.state.tampered || problem !== undefined;
    const alarm = problem === undefined ? replaced : checkpointFileEntry(now, problem);
    const findings = [
      ...stateEntries(loaded.state, now),
      ...(problem === undefined || alarm === undefined ? [] : [alarm]),
    ];
    const trusted = recordFindings({ connection, key, writer, now }, loaded, tampered, replaced, findings);
    // Signed at once, so that the checkpoint file belongs to this ledger from now on.
    if (replaced !== undefined || problem !== undefined) writer.checkpoint(now);
    return {
      connection,
      writer,
      // A new ledger has no state: not that an agent was halted, and not what was denied for good.
      savedState: { ...trusted.state, altered: loaded.state.altered, tampered: tampered || replaced !== undefined },
      saveState: createStateWriter(connection, key, trusted),
      lastAt,
      ...(alarm === undefined ? {} : { alarm: alarm.summary }),
      close: () => void connection.close(),
    };
  } catch (error) {
    connection.close();
    throw error;
  }
}

function timeOf(connection: Connection, sequence: number): number {
  const statement = connection.prepare<[number]>("SELECT at FROM entries WHERE sequence = ?");
  return queryValues(statement, "entries.at", integer).get(sequence) ?? 0;
}

function stateEntries({ altered, tampered }: SavedState, now: number): readonly NewEntry[] {
  return [
    ...altered.map(({ kind, id }) => alteredStateEntry(now, kind, id)),
    ...(tampered ? [tamperedStateEntry(now)] : []),
  ];
}

interface Recording {
  readonly connection: Connection;
  readonly key: ConsoleKey;
  readonly writer: Writer;
  readonly now: number;
}

/** Records what was found and removes untrusted state in one transaction: the next start must not trust it. */
function recordFindings(
  { connection, key, writer, now }: Recording,
  loaded: LoadedState,
  tampered: boolean,
  replaced: NewEntry | undefined,
  findings: readonly NewEntry[],
): LoadedState {
  const entries = [...(replaced === undefined ? [] : [replaced]), ...findings].map(flatten);
  if (findings.length === 0) {
    if (entries.length > 0 || readEndRecord(connection)?.state === undefined) writer.append(entries, now);
    return loaded;
  }
  let trusted = loaded;
  writer.append(entries, now, () => {
    trusted = removeUntrusted(connection, key, { ...loaded.state, tampered });
    return { digest: trusted.digest, committed: () => undefined };
  });
  return trusted;
}

interface CheckpointFileState {
  readonly problem?: CheckpointFileProblem;
  readonly fileSize: number | undefined;
}

/** Whether the checkpoint file is the one that was written last. After a crash it may be one checkpoint behind: it is updated. */
function inspectCheckpointFile(
  connection: Connection,
  directory: string,
  key: ConsoleKey,
  begunAnew: boolean,
): CheckpointFileState {
  const known = readEndRecord(connection)?.fileSize;
  if (begunAnew) return { fileSize: known };
  const file = readCheckpointFile(directory, [key.publicKey]);
  const problem = checkCheckpointFile(connection, known, file);
  if (problem !== undefined) return { problem, fileSize: known };
  const last = lastCheckpoint(connection);
  const behind = last !== undefined && last.statement.size > (file?.size ?? 0);
  return {
    fileSize: behind && tryWriteCheckpointFile(directory, key, last) ? last.statement.size : (file?.size ?? known),
  };
}

/** A full disk must not hold up entries that are already recorded. The next checkpoint tries again. */
function tryWriteCheckpointFile(directory: string, key: ConsoleKey, checkpoint: Signed<CheckpointStatement>): boolean {
  try {
    writeCheckpointFile(directory, key.publicKey, checkpoint);
    return true;
  } catch {
    return false;
  }
}
