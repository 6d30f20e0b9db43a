// The ledger as the engine uses it: durable, in order, shared transactions, and everything about an intent at hand.
import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import canonicalize from "canonicalize";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openLedger, type LedgerOptions, type LedgerStore } from "../../../src/main/store/ledger.ts";
import { createReader } from "../../../src/main/store/read/reader.ts";
import { verifyLedger } from "../../../src/main/store/proof/verify.ts";
import { minute, second } from "../../../src/shared/lib/clock.ts";
import { temporaryDirectory } from "../../support/temporary.ts";
import { agents, handClock, sampleIntentId, samplePair, samplePairs } from "./samples.ts";

async function open(directory: string, more: Partial<LedgerOptions> = {}): Promise<LedgerStore> {
  const ledger = await openLedger({ directory, clock: handClock(), ...more });
  onTestFinished(() => ledger.close());
  return ledger;
}

describe("appending", () => {
  test("gives entries their place and their hash, chained", async () => {
    const directory = temporaryDirectory();
    const ledger = await open(directory);
    const given = samplePairs(3);
    const first = await ledger.append(given.slice(0, 4));
    const second_ = await ledger.append(given.slice(4));
    const all = [...first, ...second_];
    expect(all.map((entry) => entry.sequence)).toEqual([1, 2, 3, 4, 5, 6]);
    for (const [index, entry] of all.entries()) {
      expect(entry).toMatchObject(given[index] ?? {});
      const { sequence, previousHash, hash, ...recorded } = entry;
      const text = canonicalize({ entry: recorded, previousHash, sequence }) ?? "";
      expect(hash).toBe(createHash("sha256").update(text).digest("hex"));
      expect(entry.previousHash).toBe(all[index - 1]?.hash ?? "0".repeat(64));
    }
    expect(ledger.entries()).toBe(6);
  });

  test("keeps what is given together together, however many come at once", async () => {
    const directory = temporaryDirectory();
    const ledger = await open(directory);
    const answers = await Promise.all(Array.from({ length: 300 }, (_, index) => ledger.append(samplePair(index))));
    const sequences = answers.flatMap((entries) => entries.map((entry) => entry.sequence));
    expect(sequences.toSorted((left, right) => left - right)).toEqual(sequences);
    expect(new Set(sequences).size).toBe(600);
    for (const [intent, verdict] of answers) expect(verdict?.sequence).toBe((intent?.sequence ?? 0) + 1);
    await ledger.close();
    expect(verifyLedger({ directory })).toMatchObject({ sound: true, entries: 600, unsigned: 0 });
  });

  test("goes on where it ended", async () => {
    const directory = temporaryDirectory();
    const before = await open(directory);
    const [, last] = await before.append(samplePair(0));
    await before.close();
    const after = await open(directory);
    expect(after.entries()).toBe(2);
    const [next] = await after.append(samplePair(1));
    expect(next).toMatchObject({ sequence: 3, previousHash: last?.hash });
    await after.close();
    expect(verifyLedger({ directory })).toMatchObject({ sound: true, entries: 4, checkpoints: 2 });
  });

  test("reads back exactly what was given", async () => {
    const directory = temporaryDirectory();
    const ledger = await open(directory);
    const given = [
      ...samplePair(7),
      {
        kind: "fault" as const,
        at: 1.5,
        summary: 'odd "text" \u0000 \ud800 ü',
        body: { nested: [{ a: [1e21, -0.5] }] },
      },
    ];
    const appended = await ledger.append(given);
    await ledger.close();
    const reader = createReader(directory);
    onTestFinished(reader.close);
    const { entries } = reader.page({});
    expect(entries.toReversed().slice(0, 2)).toEqual(appended.slice(0, 2));
    expect(entries[0]).toMatchObject({ at: 1, summary: 'odd "text" \u0000 \ufffd ü', hash: appended[2]?.hash });
    expect(entries[0]?.body).toEqual({ nested: [{ a: [1e21, -0.5] }] });
  });

  test("after closing is refused in words", async () => {
    const ledger = await open(temporaryDirectory());
    await ledger.close();
    await expect(ledger.append(samplePair(0))).rejects.toMatchObject({ name: "LedgerUnavailable", fault: "closed" });
  });
});

describe("files", () => {
  test("are for their user only", async () => {
    const directory = join(temporaryDirectory(), "data");
    const ledger = await open(directory);
    await ledger.append(samplePair(0));
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    const expected = ["console.key", "index.sqlite", "index.sqlite-wal", "ledger.sqlite", "ledger.sqlite-wal"];
    await expect.poll(() => readdirSync(directory)).toEqual(expect.arrayContaining(expected));
    const names = readdirSync(directory);
    expect(names.filter((name) => (statSync(join(directory, name)).mode & 0o777) !== 0o600)).toEqual([]);
  });
});

describe("closing", () => {
  test("finishes the index and folds both logs", async () => {
    const directory = temporaryDirectory();
    const ledger = await open(directory);
    await ledger.append(samplePairs(600));
    const watching = createReader(directory);
    await vi.waitFor(() => expect(watching.stats().indexedTo).toBeGreaterThan(0), { timeout: 5000 });
    watching.close();
    // Opens the index for reading.
    expect(ledger.entriesOf(agents[0] ?? "", sampleIntentId(3))).toHaveLength(2);
    await ledger.close();
    expect(readdirSync(directory).filter((name) => /-(wal|shm)$/.test(name))).toEqual([]);
    const reader = createReader(directory);
    onTestFinished(reader.close);
    expect(reader.stats().indexedTo).toBe(1200);
  });
});

describe("checkpoints", () => {
  test("come after so many entries, after some seconds, and at the end", async () => {
    const directory = temporaryDirectory();
    const clock = handClock();
    const ledger = await open(directory, { clock, checkpointEntries: 4, checkpointSeconds: 10 });
    await ledger.append(samplePairs(2));
    await ledger.append(samplePair(2));
    const reader = createReader(directory);
    onTestFinished(reader.close);
    expect(reader.stats()).toMatchObject({ checkpoints: 1, lastCheckpoint: { size: 4 } });
    clock.move(10 * second);
    await ledger.append(samplePair(3));
    expect(reader.stats()).toMatchObject({ checkpoints: 2, lastCheckpoint: { size: 6, at: clock.now() } });
    await ledger.close();
    expect(reader.stats()).toMatchObject({ checkpoints: 3, lastCheckpoint: { size: 8 } });
  });
});

describe("looking at one intent", () => {
  test("finds everything about it, at once and after a restart", async () => {
    const directory = temporaryDirectory();
    const ledger = await open(directory);
    const [intent, verdict] = await ledger.append(samplePair(3));
    await ledger.append(samplePair(4));
    const agentDid = agents[0] ?? "";
    expect(ledger.entriesOf(agentDid, sampleIntentId(3))).toEqual([intent, verdict]);
    expect(ledger.entriesOf(agents[1] ?? "", sampleIntentId(3))).toEqual([]);
    expect(ledger.entriesOf(agentDid, "unknown")).toEqual([]);
    await ledger.close();
    const again = await open(directory);
    expect(again.entriesOf(agentDid, sampleIntentId(3))).toEqual([intent, verdict]);
    const [report] = await again.append([
      { kind: "report", at: 1, agentDid, intentId: sampleIntentId(3), summary: "done", body: { status: "SUCCESS" } },
    ]);
    expect(again.entriesOf(agentDid, sampleIntentId(3))).toEqual([intent, verdict, report]);
    // By now the index's thread has told which intents there were before.
    await sleep(300);
    expect(again.entriesOf(agentDid, sampleIntentId(3))).toEqual([intent, verdict, report]);
    expect(again.agentsOf(sampleIntentId(3))).toEqual([agentDid]);
    expect(again.entriesOf(agentDid, "unknown")).toEqual([]);
  });
});

describe("a clock that is set back", () => {
  test("leaves the order alone and is recorded", async () => {
    const directory = temporaryDirectory();
    const clock = handClock();
    const ledger = await open(directory, { clock });
    await ledger.append([{ kind: "lifecycle", at: clock.now(), summary: "start", body: {} }]);
    clock.move(-5 * minute);
    const [entry] = await ledger.append([{ kind: "lifecycle", at: clock.now(), summary: "later", body: {} }]);
    expect(entry?.sequence).toBe(3);
    await ledger.close();
    const reader = createReader(directory);
    onTestFinished(reader.close);
    expect(reader.entry(2)).toMatchObject({
      kind: "fault",
      summary: "The clock was set back by 300 s. Entries keep their order.",
      body: { event: "clock_set_back" },
    });
    expect(verifyLedger({ directory }).sound).toBe(true);
  });

  test("is noticed over a restart too", async () => {
    const directory = temporaryDirectory();
    const clock = handClock();
    const before = await open(directory, { clock });
    await before.append([{ kind: "lifecycle", at: clock.now(), summary: "start", body: {} }]);
    await before.close();
    clock.move(-minute);
    const after = await open(directory, { clock });
    const [entry] = await after.append([{ kind: "lifecycle", at: clock.now(), summary: "again", body: {} }]);
    expect(entry?.sequence).toBe(3);
  });
});

describe("what is remembered", () => {
  test("comes back at the next start, the last word counts", async () => {
    const directory = temporaryDirectory();
    const ledger = await open(directory);
    ledger.saveState({ kind: "agents", id: "did:a", body: '{"uses":1}' });
    ledger.saveState({ kind: "agents", id: "did:a", body: '{"uses":2}' });
    ledger.saveState({ kind: "grants", id: "g1", body: '{"grantId":"g1"}' });
    ledger.saveState({ kind: "grants", id: "g2", body: '{"grantId":"g2"}' });
    await ledger.append(samplePair(0));
    ledger.saveState({ kind: "grants", id: "g1" });
    await ledger.close();
    const again = await open(directory);
    expect(again.savedState()).toEqual({
      inventories: [],
      agents: ['{"uses":2}'],
      grants: ['{"grantId":"g2"}'],
      altered: [],
      tampered: false,
    });
  });
});
