// Migration 2: a ledger of the first version keeps what it has and can remember inventories.
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { createSealer } from "../../../../src/main/store/proof/keys.ts";
import { migrate, schemaVersion } from "../../../../src/main/store/migrations.ts";
import { ledgerTables } from "../../../../src/main/store/migrations/0001-ledger.ts";
import { inventories } from "../../../../src/main/store/migrations/0002-inventories.ts";
import { createStateWriter, readSavedState } from "../../../../src/main/store/saved-state.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";

test("adds the table and leaves the rest", () => {
  const directory = temporaryDirectory();
  const connection = new Database(join(directory, "ledger.sqlite"));
  const key = { seal: createSealer(Buffer.alloc(32)) };
  migrate(connection, directory, [ledgerTables]);
  connection.exec("INSERT INTO agents VALUES ('did:a', '{}', 'another seal')");
  // A file that is only looked at is read as it is.
  expect(readSavedState(connection, key).state).toMatchObject({
    inventories: [],
    altered: [{ kind: "agents", id: "did:a" }],
  });

  expect(migrate(connection, directory, [ledgerTables, inventories])).toMatchObject({ from: 1, to: 2 });
  expect(schemaVersion(connection)).toBe(2);
  createStateWriter(
    connection,
    key,
    readSavedState(connection, key),
  )([{ kind: "inventories", id: "did:a", body: '{"agentDid":"did:a"}' }]);
  expect(readSavedState(connection, key).state.inventories).toEqual(['{"agentDid":"did:a"}']);
  expect(connection.prepare("SELECT count(*) AS agents FROM agents").get()).toEqual({ agents: 1 });
  connection.exec("UPDATE inventories SET body = '{}'");
  expect(readSavedState(connection, key).state).toMatchObject({
    inventories: [],
    altered: [{ id: "did:a" }, { id: "did:a" }],
  });
  connection.close();
});
