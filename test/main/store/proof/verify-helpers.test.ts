// Verification with helping threads: the same answer as alone, for sound ledgers and for every kind of edit.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRecoveringWriter } from "../../../../src/main/store/write/recovering-writer.ts";
import { flatten } from "../../../../src/main/store/record.ts";
import { runJob } from "../../../../src/main/store/read/jobs.ts";
import { verifyLedger, type VerifyReport } from "../../../../src/main/store/proof/verify.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";
import { samplePairs } from "../samples.ts";

const pairs = 10_500;
let sound: string;

beforeAll(() => {
  sound = mkdtempSync(join(tmpdir(), "gatehouse-test-"));
  const writer = openRecoveringWriter({
    directory: sound,
    checkpointEntries: 1024,
    now: 1,
    onHealth: () => undefined,
    onOpen: () => undefined,
  });
  for (let from = 0; from < pairs; from += 500) writer.append(samplePairs(500, from).map(flatten), 1);
  writer.close(1);
}, 60_000);

afterAll(() => rmSync(sound, { recursive: true, force: true }));

const helpers = { threads: 2 };

function answer({ milliseconds: _milliseconds, ...report }: VerifyReport): Omit<VerifyReport, "milliseconds"> {
  return report;
}

test("finds a sound ledger sound, and tells how far it has come", () => {
  const seen: number[] = [];
  const together = verifyLedger({ directory: sound, helpers, onProgress: (done) => seen.push(done) });
  expect(together).toMatchObject({ sound: true, entries: pairs * 2, keys: "console" });
  expect(answer(together)).toEqual(answer(verifyLedger({ directory: sound })));
  expect(seen.at(-1)).toBeGreaterThan(pairs);
  expect(seen).toEqual(seen.toSorted((left, right) => left - right));
});

test("without a thread that can start it is done alone", () => {
  const url = new URL("./no-such-file.ts", import.meta.url);
  expect(verifyLedger({ directory: sound, helpers: { url, threads: 2 } })).toMatchObject({ sound: true });
});

test("on the console's own thread as well", async () => {
  expect(await runJob({ directory: sound }, "verify", undefined)).toMatchObject({ sound: true, entries: pairs * 2 });
});

test.each<readonly [string, string]>([
  ["the first entry edited", "UPDATE entries SET summary = 'nothing' WHERE sequence = 1"],
  ["an entry in the middle edited", "UPDATE entries SET body = '{}' WHERE sequence = 12345"],
  ["the entry at the border of a share edited", "UPDATE entries SET at = at + 1 WHERE sequence = 4096"],
  ["a hash replaced", "UPDATE entries SET hash = randomblob(32) WHERE sequence = 8193"],
  ["a seal replaced", "UPDATE entries SET seal = randomblob(16) WHERE sequence = 20000"],
  ["an entry removed", "DELETE FROM entries WHERE sequence = 8192"],
  ["a whole share removed", "DELETE FROM entries WHERE sequence BETWEEN 4097 AND 8192"],
  ["the end removed", "DELETE FROM entries WHERE sequence > 20990"],
  ["a word replaced", "UPDATE words SET text = 'DENIED ' WHERE text = 'DENIED'"],
  ["a checkpoint removed", "DELETE FROM checkpoints WHERE size = (SELECT min(size) FROM checkpoints)"],
])("names what alone it would name: %s", (_what, edit) => {
  const directory = temporaryDirectory();
  cpSync(sound, directory, { recursive: true });
  const connection = new Database(join(directory, "ledger.sqlite"));
  connection.exec(edit);
  connection.close();
  const together = verifyLedger({ directory, helpers });
  expect(together.sound).toBe(false);
  expect(answer(together)).toEqual(answer(verifyLedger({ directory })));
});
