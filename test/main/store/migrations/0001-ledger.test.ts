// Migration 1: from nothing to the ledger's tables.
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { ledgerTables } from "../../../../src/main/store/migrations/0001-ledger.ts";

test("makes the tables, strict ones", () => {
  const connection = new Database(":memory:");
  connection.exec(ledgerTables.sql);
  const tables = connection
    .prepare<[], { name: string; strict: number }>(
      "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' ORDER BY name",
    )
    .all()
    .filter(({ name }) => !name.startsWith("sqlite_"));
  expect(tables).toEqual(
    ["agents", "checkpoints", "entries", "grants", "head", "stubs", "words"].map((name) => ({ name, strict: 1 })),
  );
  expect(() => connection.exec("INSERT INTO head VALUES (2, 1, x'00')")).toThrow("CHECK");
  connection.close();
});
