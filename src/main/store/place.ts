// Sees whether the open ledger is still the file on disk, and puts it back when somebody took it away.
import { chmodSync, renameSync, rmSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { asideName, type Connection, ledgerFile, moveDatabase, withCompanions } from "./database.ts";

/** An open file that was unlinked goes on taking writes that nobody will ever read: SQLite does not notice. */
export function isInPlace(directory: string, known: Identity): boolean {
  const file = join(directory, ledgerFile);
  return sameFile(known.database, look(file)) && sameFile(known.log, look(`${file}-wal`));
}

export interface Identity {
  readonly database: Stats | undefined;
  readonly log: Stats | undefined;
}

/** Which files are open. Call it after a write: only then is there a WAL file for certain. */
export function identify(directory: string): Identity {
  const file = join(directory, ledgerFile);
  return { database: look(file), log: look(`${file}-wal`) };
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
