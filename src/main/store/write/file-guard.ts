// Checks that the open ledger is still the file in the directory, and restores the file when somebody removed it.
import { type BigIntStats, chmodSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { second } from "../../../shared/lib/clock.ts";
import { asideName, type Connection, ledgerFile, moveDatabase, withCompanions } from "../database.ts";

export interface FileGuard {
  /** False when the file was removed or replaced. SQLite does not notice: it goes on writing to the unlinked file. */
  readonly isLinked: (now: number) => boolean;
}

/** A change of the directory within one tick of a coarse clock after the last check is found after this time. */
const checkEvery = second;

/**
 * Create it after a write, because only then does the WAL file exist.
 *
 * A file is unlinked only by a change of its directory, so the directory is checked first. Checking the WAL after each write
 * would make the next flush half as slow again: Linux then gives the file an exact time, which has to be journalled.
 */
export function createFileGuard(directory: string, now: number): FileGuard {
  const files = [join(directory, ledgerFile), `${join(directory, ledgerFile)}-wal`];
  let folder = statOf(directory);
  let checkedAt = now;
  const opened = files.map(statOf);
  return {
    isLinked(now) {
      const current = statOf(directory);
      const unchanged = sameFile(folder, current) && folder?.ctimeNs === current?.ctimeNs;
      if (unchanged && Math.abs(now - checkedAt) < checkEvery) return true;
      folder = current;
      checkedAt = now;
      return files.every((file, index) => sameFile(opened[index], statOf(file)));
    },
  };
}

function statOf(file: string): BigIntStats | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false });
}

function sameFile(known: BigIntStats | undefined, now: BigIntStats | undefined): boolean {
  return known !== undefined && now !== undefined && known.ino === now.ino && known.dev === now.dev;
}

/** Writes the open database to a new file of the old name and closes the connection. A file found there is set aside. */
export function restoreFile(connection: Connection, directory: string, now: number): void {
  const file = join(directory, ledgerFile);
  const temporary = join(directory, "ledger.restoring.sqlite");
  rmSync(temporary, { force: true });
  connection.prepare<[string]>("VACUUM INTO ?").run(temporary);
  chmodSync(temporary, 0o600);
  connection.close();
  if (statOf(file) !== undefined) moveDatabase(file, asideName(directory, "replaced", now));
  for (const part of withCompanions(file)) rmSync(part, { force: true });
  renameSync(temporary, file);
}
