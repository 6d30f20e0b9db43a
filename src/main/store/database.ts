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

/** Rows have no type until decode.ts has checked them: `prepare` promises none. */
export interface Connection extends Omit<Database.Database, "prepare"> {
  readonly prepare: <Bind extends unknown[]>(sql: string) => Database.Statement<Bind>;
}

export const ledgerFile = "ledger.sqlite";
/** Built from the ledger: it may be deleted at any time and is then built again. */
export const indexFile = "index.sqlite";
/** Where retention stores the entries it removes from the ledger. */
export const archiveFolder = "archive";

/** How long a write waits for another program's lock before it fails. */
const busyMilliseconds = 500;

export function prepareDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
}

/**
 * Creates an empty file that only its user can read; SQLite would make it and its companions readable for everybody. An
 * existing file is not opened, because closing any descriptor of a file releases the locks this process has on it.
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
    // Only takes effect before the first table is created: pruning can then return pages to the file system in small steps.
    connection.pragma("auto_vacuum = INCREMENTAL");
    connection.pragma("journal_mode = WAL");
    connection.pragma(`synchronous = ${synchronous}`);
    // SQLite would checkpoint the WAL inside a commit that somebody waits for; the writer does it between commits.
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

/** A database file and the WAL files beside it. */
export function withCompanions(file: string): readonly string[] {
  return [file, `${file}-wal`, `${file}-shm`];
}

export function removeDatabase(file: string): void {
  for (const part of withCompanions(file)) rmSync(part, { force: true });
}

/**
 * Renames a database so that nothing is lost even if Gatehouse is killed meanwhile. The WAL is copied first: without it the
 * renamed database would be an older state, and a WAL left behind would be applied to the next database of the old name.
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

/** Returns up to this many free pages to the file system; true when there were any. */
export function releasePages(connection: Connection, pages: number): boolean {
  const free = Number(connection.pragma("freelist_count", { simple: true }));
  if (free > 0) connection.pragma(`incremental_vacuum(${pages})`);
  return Number(connection.pragma("freelist_count", { simple: true })) < free;
}
