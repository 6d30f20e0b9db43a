// Rows that Gatehouse did not write like this: named in an error that says what to do, and never more permissive.
import Database from "better-sqlite3";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openIndexer } from "../../../src/main/store/index/index.ts";
import { openLookup } from "../../../src/main/store/read/lookup.ts";
import { createReader } from "../../../src/main/store/read/index.ts";
import { createRecall } from "../../../src/main/store/read/recall.ts";
import { verifyLedger } from "../../../src/main/store/proof/index.ts";
import { flatten } from "../../../src/main/store/record.ts";
import { openRecoveringWriter } from "../../../src/main/store/write/index.ts";
import { temporaryDirectory } from "../../support/temporary.ts";
import { firstMoment, samplePairs } from "./samples.ts";

const pairs = samplePairs(4);
const [intent] = pairs;
const agentDid = intent?.agentDid ?? "";
const intentId = intent?.intentId ?? "";

/** A ledger of eight entries, indexed, and then damaged by SQL. */
function damaged(...statements: readonly string[]): string {
  const directory = temporaryDirectory();
  const writer = openRecoveringWriter({
    directory,
    checkpointEntries: 4,
    now: firstMoment,
    onHealth: () => undefined,
    onOpen: () => undefined,
  });
  writer.append(pairs.map(flatten), firstMoment);
  writer.close(firstMoment);
  const indexer = openIndexer(directory);
  while (indexer.step(100));
  indexer.close();
  const database = new Database(join(directory, "ledger.sqlite"));
  database.unsafeMode(true);
  for (const statement of statements) database.exec(statement);
  database.close();
  return directory;
}

/** STRICT tables refuse a wrong type; a damaged file does not. */
const lax = [
  "PRAGMA writable_schema = ON",
  "UPDATE sqlite_schema SET sql = replace(replace(sql, 'STRICT', ''), 'summary TEXT', 'summary BLOB') WHERE name = 'entries'",
  "PRAGMA writable_schema = RESET",
];

const damages = [
  ["a body that is not JSON", ["UPDATE entries SET body = '{' WHERE sequence = 2"], "body is not a JSON object"],
  [
    "a body of a newer version",
    [`UPDATE entries SET body = '{"body_version":2}' WHERE sequence = 2`],
    "body has a version",
  ],
  ["an unknown kind", ["UPDATE entries SET kind = 999 WHERE sequence = 2"], "kind is not a kind of entry"],
  ["a wrong type", [...lax, "UPDATE entries SET summary = x'00' WHERE sequence = 2"], "summary is not text"],
] as const;

test.each(damages)("%s is shown as damage between sound entries", (_name, statements, message) => {
  const reader = createReader(damaged(...statements));
  const { entries } = reader.page({ limit: 100 });
  expect(entries).toHaveLength(8);
  const found = entries.find(({ sequence }) => sequence === 2);
  expect(found?.body["damaged"]).toMatch(`Row 2 of the table entries is damaged: ${message}`);
  expect(found?.body["damaged"]).toMatch("gatehouse ledger verify");
  expect(reader.rows({ filter: {}, head: 8, limit: 100 })).toHaveLength(8);
  reader.close();
});

test.each(damages)("%s fails a verification", (_name, statements) => {
  expect(verifyLedger({ directory: damaged(...statements) })).toMatchObject({ sound: false });
});

test.each(damages)("%s is never recalled as if it were sound", (_name, statements, message) => {
  const directory = damaged(...statements);
  const lookup = openLookup(directory);
  expect(() => lookup.entriesOf(agentDid, intentId)).toThrow(message);
  lookup.close();
  // The engine answers a port that throws with a denial.
  expect(() => createRecall(directory).entriesOf(agentDid, intentId)).toThrow(message);
});
