// Sees whether the open ledger is still the file on disk, and puts it back when somebody took it away.
import { chmodSync, renameSync, rmSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { asideName, type Connection, ledgerFile, moveDatabase, withCompanions } from "./database.ts";

export interface Place {
  /** An open file that was unlinked goes on taking writes that nobody will ever read: SQLite does not notice. */
  readonly isHeld: () => boolean;
}

/** Remembers which files are open. Call it after a write: only then is there a WAL file for certain. */
export function createPlace(directory: string): Place {
  const database = join(directory, ledgerFile);
  const log = `${database}-wal`;
  const known = { database: look(database), log: look(log) };
  return { isHeld: () => sameFile(known.database, look(database)) && sameFile(known.log, look(log)) };
}

function look(file: string): Stats | undefined {
  return statSync(file, { throwIfNoEntry: false });
}

function sameFile(known: Stats | undefined, now: Stats | undefined): boolean {
  return known !== undefined && now !== undefined && known.ino === now.ino && known.dev === now.dev;
}

/** Writes what is open into a new file at the old place and closes the connection. A file found there is set aside. */
export function restore(connection: Connection, directory: string, now: number): void {
  const file = join(directory, ledgerFile);
  const temporary = join(directory, "ledger.restoring.sqlite");
  rmSync(temporary, { force: true });
  connection.prepare("VACUUM INTO ?").run(temporary);
  chmodSync(temporary, 0o600);
  connection.close();
  if (look(file) !== undefined) moveDatabase(file, asideName(directory, "replaced", now));
  for (const part of withCompanions(file)) rmSync(part, { force: true });
  renameSync(temporary, file);
}
