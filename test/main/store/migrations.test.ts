// Migrations: in order, all or nothing, with a copy until the next migration; what is newer is left alone.
import { readdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { applicationId, migrate, type Migration, schemaVersion } from "../../../src/main/store/migrations.ts";
import { openLedger } from "../../../src/main/store/ledger.ts";
import { temporaryDirectory } from "../../support/temporary.ts";
import { handClock, samplePair } from "./samples.ts";

const first: Migration = { version: 1, title: "one", sql: "CREATE TABLE one (value TEXT) STRICT;" };
const second: Migration = {
  version: 2,
  title: "two",
  sql: "ALTER TABLE one ADD COLUMN more TEXT; INSERT INTO one VALUES ('a', 'b');",
};
const third: Migration = { version: 3, title: "three", sql: "CREATE TABLE more (x TEXT) STRICT;" };
const broken: Migration = {
  version: 3,
  title: "three",
  sql: "CREATE TABLE three (x TEXT); INSERT INTO nowhere VALUES (1);",
};

function open(directory: string): Database.Database {
  const connection = new Database(join(directory, "ledger.sqlite"));
  onTestFinished(() => void connection.close());
  return connection;
}

const copies = (directory: string): readonly string[] =>
  readdirSync(directory).filter((name) => name.includes("before-migration"));

describe("migrating", () => {
  test("a new file takes every step and needs no copy", () => {
    const directory = temporaryDirectory();
    const connection = open(directory);
    expect(migrate(connection, directory, [first, second])).toEqual({ from: 0, to: 2 });
    expect(schemaVersion(connection)).toBe(2);
    expect(connection.pragma("application_id", { simple: true })).toBe(applicationId);
    expect(copies(directory)).toEqual([]);
  });

  test("an older file keeps a copy until the next migration", () => {
    const directory = temporaryDirectory();
    const connection = open(directory);
    migrate(connection, directory, [first]);
    connection.exec("INSERT INTO one VALUES ('kept')");
    const report = migrate(connection, directory, [first, second]);
    expect(report).toMatchObject({ from: 1, to: 2, copy: join(directory, "ledger.before-migration-from-1.sqlite") });
    expect(connection.prepare("SELECT count(*) AS rows FROM one").get()).toEqual({ rows: 2 });
    expect(statSync(report.copy ?? "").mode & 0o777).toBe(0o600);
    const copy = new Database(report.copy ?? "", { readonly: true });
    expect(copy.prepare("SELECT * FROM one").all()).toEqual([{ value: "kept" }]);
    expect(schemaVersion(copy)).toBe(1);
    copy.close();
    migrate(connection, directory, [first, second]);
    expect(copies(directory)).toEqual(["ledger.before-migration-from-1.sqlite"]);
    migrate(connection, directory, [first, second, third]);
    expect(copies(directory)).toEqual(["ledger.before-migration-from-2.sqlite"]);
  });

  test("can be gone back on: the older version names the copy, opens it, and migrates it again", () => {
    const directory = temporaryDirectory();
    const newer = open(directory);
    migrate(newer, directory, [first]);
    newer.exec("INSERT INTO one VALUES ('before')");
    migrate(newer, directory, [first, second]);
    newer.exec("INSERT INTO one VALUES ('after', 'x')");
    const told = (): unknown => migrate(newer, directory, [first]);
    expect(told).toThrow("Start the newer Gatehouse");
    expect(told).toThrow("rename ledger.before-migration-from-1.sqlite to ledger.sqlite");
    newer.close();
    renameSync(join(directory, "ledger.before-migration-from-1.sqlite"), join(directory, "ledger.sqlite"));
    const older = open(directory);
    expect(migrate(older, directory, [first])).toEqual({ from: 1, to: 1 });
    expect(older.prepare("SELECT * FROM one").all()).toEqual([{ value: "before" }]);
    expect(migrate(older, directory, [first, second])).toMatchObject({ from: 1, to: 2 });
  });

  test("a step that fails undoes all of them", () => {
    const directory = temporaryDirectory();
    const connection = open(directory);
    migrate(connection, directory, [first]);
    expect(() => migrate(connection, directory, [first, second, broken])).toThrow("nowhere");
    expect(schemaVersion(connection)).toBe(1);
    expect(connection.prepare("SELECT * FROM one").all()).toEqual([]);
    expect(copies(directory)).toHaveLength(1);
  });
});

describe("a file that is not ours to change", () => {
  test("from a newer version is refused in words and left as it is", async () => {
    const directory = temporaryDirectory();
    const ledger = await openLedger({ directory, clock: handClock() });
    await ledger.append(samplePair(0));
    await ledger.close();
    const connection = open(directory);
    connection.pragma("user_version = 99");
    connection.close();
    await expect(openLedger({ directory, clock: handClock() })).rejects.toMatchObject({ fault: "newer_version" });
    await expect(openLedger({ directory, clock: handClock() })).rejects.toThrow("Start the newer Gatehouse");
    expect(schemaVersion(open(directory))).toBe(99);
  });

  test("from another program is refused too", async () => {
    const directory = temporaryDirectory();
    const connection = open(directory);
    connection.exec("CREATE TABLE theirs (x)");
    connection.close();
    await expect(openLedger({ directory, clock: handClock() })).rejects.toThrow("another program");
  });
});
