// The head file taken away, or put back from an older copy, alone or with the database: noticed, and never more permissive.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { endDigest } from "../../src/main/store/proof/end-record.ts";
import { readConsoleKey } from "../../src/main/store/proof/keys.ts";
import { type LedgerStore, openLedger } from "../../src/main/store/ledger.ts";
import { createReader } from "../../src/main/store/read/reader.ts";
import { verifyLedger } from "../../src/main/store/proof/verify.ts";
import { handClock, samplePair } from "../main/store/samples.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const headFile = "ledger.head.json";
const files = ["ledger.sqlite", headFile] as const;

async function open(directory: string): Promise<LedgerStore> {
  const ledger = await openLedger({ directory, clock: handClock() });
  onTestFinished(() => ledger.close());
  return ledger;
}

/** Two entries and a clean end. */
async function live(directory: string, index: number): Promise<void> {
  const ledger = await open(directory);
  await ledger.append(samplePair(index));
  await ledger.close();
}

function copyOf(directory: string): string {
  const copy = temporaryDirectory();
  for (const name of [...files, "console.key"]) copyFileSync(join(directory, name), join(copy, name));
  return copy;
}

const putBack = (from: string, to: string, ...names: readonly (typeof files)[number][]): void => {
  for (const name of names) copyFileSync(join(from, name), join(to, name));
};

/** A ledger of three lives with what it remembers, and copies of it as it was after the first and the second. */
async function threeLives() {
  const directory = temporaryDirectory();
  const first = await open(directory);
  first.saveState({ kind: "agents", id: "did:a", body: '{"agentDid":"did:a","halted":false}' });
  first.saveState({ kind: "grants", id: "allows", body: '{"effect":"allow"}' });
  first.saveState({ kind: "grants", id: "denies", body: '{"effect":"deny"}' });
  await first.append(samplePair(0));
  await first.close();
  const afterFirst = copyOf(directory);
  await live(directory, 1);
  const afterSecond = copyOf(directory);
  await live(directory, 2);
  return { directory, afterFirst, afterSecond };
}

function faultsIn(directory: string) {
  const reader = createReader(directory);
  const { entries } = reader.page({ filter: { kinds: ["fault"] }, limit: 10 });
  reader.close();
  return entries.map(({ body }) => ({ event: body["event"], why: body["why"] }));
}

const sizeIn = (directory: string): unknown => {
  const { statement } = JSON.parse(readFileSync(join(directory, headFile), "utf8")) as { statement: string };
  return (JSON.parse(statement) as { size: unknown }).size;
};

/** What verify says, what the next start says and remembers, and what the start after that has left to say. */
async function startTwice(directory: string) {
  const { sound, problem } = verifyLedger({ directory });
  const ledger = await open(directory);
  const first = { alarm: ledger.alarm(), ...ledger.savedState() };
  await ledger.close();
  return {
    sound,
    what: problem?.what,
    message: problem?.message,
    first,
    second: await start(directory),
    faults: faultsIn(directory),
  };
}

async function start(directory: string) {
  const { sound } = verifyLedger({ directory });
  const ledger = await open(directory);
  await ledger.close();
  return { sound, alarm: ledger.alarm(), tampered: ledger.savedState().tampered };
}

const quiet = { sound: true, alarm: undefined, tampered: false };

const alarmed = (why: string, words: string) => ({
  sound: false,
  what: "anchor",
  message: expect.stringContaining(words),
  first: {
    alarm: expect.stringMatching(/All agents are stopped/),
    tampered: true,
    agents: ['{"agentDid":"did:a","halted":true}'],
    grants: ['{"effect":"deny"}'],
  },
  second: quiet,
  faults: [{ event: "ledger_head_doubted", why }],
});

describe("an alarm", () => {
  test("when the head file was deleted", async () => {
    const { directory } = await threeLives();
    rmSync(join(directory, headFile));
    expect(await startTwice(directory)).toMatchObject(alarmed("missing", "is missing or not signed by this console"));
    expect(sizeIn(directory)).toBe(7);
  });

  test("when it is not one that this console signed", async () => {
    const { directory } = await threeLives();
    const { directory: other } = await threeLives();
    putBack(other, directory, headFile);
    expect(await startTwice(directory)).toMatchObject(alarmed("missing", "is missing or not signed by this console"));
    writeFileSync(join(directory, headFile), "{");
    expect(verifyLedger({ directory })).toMatchObject({ problem: { what: "anchor" } });
  });

  test("when an older copy of it was put in its place", async () => {
    const { directory, afterSecond } = await threeLives();
    putBack(afterSecond, directory, headFile);
    expect(await startTwice(directory)).toMatchObject(
      alarmed("older", "is from entry 4, although a later one was written at entry 6"),
    );
  });

  test("when an older database was put back and the head file deleted, for the older one knows of a head file too", async () => {
    const { directory, afterSecond } = await threeLives();
    putBack(afterSecond, directory, "ledger.sqlite");
    rmSync(join(directory, headFile));
    expect(await startTwice(directory)).toMatchObject(alarmed("missing", "although it was written at entry 4"));
  });

  test("when an older database was put back with a head file that is older still", async () => {
    const { directory, afterFirst, afterSecond } = await threeLives();
    putBack(afterSecond, directory, "ledger.sqlite");
    putBack(afterFirst, directory, headFile);
    expect(await startTwice(directory)).toMatchObject(alarmed("older", "is from entry 2"));
  });

  test("when the head file belongs to another continuation of the same ledger", async () => {
    const { directory, afterSecond } = await threeLives();
    await live(afterSecond, 99);
    putBack(afterSecond, directory, headFile);
    expect(await startTwice(directory)).toMatchObject(
      alarmed(
        "other",
        "entry 6 that the ledger's head file, ledger.head.json, was signed for is another in the ledger",
      ),
    );
  });
});

test("an older database under the present head file is set aside, as one that was cut", async () => {
  const { directory, afterSecond } = await threeLives();
  putBack(afterSecond, directory, "ledger.sqlite");
  expect(verifyLedger({ directory })).toMatchObject({
    sound: false,
    problem: { what: "removed", message: expect.stringContaining("an older copy was put back") },
  });
  const ledger = await open(directory);
  expect(ledger.savedState()).toMatchObject({ agents: [], grants: [], tampered: true });
  expect(ledger.alarm()).toContain("was altered from outside");
  await ledger.close();
  expect(faultsIn(directory)).toEqual([{ event: "ledger_begun_anew", why: "altered" }]);
});

test("both from the same older copy are a sound, older ledger: nothing on this machine can tell", async () => {
  const { directory, afterSecond } = await threeLives();
  putBack(afterSecond, directory, ...files);
  expect(await start(directory)).toEqual(quiet);
});

test.each(["NULL", "2"])("what the database knows of the head file cannot be edited to %s", async (value) => {
  const { directory } = await threeLives();
  rmSync(join(directory, headFile));
  const connection = new Database(join(directory, "ledger.sqlite"));
  connection.exec(`UPDATE head SET anchored = ${value}`);
  connection.close();
  expect(verifyLedger({ directory })).toMatchObject({ sound: false, problem: { what: "head" } });
});

describe("no alarm", () => {
  test("in a fresh directory, at its second start, and at a third without anything new", async () => {
    const directory = temporaryDirectory();
    await live(directory, 0);
    expect(await start(directory)).toEqual(quiet);
    expect(await start(directory)).toEqual(quiet);
    expect(sizeIn(directory)).toBe(2);
  });

  test.each([
    ["with its head file", (): void => undefined],
    ["that never came to write one", (directory: string): void => rmSync(join(directory, headFile))],
  ])("for a ledger of the version before %s; from then on the file is missed", async (_name, change) => {
    const directory = temporaryDirectory();
    const ledger = await open(directory);
    const last = (await ledger.append(samplePair(0))).at(-1);
    await ledger.close();
    const connection = new Database(join(directory, "ledger.sqlite"));
    const memory = connection.prepare<[], Buffer>("SELECT memory FROM head").pluck().get()?.toString("hex");
    const seal = readConsoleKey(directory).seal(endDigest(last?.sequence ?? 0, last?.hash ?? "", memory));
    connection.exec(
      `ALTER TABLE head DROP COLUMN anchored; UPDATE head SET seal = x'${seal}'; PRAGMA user_version = 3`,
    );
    connection.close();
    change(directory);
    expect(verifyLedger({ directory })).toMatchObject({ sound: true });
    await live(directory, 1);
    expect(await start(directory)).toEqual(quiet);
    rmSync(join(directory, headFile));
    expect(verifyLedger({ directory })).toMatchObject({ problem: { what: "anchor" } });
  });

  test.each([
    ["the first", false],
    ["a later", true],
  ])("after kill -9 between %s checkpoint and its head file; the file catches up", async (_name, before) => {
    const directory = temporaryDirectory();
    if (before) await live(directory, 0);
    const had = existsSync(join(directory, headFile)) ? sizeIn(directory) : undefined;
    // The file is written under another name first: with a folder there it never gets its own, and the process dies so.
    mkdirSync(join(directory, `${headFile}.new`));
    await appendAndKill(directory);
    rmSync(join(directory, `${headFile}.new`), { recursive: true });
    expect(existsSync(join(directory, headFile)) ? sizeIn(directory) : undefined).toBe(had);
    expect(await start(directory)).toEqual(quiet);
    expect(sizeIn(directory)).toBeGreaterThan(64);
  });

  test("after the whole folder was removed while Gatehouse ran", async () => {
    const directory = join(temporaryDirectory(), "data");
    await live(directory, 0);
    const ledger = await open(directory);
    await ledger.append(samplePair(1));
    rmSync(directory, { recursive: true });
    await ledger.append(samplePair(2));
    await ledger.close();
    expect(await start(directory)).toEqual(quiet);
    expect(faultsIn(directory)).toMatchObject([{ event: "ledger_restored" }]);
  });
});

/** A process that signs every 64 entries, killed when it has signed at least once. */
async function appendAndKill(directory: string): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "append-child.ts"), directory, "1000"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let lines = 0;
  for await (const chunk of child.stdout) {
    lines += String(chunk).split("\n").length - 1;
    if (lines > 130) break;
  }
  child.kill("SIGKILL");
  if (child.exitCode === null && child.signalCode === null) await once(child, "close");
}
