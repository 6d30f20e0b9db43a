// One writer for each data directory: a lock the operating system releases even when the process is killed.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database, { SqliteError } from "better-sqlite3";
import { createPrivately } from "../database.ts";
import { LedgerUnavailable } from "../faults.ts";

/** Returns how to give the lock back; throws LedgerUnavailable when another process has it. */
export function lockInstance(directory: string): () => void {
  const pidFile = join(directory, "ledger.pid");
  // SQLite's own lock on an otherwise empty file: works alike on every system, and between threads too.
  const lockFile = join(directory, "ledger.lock");
  createPrivately(lockFile);
  const connection = new Database(lockFile, { timeout: 0 });
  try {
    connection.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    connection.close();
    if (!(error instanceof SqliteError) || error.code !== "SQLITE_BUSY") throw error;
    throw new LedgerUnavailable(
      "in_use",
      `Another Gatehouse${holder(pidFile)} already uses ${directory}. Stop it, or choose another data directory.`,
      { cause: error },
    );
  }
  try {
    writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
  } catch {
    // The process id only improves the message for a second instance; the lock is what counts.
  }
  return () => void connection.close();
}

function holder(pidFile: string): string {
  try {
    const pid = readFileSync(pidFile, "utf8").trim();
    return /^\d+$/.test(pid) ? ` (process ${pid})` : "";
  } catch {
    return "";
  }
}
