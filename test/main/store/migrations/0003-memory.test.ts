// Migration 3: a ledger of the second version opens with all it remembers, and from then on nothing of it can be put back.
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { endDigest } from "../../../../src/main/store/proof/end-record.ts";
import { readConsoleKey } from "../../../../src/main/store/proof/keys.ts";
import { openLedger } from "../../../../src/main/store/ledger.ts";
import { verifyLedger } from "../../../../src/main/store/proof/verify.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";
import { handClock, samplePair } from "../samples.ts";

async function open(directory: string) {
  const ledger = await openLedger({ directory, clock: handClock() });
  onTestFinished(() => ledger.close());
  return ledger;
}

/** What the version before left behind: a head whose seal speaks of the last entry only. */
async function secondVersion(): Promise<string> {
  const directory = temporaryDirectory();
  const ledger = await open(directory);
  ledger.saveState({ kind: "agents", id: "did:a", body: '{"halted":false}' });
  ledger.saveState({ kind: "grants", id: "g", body: '{"effect":"allow"}' });
  const last = (await ledger.append(samplePair(0))).at(-1);
  await ledger.close();
  const connection = new Database(join(directory, "ledger.sqlite"));
  const seal = readConsoleKey(directory).seal(endDigest(last?.sequence ?? 0, last?.hash ?? ""));
  connection.exec(
    `ALTER TABLE head DROP COLUMN anchored; ALTER TABLE head DROP COLUMN memory; UPDATE head SET seal = x'${seal}'; PRAGMA user_version = 2`,
  );
  connection.close();
  return directory;
}

const remembered = { agents: ['{"halted":false}'], grants: ['{"effect":"allow"}'], altered: [], tampered: false };

test("keeps what is remembered, and watches over it at once", async () => {
  const directory = await secondVersion();
  expect(verifyLedger({ directory })).toMatchObject({ sound: true });
  const ledger = await open(directory);
  expect(ledger.savedState()).toMatchObject(remembered);
  await ledger.close();
  expect(verifyLedger({ directory })).toMatchObject({ sound: true, entries: 2 });
  const again = await open(directory);
  expect(again.savedState()).toMatchObject(remembered);
  await again.close();
  const connection = new Database(join(directory, "ledger.sqlite"));
  connection.exec("DELETE FROM agents");
  connection.close();
  expect(verifyLedger({ directory })).toMatchObject({ sound: false, problem: { what: "memory" } });
  expect((await open(directory)).savedState()).toMatchObject({ agents: [], grants: [], tampered: true });
});

test("a head of the version before is not believed once there was a newer one", async () => {
  const directory = await secondVersion();
  const file = join(directory, "ledger.sqlite");
  const before = new Database(file);
  const seal = before.prepare<[], Buffer>("SELECT seal FROM head").pluck().get();
  before.close();
  const ledger = await open(directory);
  await ledger.append(samplePair(1));
  await ledger.close();
  const after = new Database(file);
  after.prepare("UPDATE head SET seal = ?, memory = NULL, anchored = NULL").run(seal);
  after.close();
  expect(verifyLedger({ directory })).toMatchObject({ sound: false, problem: { what: "head" } });
});
