// Opens the ledger's database files: pragmas, modes, and which files belong together.
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";

export type Connection = Database.Database;

export const ledgerFile = "ledger.sqlite";
/** Everything in it follows from the ledger: it may be deleted at any time and is built again. */
export const indexFile = "index.sqlite";
/** Where retention puts what it takes out of the ledger. */
export const archiveFolder = "archive";

/** How long a write waits for another program's lock before it fails. */
const busyMilliseconds = 500;

export function prepareDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
}

/**
 * Makes an empty file for its user only: SQLite would make it readable for all, and what lies beside it likewise. One that
 * is there is not touched, because closing any descriptor of a file gives up the locks this process has on it.
 */
export function createPrivately(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, "a", 0o600));
}

/** WAL with synchronous FULL: a commit that returned is on disk. */
export function openForWriting(file: string, synchronous: "FULL" | "NORMAL"): Connection {
  createPrivately(file);
  const connection = new Database(file, { timeout: busyMilliseconds });
  try {
    chmodSync(file, 0o600);
    // Only takes effect before the first table: pruning can then hand pages back to the disk bit by bit.
    connection.pragma("auto_vacuum = INCREMENTAL");
    connection.pragma("journal_mode = WAL");
    connection.pragma(`synchronous = ${synchronous}`);
    // SQLite would fold the log into the database inside a commit that somebody waits for; the keeper does it between them.
    if (synchronous === "FULL") connection.pragma("wal_autocheckpoint = 8000");
    connection.pragma("foreign_keys = ON");
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

export function openForReading(file: string): Connection {
  const connection = new Database(file, { readonly: true, fileMustExist: true, timeout: busyMilliseconds });
  connection.pragma("query_only = ON");
  return connection;
}

/** A database and the files SQLite keeps beside it. */
export function withCompanions(file: string): readonly string[] {
  return [file, `${file}-wal`, `${file}-shm`];
}

export function removeDatabase(file: string): void {
  for (const part of withCompanions(file)) rmSync(part, { force: true });
}

/**
 * Renames a database, so that the new name opens with everything the old one had, even when Gatehouse is killed meanwhile. The
 * log is there first: a database under the new name without it would be an older one, and one left behind would be continued.
 */
export function moveDatabase(from: string, to: string): void {
  const log = `${from}-wal`;
  if (existsSync(log)) copyWhole(log, `${to}-wal`);
  if (existsSync(from)) renameSync(from, to);
  removeDatabase(from);
}

function copyWhole(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, 0o600);
  const descriptor = openSync(to, "r+");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A name in the same directory that says what happened to the file and when. */
export function asideName(directory: string, what: string, now: number): string {
  const time = new Date(now).toISOString().replaceAll(/[:.]/g, "-");
  for (let count = 0; ; count += 1) {
    const file = join(directory, `ledger.${what}-${time}${count === 0 ? "" : `-${count}`}.sqlite`);
    if (!withCompanions(file).some((part) => existsSync(part))) return file;
  }
}

/** Gives up to so many free pages back to the disk; true when there were any. */
export function releasePages(connection: Connection, pages: number): boolean {
  const free = Number(connection.pragma("freelist_count", { simple: true }));
  if (free > 0) connection.pragma(`incremental_vacuum(${pages})`);
  return Number(connection.pragma("freelist_count", { simple: true })) < free;
}
