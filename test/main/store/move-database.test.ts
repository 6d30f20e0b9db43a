// A database that is set aside: whenever Gatehouse is killed meanwhile, one of the two names opens with all that it had.
import { cpSync, existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { expect, test, vi } from "vitest";
import { asideName, moveDatabase, openForWriting } from "../../../src/main/store/database.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

/** So many changes of the disk are made before the kill. */
const steps = vi.hoisted(() => ({ left: Number.POSITIVE_INFINITY }));

vi.mock(import("node:fs"), async (load) => {
  const actual = await load();
  function killed<Parameters extends unknown[]>(change: (...parameters: Parameters) => unknown) {
    return (...parameters: Parameters): void => {
      steps.left -= 1;
      if (steps.left < 0) throw new Error("killed");
      change(...parameters);
    };
  }
  return {
    ...actual,
    renameSync: killed(actual.renameSync),
    copyFileSync: killed(actual.copyFileSync),
    rmSync: killed(actual.rmSync),
  };
});

/** A database as a process that was killed leaves it: the last of it is in the log only. */
function withLog(): string {
  const directory = temporaryDirectory();
  const file = join(directory, "ledger.sqlite");
  const before = join(directory, "before.sqlite");
  const connection = openForWriting(before, "FULL");
  connection.exec("CREATE TABLE rows (text TEXT)");
  connection.pragma("wal_checkpoint(TRUNCATE)");
  connection.exec("INSERT INTO rows VALUES ('in the log')");
  for (const end of ["", "-wal", "-shm"]) cpSync(`${before}${end}`, `${file}${end}`);
  connection.close();
  return file;
}

function rowsIn(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  const connection = new Database(file);
  try {
    return connection.prepare<[], string>("SELECT text FROM rows").pluck().all();
  } finally {
    connection.close();
  }
}

/** Moves it as far as it comes; gives back the name that has the database then. */
function moveUntilKilled(file: string, aside: string, count: number): string {
  steps.left = count;
  try {
    moveDatabase(file, aside);
  } catch {
    // Killed.
  }
  steps.left = Number.POSITIVE_INFINITY;
  return existsSync(aside) ? aside : file;
}

test.each([0, 1, 2, 3, 4, 5, Number.POSITIVE_INFINITY])("after %s steps nothing is lost", (count) => {
  const file = withLog();
  const directory = dirname(file);
  const kept = moveUntilKilled(file, asideName(directory, "corrupt", 0), count);
  // Another attempt takes a name that nothing has a part of.
  expect(existsSync(`${asideName(directory, "corrupt", 0)}-wal`)).toBe(false);
  // What begins at the old place is new, whatever is left there.
  const fresh = existsSync(file) ? undefined : openForWriting(file, "FULL");
  fresh?.exec("CREATE TABLE rows (text TEXT)");
  fresh?.close();
  expect(rowsIn(kept)).toEqual(["in the log"]);
  expect(kept === file ? [] : rowsIn(file)).toEqual([]);
});

test("nothing stays at the old place", () => {
  const file = withLog();
  const aside = asideName(dirname(file), "corrupt", 0);
  expect(moveUntilKilled(file, aside, Number.POSITIVE_INFINITY)).toBe(aside);
  expect(readdirSync(dirname(file)).filter((name) => name.startsWith("ledger.sqlite"))).toEqual([]);
});
