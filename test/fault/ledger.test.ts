// Faults of the ledger's file: each is told apart, nothing is lost or overwritten, and recording goes on by itself.
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { archiveBefore } from "../../src/main/store/export/archive.ts";
import { writeExport } from "../../src/main/store/export/file.ts";
import { exportText } from "../../src/main/store/export/text.ts";
import { openLedger, type LedgerOptions, type LedgerStore } from "../../src/main/store/ledger.ts";
import type { Health } from "../../src/main/store/write/messages.ts";
import { createReader } from "../../src/main/store/read/reader.ts";
import { verifyLedger } from "../../src/main/store/proof/verify.ts";
import type { LedgerEntry } from "../../src/shared/domain/audit.ts";
import { day } from "../../src/shared/lib/clock.ts";
import type { Clock } from "../../src/main/engine/ports.ts";
import { agents, handClock, sampleIntentId, samplePair, samplePairs } from "../main/store/samples.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { canMount, smallDisk } from "./small-disk.ts";

interface Opened {
  readonly ledger: LedgerStore;
  readonly clock: ReturnType<typeof handClock>;
  readonly healths: Health[];
}

async function open(directory: string, more: Partial<LedgerOptions> = {}): Promise<Opened> {
  const clock = handClock();
  const healths: Health[] = [];
  const ledger = await openLedger({ directory, clock, onHealth: (health) => healths.push(health), ...more });
  onTestFinished(() => ledger.close());
  return { ledger, clock, healths };
}

/** Another start of Gatehouse, long enough to record something. */
async function record(directory: string, index = 0): Promise<readonly LedgerEntry[]> {
  const { ledger } = await open(directory);
  const entries = await ledger.append(samplePair(index));
  await ledger.close();
  return entries;
}

function entriesIn(directory: string): readonly LedgerEntry[] {
  const reader = createReader(directory);
  const { entries } = reader.page({ limit: 1000 });
  reader.close();
  return entries.toReversed();
}

const setAside = (directory: string, what: string): readonly string[] =>
  readdirSync(directory).filter((name) => name.startsWith(`ledger.${what}-`) && name.endsWith(".sqlite"));

describe.runIf(canMount)("a full disk (needs root)", () => {
  test("refuses what it cannot record, and goes on when there is room again", async () => {
    const { place } = smallDisk();
    const directory = join(place, "data");
    const { ledger, healths, clock } = await open(directory);
    await ledger.append(samplePair(0));
    const ballast = join(place, "ballast");
    fill(ballast);
    const refused = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => ledger.append(samplePairs(20, index))),
    );
    expect(refused.at(-1)).toMatchObject({ status: "rejected", reason: { name: "LedgerUnavailable", fault: "full" } });
    expect(healths).toHaveLength(1);
    expect(healths[0]).toMatchObject({ healthy: false, fault: "full" });
    expect(healths[0]?.message).toContain("Free some space");
    expect(ledger.health().healthy).toBe(false);

    rmSync(ballast);
    clock.move(5000);
    const [entry] = await ledger.append(samplePair(500));
    expect(ledger.health().healthy).toBe(true);
    await ledger.close();
    const entries = entriesIn(directory);
    expect(entries.find((other) => other.body["event"] === "ledger_outage")).toMatchObject({ body: { fault: "full" } });
    expect(entries.at(-2)?.hash).toBe(entry?.hash);
    expect(verifyLedger({ directory })).toMatchObject({ sound: true });
  });

  test("comes back without being asked", async () => {
    const { place } = smallDisk();
    const directory = join(place, "data");
    const { ledger, healths, clock } = await open(directory);
    const ballast = join(place, "ballast");
    fill(ballast);
    await expect(ledger.append(samplePairs(400))).rejects.toMatchObject({ fault: "full" });
    rmSync(ballast);
    clock.move(2500);
    await expect.poll(() => healths.at(-1)).toEqual({ healthy: true });
  });

  test("is no reason not to start", async () => {
    const { place } = smallDisk();
    const ballast = join(place, "ballast");
    fill(ballast);
    const { ledger } = await open(join(place, "data"));
    expect(ledger.health()).toMatchObject({ healthy: false, fault: "full" });
    await expect(ledger.append(samplePair(0))).rejects.toMatchObject({ fault: "full" });
    rmSync(ballast);
    expect(await ledger.append(samplePair(0))).toHaveLength(2);
  });

  test("that lacks room for the end of an archive or an export has neither", async () => {
    const directory = temporaryDirectory();
    const { ledger } = await open(directory);
    await ledger.append(samplePairs(300));
    await ledger.close();
    const before = Number.MAX_SAFE_INTEGER;
    const archived = await archiveBefore(directory, before, before);
    const archive = join(directory, "archive");
    const whole = statSync(join(directory, archived?.file ?? "")).size;
    rmSync(archive, { recursive: true });

    const { place } = smallDisk();
    symlinkSync(place, archive);
    const ballast = `${place}/ballast`;
    fill(ballast);
    const leave = (bytes: number): void => truncateSync(ballast, statSync(ballast).size - roundedDown(bytes - 1));
    leave(whole);
    await expect(archiveBefore(directory, before, before)).rejects.toThrow("ENOSPC");
    expect(readdirSync(place)).toEqual(["ballast"]);

    fill(ballast);
    const exporting = { directory, format: "csv", out: join(place, "out.csv"), part: join(place, "out.part") } as const;
    const text = [...exportText(exporting)].join("");
    leave(Buffer.byteLength(text));
    await expect(writeExport(exporting)).rejects.toThrow("ENOSPC");
    expect(readdirSync(place)).toEqual(["ballast"]);
  });

  const page = 4096;
  const roundedDown = (bytes: number): number => bytes - (bytes % page);

  function fill(file: string): void {
    expect(() => {
      for (;;) writeFileSync(file, Buffer.alloc(page), { flag: "a" });
    }).toThrow("ENOSPC");
  }
});

describe.runIf(canMount)("a disk that may not be written (needs root)", () => {
  test("refuses, says so, and goes on when it may", async () => {
    const disk = smallDisk();
    const directory = join(disk.place, "data");
    await record(directory);
    disk.remount("ro");
    const { ledger } = await open(directory);
    expect(ledger.health()).toMatchObject({ healthy: false, fault: "read_only" });
    await expect(ledger.append(samplePair(1))).rejects.toMatchObject({ fault: "read_only" });
    disk.remount("rw");
    const [entry] = await ledger.append(samplePair(1));
    expect(entry?.kind).toBe("intent");
    await ledger.close();
    expect(verifyLedger({ directory })).toMatchObject({ sound: true });
  });
});

describe("a file another program holds", () => {
  test("is waited for shortly, then refused, then used again", async () => {
    const directory = temporaryDirectory();
    const { ledger, healths } = await open(directory);
    await ledger.append(samplePair(0));
    const other = new Database(join(directory, "ledger.sqlite"));
    other.exec("BEGIN IMMEDIATE");
    await expect(ledger.append(samplePair(1))).rejects.toMatchObject({ fault: "locked" });
    expect(healths.at(-1)?.message).toContain("Another program holds");
    other.exec("COMMIT");
    other.close();
    expect(await ledger.append(samplePair(1))).toHaveLength(2);
    expect(healths.at(-1)).toEqual({ healthy: true });
  });
});

describe("a damaged file", () => {
  test.each([
    ["its header", 0],
    ["its tables", 4096],
  ])("in %s is set aside unchanged, and a new ledger says so", async (_name, from) => {
    const directory = temporaryDirectory();
    for (let index = 0; index < 3; index += 1) await record(directory, index);
    const file = join(directory, "ledger.sqlite");
    const bytes = readFileSync(file);
    bytes.fill(0x5a, from, Math.min(bytes.length, from + 8 * 4096));
    writeFileSync(file, bytes);

    const { ledger } = await open(directory);
    const [entry] = await ledger.append(samplePair(9));
    expect(entry?.sequence).toBe(2);
    await ledger.close();
    const [aside] = setAside(directory, "corrupt");
    expect(readFileSync(join(directory, aside ?? "")).equals(bytes)).toBe(true);
    expect(entriesIn(directory)[0]).toMatchObject({
      kind: "fault",
      body: { event: "ledger_begun_anew", why: "corrupt", file: aside, lastSize: 6 },
    });
    expect(verifyLedger({ directory })).toMatchObject({ sound: true });
  });

  test("of the search index is made anew", async () => {
    const directory = temporaryDirectory();
    await record(directory);
    writeFileSync(join(directory, "index.sqlite"), "nothing of use".repeat(1000));
    const { ledger } = await open(directory);
    await ledger.append(samplePair(1));
    await ledger.close();
    const reader = createReader(directory);
    expect(reader.page({ filter: { kinds: ["verdict"] } }).entries).toHaveLength(2);
    expect(reader.stats().indexedTo).toBe(4);
    reader.close();
  });
});

describe("a search index that is removed while it is open", () => {
  test("is made anew, and nothing is missed meanwhile", async () => {
    const directory = temporaryDirectory();
    const { ledger } = await open(directory);
    await ledger.append(samplePairs(20));
    const reader = createReader(directory);
    onTestFinished(reader.close);
    await expect.poll(() => reader.stats().indexedTo).toBe(40);
    rmSync(join(directory, "index.sqlite"));
    await ledger.append(samplePair(20));
    const verdicts = (): number => reader.page({ filter: { kinds: ["verdict"] } }).entries.length;
    expect(verdicts()).toBe(21);
    await expect.poll(() => reader.stats().indexedTo).toBe(42);
    expect(verdicts()).toBe(21);
    expect(ledger.entriesOf(agents[0] ?? "", sampleIntentId(3))).toHaveLength(2);
  });
});

describe("a file that is removed while it is open", () => {
  test.each([
    ["the database", ["ledger.sqlite"]],
    ["its log", ["ledger.sqlite-wal"]],
    ["both", ["ledger.sqlite", "ledger.sqlite-wal", "ledger.sqlite-shm"]],
  ])("is put back with everything in it: %s", async (_name, files) => {
    const directory = temporaryDirectory();
    const { ledger } = await open(directory);
    const before = await ledger.append(samplePairs(5));
    for (const file of files) rmSync(join(directory, file));
    const after = await ledger.append(samplePair(5));
    expect(after[0]?.sequence).toBe(11);
    expect(await ledger.append(samplePair(6))).toHaveLength(2);
    expect(statSync(join(directory, "ledger.sqlite")).mode & 0o777).toBe(0o600);
    await ledger.close();
    const entries = entriesIn(directory);
    expect(entries.slice(0, 12)).toEqual([...before, ...after]);
    expect(entries[12]).toMatchObject({ body: { event: "ledger_restored" } });
    expect(verifyLedger({ directory })).toMatchObject({ sound: true, entries: 15 });
  });

  test("with its whole directory is put back with the key", async () => {
    const directory = join(temporaryDirectory(), "data");
    const { ledger } = await open(directory);
    await ledger.append(samplePair(0));
    rmSync(directory, { recursive: true });
    await ledger.append(samplePair(1));
    await ledger.close();
    expect(verifyLedger({ directory })).toMatchObject({ sound: true, entries: 5 });
    expect(await record(directory, 2)).toMatchObject([{ sequence: 6 }, { sequence: 7 }]);
  });

  test("and replaced by another is put back, and the other is kept", async () => {
    const directory = temporaryDirectory();
    const { ledger } = await open(directory);
    await ledger.append(samplePair(0));
    rmSync(join(directory, "ledger.sqlite"));
    writeFileSync(join(directory, "ledger.sqlite"), "something else");
    await ledger.append(samplePair(1));
    await ledger.close();
    expect(verifyLedger({ directory })).toMatchObject({ sound: true, entries: 5 });
    expect(readFileSync(join(directory, setAside(directory, "replaced")[0] ?? ""), "utf8")).toBe("something else");
  });

  test("between two starts is not passed over in silence", async () => {
    const directory = temporaryDirectory();
    await record(directory);
    rmSync(join(directory, "ledger.sqlite"));
    await record(directory);
    expect(entriesIn(directory)[0]).toMatchObject({
      body: { event: "ledger_begun_anew", why: "missing", lastSize: 2 },
    });
    await record(directory);
    expect(entriesIn(directory)).toHaveLength(5);
  });
});

describe("a ledger that cannot be continued provably", () => {
  test("because its end was altered is set aside", async () => {
    const directory = temporaryDirectory();
    const { ledger } = await open(directory);
    await ledger.append(samplePairs(3));
    // As after a crash: entries, but no checkpoint over them.
    const copy = temporaryDirectory();
    for (const name of readdirSync(directory).filter((name) => !name.endsWith("-shm"))) {
      writeFileSync(join(copy, name), readFileSync(join(directory, name)), { mode: 0o600 });
    }
    const connection = new Database(join(copy, "ledger.sqlite"));
    connection.exec("UPDATE entries SET summary = 'harmless' WHERE sequence = 4");
    connection.close();
    await record(copy);
    expect(setAside(copy, "altered")).toHaveLength(1);
    const [first] = entriesIn(copy);
    expect(first).toMatchObject({
      body: { why: "altered", detail: expect.stringContaining("Entry 4 was edited") as string },
    });
  });

  test("because its end was cut off is set aside", async () => {
    const directory = temporaryDirectory();
    await record(directory);
    const connection = new Database(join(directory, "ledger.sqlite"));
    connection.exec("DELETE FROM entries WHERE sequence = 2; DELETE FROM checkpoints; UPDATE head SET sequence = 1");
    connection.close();
    await record(directory);
    expect(setAside(directory, "altered")).toHaveLength(1);
  });

  test("because the key is another is set aside", async () => {
    const directory = temporaryDirectory();
    await record(directory);
    rmSync(join(directory, "console.key"));
    await record(directory);
    expect(setAside(directory, "other-key")).toHaveLength(1);
    expect(entriesIn(directory)[0]).toMatchObject({ body: { why: "other-key" } });
    expect(verifyLedger({ directory })).toMatchObject({ sound: true, entries: 3 });
  });

  test("does not start with a key that cannot be read", async () => {
    const directory = temporaryDirectory();
    await record(directory);
    writeFileSync(join(directory, "console.key"), "scratched");
    await expect(open(directory)).rejects.toMatchObject({ name: "LedgerUnavailable", fault: "key" });
    expect(setAside(directory, "other-key")).toHaveLength(0);
  });

  test("does not believe what someone wrote into its memory", async () => {
    const directory = temporaryDirectory();
    await record(directory);
    const connection = new Database(join(directory, "ledger.sqlite"));
    connection.exec("INSERT INTO grants VALUES ('always', '{\"effect\":\"allow\"}', 'ab')");
    connection.close();
    const { ledger } = await open(directory);
    expect(ledger.savedState().grants).toEqual([]);
    await ledger.close();
    expect(entriesIn(directory).at(-1)).toMatchObject({
      kind: "fault",
      body: { event: "memory_altered", id: "always" },
    });
  });
});

describe("two at once", () => {
  test("the second is refused, by name, and the first goes on", async () => {
    const directory = temporaryDirectory();
    const { ledger } = await open(directory);
    await expect(open(directory)).rejects.toMatchObject({ name: "LedgerUnavailable", fault: "in_use" });
    await expect(open(directory)).rejects.toThrow(`(process ${process.pid}) already uses ${directory}`);
    expect(await ledger.append(samplePair(0))).toHaveLength(2);
    await ledger.close();
    expect(await record(directory, 1)).toHaveLength(2);
  });

  test("a process that is killed leaves no lock behind", async () => {
    const directory = temporaryDirectory();
    const child = spawn(process.execPath, [join(import.meta.dirname, "append-child.ts"), directory], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    await expect(open(directory)).rejects.toThrow(`(process ${child.pid})`);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await record(directory)).toHaveLength(2);
  });
});

describe("the writer's thread", () => {
  test("is started again when it dies", async () => {
    const directory = temporaryDirectory();
    const { ledger, healths } = await open(directory, { workerUrl: new URL("./dying-worker.ts", import.meta.url) });
    await ledger.append(samplePair(0));
    writeFileSync(join(directory, "die"), "");
    await expect(ledger.append(samplePair(1))).rejects.toMatchObject({ name: "LedgerUnavailable" });
    expect(healths.at(-1)).toMatchObject({ healthy: false });
    expect(await ledger.append(samplePair(2))).toHaveLength(2);
    expect(ledger.health()).toEqual({ healthy: true });
    await ledger.close();
    expect(verifyLedger({ directory })).toMatchObject({ sound: true });
  });

  test("that is dead takes along neither what is remembered next nor what retention removes", async () => {
    const directory = temporaryDirectory();
    const workerUrl = new URL("./dying-worker.ts", import.meta.url);
    const { ledger, clock } = await open(directory, { workerUrl, checkpointEntries: 4 });
    for (const index of [0, 1, 2]) await ledger.append(samplePair(index));
    const die = async (): Promise<void> => {
      writeFileSync(join(directory, "die"), "");
      await expect(ledger.append(samplePair(3))).rejects.toMatchObject({ name: "LedgerUnavailable" });
    };
    await die();
    const { href } = workerUrl;
    workerUrl.href = "https://example.com/";
    clock.move(100 * day);
    await expect(ledger.prune(clock.now() - day)).rejects.toMatchObject({ name: "LedgerUnavailable" });
    workerUrl.href = href;
    expect(await ledger.prune(clock.now() - day)).toBeGreaterThan(0);
    await die();
    ledger.saveState({ kind: "agents", id: "did:a", body: '{"halted":true}' });
    await ledger.close();
    const again = await open(directory);
    expect(again.ledger.savedState().agents).toEqual(['{"halted":true}']);
    again.ledger.saveState({ kind: "agents", id: "did:a" });
    await again.ledger.close();
    expect(verifyLedger({ directory })).toMatchObject({ sound: true });
  });

  test("that the machine has no room for is a fault that passes", async () => {
    const directory = temporaryDirectory();
    const workerUrl = new URL("./dying-worker.ts", import.meta.url);
    const { href } = workerUrl;
    const { ledger } = await open(directory, { workerUrl });
    await ledger.append(samplePair(0));
    writeFileSync(join(directory, "die"), "");
    await expect(ledger.append(samplePair(1))).rejects.toMatchObject({ name: "LedgerUnavailable" });
    // No thread is made from there, and that is said at once.
    workerUrl.href = "https://example.com/";
    await expect(ledger.append(samplePair(2))).rejects.toMatchObject({ name: "LedgerUnavailable" });
    expect(ledger.health()).toMatchObject({ healthy: false });
    workerUrl.href = href;
    expect(await ledger.append(samplePair(3))).toHaveLength(2);
    expect(ledger.health()).toEqual({ healthy: true });
    await ledger.close();
  });

  test("that cannot be made at the start is not tried again later", async () => {
    let planned = 0;
    const clock: Clock = {
      now: () => 0,
      after() {
        planned += 1;
        return () => void (planned -= 1);
      },
    };
    const workerUrl = new URL("https://example.com/");
    await expect(open(temporaryDirectory(), { workerUrl, clock })).rejects.toMatchObject({ name: "LedgerUnavailable" });
    expect(planned).toBe(0);
  });
});

test("a search index that is moved away does no harm", async () => {
  const directory = temporaryDirectory();
  await record(directory);
  renameSync(join(directory, "index.sqlite"), join(directory, "elsewhere"));
  expect(await record(directory, 1)).toMatchObject([{ sequence: 3 }, { sequence: 4 }]);
});
