// What is handed on: exports, proofs and archives, checked by the stand-alone verifier; and a ledger that was pruned.
import { execFile } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import Database from "better-sqlite3";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { openForReading } from "../../../src/main/store/database.ts";
import { exportLines, publicKeyOf } from "../../../src/main/store/export/export.ts";
import { openConsoleKey } from "../../../src/main/store/proof/keys.ts";
import { type LedgerOptions, type LedgerStore, openLedger } from "../../../src/main/store/ledger.ts";
import { proveEntry } from "../../../src/main/store/proof/prove.ts";
import { createReader } from "../../../src/main/store/read/reader.ts";
import { verifyLedger } from "../../../src/main/store/proof/verify.ts";
import { day } from "../../../src/shared/lib/clock.ts";
import { temporaryDirectory } from "../../support/temporary.ts";
import { handClock, samplePair, samplePairs } from "./samples.ts";

const verifier = join(import.meta.dirname, "../../../resources/verify-ledger.mjs");

function verifyFile(...given: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [verifier, ...given], (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, output: stdout + stderr });
    });
  });
}

const templates: string[] = [];
afterAll(() => {
  for (const directory of templates) rmSync(directory, { recursive: true, force: true });
});

/** Made once, by the first test that wants it; each test gets a copy. */
function copies(make: (directory: string) => Promise<void>): () => Promise<string> {
  let template: Promise<string> | undefined;
  async function fill(): Promise<string> {
    const directory = mkdtempSync(join(tmpdir(), "gatehouse-test-"));
    templates.push(directory);
    await make(directory);
    return directory;
  }
  return async () => {
    const directory = temporaryDirectory();
    cpSync(await (template ??= fill()), directory, { recursive: true });
    return directory;
  };
}

async function open(directory: string, more: Partial<LedgerOptions> = {}): Promise<LedgerStore> {
  const ledger = await openLedger({ directory, clock: handClock(), checkpointEntries: 16, ...more });
  onTestFinished(() => ledger.close());
  return ledger;
}

function exported(directory: string): string {
  const connection = openForReading(join(directory, "ledger.sqlite"));
  const text = [...exportLines(connection, { publicKey: publicKeyOf(directory) })].join("");
  connection.close();
  return text;
}

function proof(directory: string, sequence: number): string {
  const connection = openForReading(join(directory, "ledger.sqlite"));
  const made = proveEntry(connection, sequence, publicKeyOf(directory));
  connection.close();
  if (!made.ok) throw new Error(made.error);
  return made.value;
}

const filled = copies(async (directory) => {
  const ledger = await open(directory);
  for (let index = 0; index < 35; index += 1) await ledger.append(samplePair(index));
  await ledger.close();
});

describe("the stand-alone verifier", () => {
  test("is short and stands alone", () => {
    const text = readFileSync(verifier, "utf8");
    expect(text.split("\n").length).toBeLessThan(250);
    expect([...text.matchAll(/from "([^"]+)"/g)].every(([, name]) => name?.startsWith("node:") === true)).toBe(true);
  });

  test("accepts an export, with the console's key or its own", async () => {
    const directory = await filled();
    const file = join(directory, "ledger.jsonl");
    writeFileSync(file, exported(directory));
    const { publicKey } = openConsoleKey(directory);
    expect(await verifyFile("--key", publicKey, file)).toEqual({
      code: 0,
      output: `${file}: sound, entries 1 to 70, 5 checkpoints.\n`,
    });
    expect((await verifyFile(file)).output).toContain("Compare it with the console's.");
    const other = openConsoleKey(temporaryDirectory()).publicKey;
    expect(await verifyFile("--key", other, file)).toMatchObject({ code: 1 });
  });

  test.each<readonly [string, (lines: string[]) => void, string]>([
    [
      "an edited entry",
      (lines) => (lines[6] = (lines[6] ?? "").replace("execute_command", "read_file")),
      "Entry 6 was edited",
    ],
    ["a removed entry", (lines) => lines.splice(10, 1), "Entry 10 is missing"],
    ["an added entry", (lines) => lines.splice(10, 0, lines[9] ?? ""), "Entry 10 is missing"],
    ["swapped entries", (lines) => lines.splice(4, 2, lines[5] ?? "", lines[4] ?? ""), "Entry 4 is missing"],
    ["an end cut off", (lines) => lines.splice(60), "The file should end at entry 70"],
    ["a removed checkpoint", (lines) => lines.splice(17, 1), "follows one at 16, which is gone"],
    [
      "an edited checkpoint",
      (lines) => (lines[17] = (lines[17] ?? "").replace('"previousSize":0', '"previousSize":1')),
      "is not signed with the key",
    ],
    [
      "an entry that another reader would take for the one that is checked",
      (lines) =>
        (lines[4] = (lines[4] ?? "").replace('{"entry":', '{"entry":{"kind":"verdict","outcome":"APPROVED"},"entry":')),
      "holds more than can be checked",
    ],
    [
      "an entry that hides in a checkpoint's line",
      (lines) => (lines[17] = (lines[17] ?? "").replace(/}$/, ',"entry":{"kind":"verdict"},"sequence":17}')),
      "holds more than can be checked",
    ],
    [
      "an entry with a stub",
      (lines) => (lines[4] = (lines[4] ?? "").replace(/}$/, ',"stub":{"entry":{"kind":"verdict"}}}')),
      "holds more than can be checked",
    ],
    [
      "an entry that hides in the first line",
      (lines) => (lines[0] = (lines[0] ?? "").replace(/}$/, ',"entry":{"kind":"verdict"}}')),
      "holds more than can be checked",
    ],
    ["no ledger at all", (lines) => (lines[0] = "{}"), "This is not an exported ledger"],
    ["no JSON at all", (lines) => (lines[3] = "{"), "ALTERED"],
  ])("finds %s", async (_name, alter, message) => {
    const directory = await filled();
    const lines = exported(directory).split("\n");
    alter(lines);
    const file = join(directory, "altered.jsonl");
    writeFileSync(file, lines.join("\n"));
    const { code, output } = await verifyFile(file);
    expect(output).toContain(message);
    expect(code).toBe(1);
  });

  test("accepts a proof of any entry, and of no other", async () => {
    const directory = await filled();
    const files = [1, 2, 15, 16, 17, 33, 64, 69, 70].map((sequence) => {
      const file = join(directory, `proof-${sequence}.json`);
      writeFileSync(file, proof(directory, sequence));
      return file;
    });
    expect(await verifyFile("--key", openConsoleKey(directory).publicKey, ...files)).toMatchObject({ code: 0 });
    const forged = join(directory, "forged.json");
    writeFileSync(forged, proof(directory, 20).replaceAll("anna", "eva"));
    expect(await verifyFile(forged)).toMatchObject({ code: 1 });
    const twofold = join(directory, "twofold.json");
    writeFileSync(twofold, proof(directory, 20).replace('"record":', '"record":{"sequence":20},"record":'));
    expect((await verifyFile(twofold)).output).toContain("holds more than can be checked");
    const moved = join(directory, "moved.json");
    const path: unknown = (JSON.parse(proof(directory, 20)) as { path: unknown }).path;
    writeFileSync(moved, JSON.stringify({ ...(JSON.parse(proof(directory, 21)) as object), path }));
    expect((await verifyFile(moved)).output).toContain("does not lead to the signed root");
  });

  describe("with the head file", () => {
    /** An export at 70 entries, the head file of then, one from four checkpoints before, and one from two entries later. */
    const life = (): (() => Promise<string>) =>
      copies(async (directory) => {
        const keep = (name: string): void => copyFileSync(join(directory, "ledger.head.json"), join(directory, name));
        const first = await open(directory);
        await first.append(samplePair(0));
        await first.close();
        keep("older.json");
        const second = await open(directory);
        for (let index = 1; index < 35; index += 1) await second.append(samplePair(index));
        await second.close();
        writeFileSync(join(directory, "ledger.jsonl"), exported(directory));
        keep("same.json");
        const third = await open(directory);
        await third.append(samplePair(35));
        await third.close();
        keep("newer.json");
      });

    const [ours, theirs] = [life(), life()];
    async function lives(whose = ours) {
      const directory = await whose();
      const at = (name: string): string => join(directory, name);
      return {
        file: at("ledger.jsonl"),
        older: at("older.json"),
        same: at("same.json"),
        newer: at("newer.json"),
        missing: at("nowhere.json"),
      };
    }

    test("accepts the one that belongs to the export", async () => {
      const { file, same } = await lives();
      expect(await verifyFile("--head", same, file)).toMatchObject({ code: 0 });
    });

    test.each([
      ["older", "is from entry 2, the ledger was signed later"],
      ["newer", "is from entry 72, the ledger ends at 70"],
      ["missing", "is missing. Without it nobody can tell an older copy of the ledger from the latest one."],
    ] as const)("raises an alarm at one that is %s", async (which, message) => {
      const given = await lives();
      const { code, output } = await verifyFile("--head", given[which], given.file);
      expect(output).toContain("ALARM");
      expect(output).toContain(message);
      expect(code).toBe(1);
    });

    test("does not accept one that somebody else signed", async () => {
      const [given, other] = [await lives(), await lives(theirs)];
      const { code, output } = await verifyFile("--head", other.same, given.file);
      expect(output).toContain("is not signed with the key");
      expect(code).toBe(1);
    });
  });

  test("says what it needs", async () => {
    expect(await verifyFile()).toMatchObject({ code: 2 });
    expect(await verifyFile("--key", "abc", "file.jsonl")).toMatchObject({ code: 2 });
    expect(await verifyFile(join(temporaryDirectory(), "none.jsonl"))).toMatchObject({ code: 2 });
  });
});

describe("an entry without a proof", () => {
  test("is told why", async () => {
    const directory = temporaryDirectory();
    const ledger = await open(directory);
    await ledger.append(samplePair(0));
    expect(() => proof(directory, 1)).toThrow("not signed yet");
    expect(() => proof(directory, 3)).toThrow("There is no entry 3");
  });
});

describe("pruning", () => {
  /** Forty days of work, one pair of entries a day. */
  const worked = copies(async (directory) => {
    const clock = handClock();
    const ledger = await open(directory, { clock, checkpointEntries: 4, checkpointSeconds: 1e9 });
    for (let index = 0; index < 40; index += 1) {
      clock.move(day);
      await ledger.append(samplePair(index, clock.now()));
    }
    await ledger.close();
  });

  async function fortyDays(): Promise<{ directory: string; ledger: LedgerStore; clock: ReturnType<typeof handClock> }> {
    const directory = await worked();
    const clock = handClock();
    clock.move(40 * day);
    const ledger = await open(directory, { clock, checkpointEntries: 4, checkpointSeconds: 1e9 });
    return { directory, ledger, clock };
  }

  test("moves what is old into an archive, and both still verify", async () => {
    const { directory, ledger, clock } = await fortyDays();
    const { publicKey } = openConsoleKey(directory);
    const before = createReader(directory);
    onTestFinished(before.close);
    const kept = before.page({ limit: 1000 }).entries.filter((entry) => entry.sequence > 60);

    expect(await ledger.prune(clock.now() - 9 * day)).toBe(60);
    await ledger.append(samplePair(40, clock.now()));
    const reader = createReader(directory);
    onTestFinished(reader.close);
    expect(reader.stats()).toMatchObject({ entries: 22, removed: 60, first: { sequence: 61 } });
    expect(reader.stats().bytes.archives).toBeGreaterThan(1000);
    expect(reader.page({ limit: 1000 }).entries.slice(2)).toEqual(kept);
    expect(reader.entry(60)).toBeUndefined();
    expect(reader.page({ filter: { kinds: ["verdict"] }, limit: 1000 }).entries).toHaveLength(11);
    expect(before.page({ limit: 1000 }).entries).toHaveLength(22);
    await ledger.close();
    expect(reader.count({ kinds: ["verdict"] })).toBe(11);
    expect(reader.series({ filter: { kinds: ["intent"] }, span: day })).toHaveLength(10);

    const report = verifyLedger({ directory });
    expect(report).toMatchObject({ sound: true, entries: 22, removed: 60, unsigned: 0 });
    expect(report.notes[0]).toContain("Entries 1 to 60 were removed by retention");

    const [archive] = readdirSync(join(directory, "archive"));
    expect(archive).toBe("ledger-000000001-000000060.jsonl.gz");
    const file = join(directory, "archive", archive ?? "");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await verifyFile("--key", publicKey, file)).output).toContain("sound, entries 1 to 60, 15 checkpoints.");
    expect(gunzipSync(readFileSync(file)).toString().split("\n")).toHaveLength(1 + 60 + 15 + 1);

    const rest = join(directory, "rest.jsonl");
    writeFileSync(rest, exported(directory));
    expect((await verifyFile("--key", publicKey, rest)).output).toContain("sound, entries 61 to 82");
    for (const sequence of [61, 62, 65, 75, 82]) {
      const proven = join(directory, `proof-${sequence}.json`);
      writeFileSync(proven, proof(directory, sequence));
      expect(await verifyFile("--key", publicKey, proven), `${sequence}`).toMatchObject({ code: 0 });
    }
    expect(() => proof(directory, 60)).toThrow("removed by retention");
  });

  test("again and again makes archives that join", async () => {
    const { directory, ledger, clock } = await fortyDays();
    const both = [ledger.prune(clock.now() - 29 * day), ledger.prune(clock.now() - 9 * day)];
    expect(await Promise.all(both)).toEqual([20, 60]);
    expect(await ledger.prune(clock.now() - 29 * day)).toBe(0);
    const next = await ledger.append(samplePairs(1, 40));
    expect(next[0]?.sequence).toBe(81);
    await ledger.close();
    const again = await open(directory);
    await again.append(samplePair(41));
    await again.close();
    expect(verifyLedger({ directory })).toMatchObject({ sound: true, removed: 60, entries: 24 });
    const archives = readdirSync(join(directory, "archive")).map((name) => join(directory, "archive", name));
    const { code, output } = await verifyFile(...archives);
    expect(output).toContain("entries 1 to 20");
    expect(output).toContain("entries 21 to 60");
    expect(code).toBe(0);
  });

  test("nothing is old enough: nothing happens", async () => {
    const { directory, ledger, clock } = await fortyDays();
    expect(await ledger.prune(clock.now() - 100 * day)).toBe(0);
    expect(existsSync(join(directory, "archive"))).toBe(false);
  });

  test("everything is old: the ledger goes on behind the stub", async () => {
    const { directory, ledger, clock } = await fortyDays();
    clock.move(100 * day);
    expect(await ledger.prune(clock.now() - 9 * day)).toBe(80);
    await ledger.close();
    expect(verifyLedger({ directory })).toMatchObject({ sound: true, removed: 80, entries: 0 });
    const again = await open(directory, { clock });
    const [entry] = await again.append(samplePair(50, clock.now()));
    expect(entry?.sequence).toBe(81);
    await again.close();
    expect(verifyLedger({ directory })).toMatchObject({ sound: true, removed: 80, entries: 2 });
    const reader = createReader(directory);
    onTestFinished(reader.close);
    expect(reader.page({ filter: { kinds: ["intent"] } }).entries).toHaveLength(1);
    expect(reader.entry(81)?.previousHash).toBe(entry?.previousHash);
  });

  test("that was interrupted goes on at the next start", async () => {
    const { directory, ledger, clock } = await fortyDays();
    await ledger.prune(clock.now() - 29 * day);
    await ledger.close();
    // As if the power had gone after the stub was written: some rows are still there.
    const connection = new Database(join(directory, "ledger.sqlite"));
    connection.exec(
      "INSERT INTO entries SELECT sequence - 20, at, kind, agent, session, tool, protocol, outcome, level, reason, decider, rule, score, intent, parent, paths, hosts, summary, body, hash, seal FROM entries WHERE sequence <= 24",
    );
    connection.close();
    expect(verifyLedger({ directory })).toMatchObject({ sound: true });
    const reader = createReader(directory);
    onTestFinished(reader.close);
    expect(reader.entry(2)).toBeUndefined();
    const again = await open(directory);
    await again.append(samplePair(50));
    const left = openForReading(join(directory, "ledger.sqlite"));
    onTestFinished(() => void left.close());
    const first = left.prepare("SELECT min(sequence) FROM entries").pluck();
    await expect.poll(() => first.get()).toBe(21);
  });

  test("cannot be faked: a stub nobody signed is found", async () => {
    const { directory, ledger, clock } = await fortyDays();
    await ledger.prune(clock.now() - 29 * day);
    await ledger.close();
    const connection = new Database(join(directory, "ledger.sqlite"));
    connection.exec(
      "UPDATE stubs SET statement = replace(statement, '\"size\":20', '\"size\":24'), size = 24; DELETE FROM entries WHERE sequence <= 24",
    );
    connection.close();
    expect(verifyLedger({ directory })).toMatchObject({ sound: false });
  });
});
