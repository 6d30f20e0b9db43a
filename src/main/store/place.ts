// Sees whether the open ledger is still the file on disk, and puts it back when somebody took it away.
import { type BigIntStats, chmodSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { second } from "../../shared/clock.ts";
import { asideName, type Connection, ledgerFile, moveDatabase, withCompanions } from "./database.ts";

export interface Place {
  /** An open file that was unlinked goes on taking writes that nobody will ever read: SQLite does not notice. */
  readonly isHeld: (now: number) => boolean;
}

/** A change of the folder within the same tick of a coarse clock as the last look is found by then. */
const mostMilliseconds = second;

/**
 * Remembers which files are open. Call it after a write: only then is there a WAL file for certain.
 *
 * A file loses its name only by a change of its folder, so that the folder is looked at. To look at the WAL after each write
 * would make the next flush half as slow again: Linux then gives the file an exact time, which has to be journalled.
 */
export function createPlace(directory: string, now: number): Place {
  const files = [join(directory, ledgerFile), `${join(directory, ledgerFile)}-wal`];
  let folder = look(directory);
  let lookedAt = now;
  const known = files.map(look);
  return {
    isHeld(now) {
      const current = look(directory);
      const unchanged = sameFile(folder, current) && folder?.ctimeNs === current?.ctimeNs;
      if (unchanged && Math.abs(now - lookedAt) < mostMilliseconds) return true;
      folder = current;
      lookedAt = now;
      return files.every((file, index) => sameFile(known[index], look(file)));
    },
  };
}

function look(file: string): BigIntStats | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false });
}

function sameFile(known: BigIntStats | undefined, now: BigIntStats | undefined): boolean {
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
