// What the ledger's file remembers beside its entries, put back from an older copy or taken out: noticed, and never more permissive.
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { openLedger, type LedgerStore } from "../../src/main/store/ledger.ts";
import { createReader } from "../../src/main/store/read/reader.ts";
import { verifyLedger } from "../../src/main/store/proof/verify.ts";
import { handClock, samplePair } from "../main/store/samples.ts";
import { temporaryDirectory } from "../support/temporary.ts";

type Row = readonly [id: string, body: string, seal: string];

async function open(directory: string): Promise<LedgerStore> {
  const ledger = await openLedger({ directory, clock: handClock() });
  onTestFinished(() => ledger.close());
  return ledger;
}

function edit<Result>(directory: string, change: (connection: Database.Database) => Result): Result {
  const connection = new Database(join(directory, "ledger.sqlite"));
  try {
    return change(connection);
  } finally {
    connection.close();
  }
}

const rowsOf = (directory: string, kind: string): readonly Row[] =>
  edit(directory, (connection) => connection.prepare<[], Row>(`SELECT * FROM ${kind}`).raw().all());

function putBack(directory: string, kind: string, rows: readonly Row[]): void {
  edit(directory, (connection) => {
    for (const row of rows) connection.prepare(`INSERT OR REPLACE INTO ${kind} VALUES (?, ?, ?)`).run(...row);
  });
}

function lastEntry(directory: string) {
  const reader = createReader(directory);
  const { entries } = reader.page({ limit: 1 });
  reader.close();
  return entries[0];
}

const agent = (id: string, halted: boolean) =>
  ({ kind: "agents", id, body: JSON.stringify({ agentDid: id, halted }) }) as const;
const grant = (id: string, effect: string) =>
  ({ kind: "grants", id, body: JSON.stringify({ grantId: id, effect }) }) as const;

/** A halt and a revocation after a first life; gives back what the file remembered before them. */
async function twoLives() {
  const directory = temporaryDirectory();
  const first = await open(directory);
  for (const change of [
    agent("did:a", false),
    agent("did:b", false),
    grant("allows", "allow"),
    grant("denies", "deny"),
  ])
    first.saveState(change);
  await first.append(samplePair(0));
  await first.close();
  const before = { agents: rowsOf(directory, "agents"), grants: rowsOf(directory, "grants") };
  const second = await open(directory);
  second.saveState(agent("did:a", true));
  second.saveState({ kind: "grants", id: "allows" });
  await second.append(samplePair(1));
  await second.close();
  expect(verifyLedger({ directory })).toMatchObject({ sound: true });
  return { directory, before };
}

/** What verify says, two starts find, and the ledger has noted then. Whoever starts a second time finds no more than the first. */
async function startTwice(directory: string) {
  const { problem } = verifyLedger({ directory });
  const first = await open(directory);
  await first.close();
  const second = await open(directory);
  await second.close();
  const noted = lastEntry(directory)?.body["event"];
  const { sound } = verifyLedger({ directory });
  return { found: problem?.what, first: first.savedState(), second: second.savedState(), noted, sound };
}

const doubt = (remembered: object) => ({
  found: "memory",
  first: { ...remembered, tampered: true },
  second: { ...remembered, tampered: false },
  noted: "memory_doubted",
  sound: true,
});

const stopped = ["did:a", "did:b"].map((id) => agent(id, true).body);
const denies = [grant("denies", "deny").body];

describe("memory put back from an older copy", () => {
  test("gives back no grant that was revoked", async () => {
    const { directory, before } = await twoLives();
    putBack(directory, "grants", before.grants);
    expect(await startTwice(directory)).toMatchObject(doubt({ agents: stopped, grants: denies }));
  });

  test("lets no agent go on that was halted", async () => {
    const { directory, before } = await twoLives();
    putBack(directory, "agents", before.agents);
    expect(await startTwice(directory)).toMatchObject(doubt({ agents: stopped, grants: denies }));
  });

  test("is missed when a row is taken out", async () => {
    const { directory } = await twoLives();
    edit(directory, (connection) => connection.exec("DELETE FROM grants; DELETE FROM agents WHERE did = 'did:a'"));
    expect(await startTwice(directory)).toMatchObject(doubt({ agents: [agent("did:b", true).body], grants: [] }));
  });

  test("is not believed because there is no head to compare it with", async () => {
    const { directory, before } = await twoLives();
    edit(directory, (connection) =>
      connection.exec("DELETE FROM entries; DELETE FROM checkpoints; DELETE FROM head; DELETE FROM words"),
    );
    putBack(directory, "grants", before.grants);
    const ledger = await open(directory);
    expect(ledger.savedState()).toMatchObject({ agents: stopped, grants: denies, tampered: true });
  });

  test("with the head of then is a ledger that was altered", async () => {
    const { directory, before } = await twoLives();
    const ledger = await open(directory);
    const head = edit(directory, (connection) => connection.prepare("SELECT memory FROM head").pluck().get());
    ledger.saveState(grant("another", "allow"));
    await ledger.append(samplePair(2));
    await ledger.close();
    edit(directory, (connection) => connection.prepare("UPDATE head SET memory = ?").run(head));
    expect(verifyLedger({ directory })).toMatchObject({ sound: false, problem: { what: "head" } });
    edit(directory, (connection) => connection.exec("UPDATE head SET memory = NULL"));
    putBack(directory, "grants", before.grants);
    expect(verifyLedger({ directory })).toMatchObject({ sound: false, problem: { what: "head" } });
    expect((await open(directory)).savedState()).toMatchObject({ agents: [], grants: [] });
  });
});

test("a row somebody added is taken out and does not make the others doubtful", async () => {
  const { directory } = await twoLives();
  putBack(directory, "grants", [["always", '{"effect":"allow"}', "ab"]]);
  const ledger = await open(directory);
  expect(ledger.savedState()).toMatchObject({ grants: denies, tampered: false, altered: [{ id: "always" }] });
  ledger.saveState(grant("always", "deny"));
  await ledger.close();
  const again = await open(directory);
  expect(again.savedState()).toMatchObject({ tampered: false, altered: [] });
  expect(again.savedState().grants).toHaveLength(2);
});

test("what is remembered without an entry is not missed", async () => {
  const directory = temporaryDirectory();
  const ledger = await open(directory);
  ledger.saveState(agent("did:a", false));
  await ledger.close();
  expect(verifyLedger({ directory })).toMatchObject({ sound: true });
  const again = await open(directory);
  again.saveState({ kind: "agents", id: "did:a" });
  again.saveState({ kind: "agents", id: "did:never" });
  await again.close();
  expect((await open(directory)).savedState()).toMatchObject({ agents: [], tampered: false });
});
