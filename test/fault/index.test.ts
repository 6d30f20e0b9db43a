// Faults of the search index and its thread: appends never wait for them, nothing is lost, and the index comes back.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { openRecoveringWriter } from "../../src/main/store/write/recovering-writer.ts";
import { openLedger, type LedgerOptions, type LedgerStore } from "../../src/main/store/ledger.ts";
import { createReader, type LedgerReader } from "../../src/main/store/read/reader.ts";
import { flatten } from "../../src/main/store/record.ts";
import { verifyLedger } from "../../src/main/store/proof/verify.ts";
import { agents, handClock, sampleIntentId, samplePair, samplePairs } from "../main/store/samples.ts";
import { temporaryDirectory } from "../support/temporary.ts";

interface Opened {
  readonly directory: string;
  readonly ledger: LedgerStore;
  readonly clock: ReturnType<typeof handClock>;
  readonly reader: LedgerReader;
}

async function open(more: Partial<LedgerOptions> = {}): Promise<Opened> {
  const directory = temporaryDirectory();
  const clock = handClock();
  const ledger = await openLedger({ directory, clock, ...more });
  onTestFinished(() => ledger.close());
  const reader = createReader(directory);
  onTestFinished(reader.close);
  return { directory, ledger, clock, reader };
}

const indexUrl = new URL("./harmed-index.ts", import.meta.url);

test("appends do not wait for an index that another program holds", async () => {
  const { directory, ledger, reader } = await open();
  await ledger.append(samplePair(0));
  await expect.poll(() => reader.stats().indexedTo).toBe(2);
  const other = new Database(join(directory, "index.sqlite"));
  other.exec("BEGIN IMMEDIATE");
  let longest = 0;
  for (let index = 1; index <= 40; index += 1) {
    const begun = performance.now();
    await ledger.append(samplePair(index));
    longest = Math.max(longest, performance.now() - begun);
    // A pause in which the index tries its luck, and waits for the lock.
    await sleep(12);
  }
  expect(longest).toBeLessThan(300);
  expect(reader.stats().indexedTo).toBe(2);
  // What it lacks is known all the same.
  expect(ledger.entriesOf(agents[1] ?? "", sampleIntentId(40))).toHaveLength(2);
  expect(reader.page({ filter: { kinds: ["verdict"] }, limit: 100 }).entries).toHaveLength(41);
  other.exec("COMMIT");
  other.close();
  await expect.poll(() => reader.stats().indexedTo, { timeout: 10_000 }).toBe(82);
});

test("a thread that dies in the middle of a step comes back, and nothing counts twice", async () => {
  const { directory, ledger, clock, reader } = await open({ indexUrl });
  await ledger.append(samplePairs(10));
  await expect.poll(() => reader.stats().indexedTo).toBe(20);
  writeFileSync(join(directory, "die"), "");
  await ledger.append(samplePairs(10, 10));
  await expect.poll(() => existsSync(join(directory, "die"))).toBe(false);
  for (let index = 20; index < 30; index += 1) await ledger.append(samplePair(index));
  expect(ledger.health()).toEqual({ healthy: true });
  expect(ledger.entriesOf(agents[1] ?? "", sampleIntentId(13))).toHaveLength(2);
  expect(reader.stats().indexedTo).toBe(20);
  await expect
    .poll(
      () => {
        clock.move(2000);
        return reader.stats().indexedTo;
      },
      { timeout: 10_000 },
    )
    .toBe(60);
  expect(reader.count({ kinds: ["verdict"] })).toBe(30);
  expect(ledger.entriesOf(agents[1] ?? "", sampleIntentId(13))).toHaveLength(2);
  await ledger.close();
  expect(verifyLedger({ directory })).toMatchObject({ sound: true, entries: 60 });
});

test("a thread that cannot even start costs nothing but the search", async () => {
  const { directory, ledger, reader } = await open({ indexUrl: new URL("./not-there.ts", import.meta.url) });
  await ledger.append(samplePairs(5));
  expect(ledger.entriesOf(agents[1] ?? "", sampleIntentId(1))).toHaveLength(2);
  expect(reader.page({ filter: { kinds: ["verdict"] } }).entries).toHaveLength(5);
  await ledger.close();
  expect(existsSync(join(directory, "index.sqlite"))).toBe(false);
});

test("appends keep to the pace of a slow index, so that memory holds what it lacks", async () => {
  const { directory, ledger, reader } = await open({ indexUrl });
  await ledger.append(samplePair(0));
  await expect.poll(() => reader.stats().indexedTo).toBe(2);
  writeFileSync(join(directory, "slow"), "");
  let furthest = 0;
  for (let from = 1; from < 14_000; from += 250) {
    await ledger.append(samplePairs(250, from));
    furthest = Math.max(furthest, ledger.entries() - reader.stats().indexedTo);
  }
  // At 16,384 an append waits, but no longer than a quarter of a second: on a busy machine some go on without the index.
  expect(furthest).toBeLessThan(20_000);
  expect(furthest).toBeGreaterThan(10_000);
  rmSync(join(directory, "slow"));
  await ledger.close();
  expect(reader.stats().indexedTo).toBe(ledger.entries());
  expect(reader.count({ kinds: ["verdict"] })).toBe(ledger.entries() / 2);
});

test("no append waits until a slow index of a long ledger is made anew", async () => {
  const directory = temporaryDirectory();
  const ignore = (): void => undefined;
  const now = handClock().now();
  const writer = openRecoveringWriter({ directory, checkpointEntries: 4096, now, onHealth: ignore, onOpen: ignore });
  for (let from = 0; from < 10_000; from += 2000) writer.append(samplePairs(2000, from).map(flatten), now);
  writer.close(now);
  writeFileSync(join(directory, "slow"), "");
  const ledger = await openLedger({ directory, clock: handClock(), indexUrl });
  onTestFinished(() => ledger.close());
  let longest = 0;
  for (let from = 10_000; from < 19_500; from += 500) {
    const begun = performance.now();
    await ledger.append(samplePairs(500, from));
    longest = Math.max(longest, performance.now() - begun);
  }
  expect(longest).toBeLessThan(1500);
  rmSync(join(directory, "slow"));
});

test("a ledger that begins anew under it is indexed from its own beginning", async () => {
  const { directory, ledger, reader } = await open();
  await ledger.append(samplePairs(50));
  await expect.poll(() => reader.stats().indexedTo).toBe(100);
  // Another program writes into the file: the next append meets the damage.
  const file = join(directory, "ledger.sqlite");
  const other = new Database(file);
  other.unsafeMode();
  other.pragma("writable_schema = ON");
  other.exec("UPDATE sqlite_schema SET sql = 'nothing of use' WHERE name = 'head'");
  other.pragma("schema_version = 1000");
  other.close();
  await expect(ledger.append(samplePair(50))).rejects.toMatchObject({ fault: "corrupt" });
  const [intent, verdict] = await ledger.append(samplePair(51));
  expect(intent?.sequence).toBeLessThan(5);
  expect(ledger.entriesOf(agents[0] ?? "", sampleIntentId(51))).toEqual([intent, verdict]);
  await expect.poll(() => reader.stats().indexedTo).toBe(verdict?.sequence);
  expect(reader.count({ kinds: ["verdict"] })).toBe(1);
  expect(ledger.entriesOf(agents[0] ?? "", sampleIntentId(51))).toEqual([intent, verdict]);
});
