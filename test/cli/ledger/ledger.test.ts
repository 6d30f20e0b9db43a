// The ledger's commands: with and without a running engine, for people and for programs.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readTime } from "../../../src/shared/contract/search-query.ts";
import { runGatehouse } from "../../../src/cli/run.ts";
import { type LedgerStore, openLedger } from "../../../src/main/store/ledger.ts";
import { day, hour } from "../../../src/shared/lib/clock.ts";
import { agents, handClock, sampleIntentId, samplePair } from "../../main/store/samples.ts";

let directory: string;
let engine: LedgerStore;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "gatehouse-test-"));
  engine = await openLedger({ directory, clock: handClock(), checkpointEntries: 20 });
  for (let index = 0; index < 60; index += 1) await engine.append(samplePair(index));
});

afterAll(async () => {
  await engine.close();
  rmSync(directory, { recursive: true, force: true });
});

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly complaint: string;
}

async function run(...words: readonly string[]): Promise<Ran> {
  let out = "";
  let complaint = "";
  const code = await runGatehouse(
    ["ledger", ...words, ...(words.includes("--data-dir") ? [] : ["--data-dir", directory])],
    {
      write: (text) => void (out += text),
      complain: (text) => void (complaint += text),
    },
  );
  return { code, out, complaint };
}

async function json(
  ...words: readonly string[]
): Promise<{ readonly code: number; readonly data: Record<string, unknown> }> {
  const { code, out } = await run(...words, "--json");
  return { code, data: JSON.parse(out) as Record<string, unknown> };
}

const entriesOf = (data: Record<string, unknown>): readonly Record<string, unknown>[] =>
  data["entries"] as readonly Record<string, unknown>[];

describe("ledger verify", () => {
  test("says that the ledger is sound, while the engine runs", async () => {
    const { code, out } = await run("verify");
    expect(code).toBe(0);
    expect(out).toContain("Sound: 120 entries up to 120, 6 checkpoints.");
    expect((await json("verify")).data).toMatchObject({ sound: true, entries: 120, keys: "console" });
  });

  test("names what was altered and ends with 1", async () => {
    const copy = mkdtempSync(join(tmpdir(), "gatehouse-test-"));
    const connection = new Database(join(directory, "ledger.sqlite"), { readonly: true });
    connection.prepare("VACUUM INTO ?").run(join(copy, "ledger.sqlite"));
    connection.close();
    const altered = new Database(join(copy, "ledger.sqlite"));
    altered.exec("UPDATE entries SET summary = 'nothing' WHERE sequence = 42");
    altered.close();
    const { code, data } = await json("verify", "--data-dir", copy);
    expect(code).toBe(1);
    expect(data).toMatchObject({ sound: false, problem: { sequence: 42, what: "edited" }, keys: "none" });
    expect((await run("verify", "--data-dir", copy)).out).toContain("ALTERED: Entry 42 was edited");
    const stats = await json("stats");
    const withKey = await json("verify", "--data-dir", copy, "--key", String(stats.data["publicKey"]));
    expect(withKey).toMatchObject({ code: 1, data: { keys: "public" } });
    rmSync(copy, { recursive: true });
  });

  test("ends with 2 where there is nothing to check", async () => {
    const empty = mkdtempSync(join(tmpdir(), "gatehouse-test-"));
    expect(await run("verify", "--data-dir", empty)).toMatchObject({
      code: 2,
      complaint: `There is no ledger in ${empty}.\n`,
    });
    rmSync(empty, { recursive: true });
  });
});

describe("ledger search", () => {
  test.each([[["&&"]], [["--path", "🚀"]]])("says that signs alone cannot be searched for: %j", async (words) => {
    expect(await run("search", ...words)).toMatchObject({ code: 64, complaint: expect.stringContaining("Add a word") });
  });

  test("finds by words", async () => {
    const { code, out } = await run("search", "docker", "compose", "--limit", "2");
    expect(code).toBe(0);
    expect(out.split("\n")[0]).toMatch(/^112 {2}\S+ \S+ {2}verdict/);
    expect(out).toContain("Older ones: --before 111");
  });

  test.each([
    [["--verdict", "denied"], (entry: Record<string, unknown>) => entry["outcome"] === "DENIED"],
    [
      ["--verdict", "DENIED,ESCALATE", "--kind", "verdict"],
      (entry: Record<string, unknown>) => entry["outcome"] !== "APPROVED",
    ],
    [["--level", "high"], (entry: Record<string, unknown>) => entry["level"] === "HIGH"],
    [["--agent", "codex"], (entry: Record<string, unknown>) => entry["agentDid"] === agents[1]],
    [
      ["--tool", "execute_command", "--reason", "risk_medium"],
      (entry: Record<string, unknown>) => entry["reason"] === "risk_medium",
    ],
    [["--host", "npmjs.org"], (entry: Record<string, unknown>) => String(entry["hosts"]).includes("npmjs")],
    [
      ["--path", "/home/anna/src/shop/packages/feature-3"],
      (entry: Record<string, unknown>) => String(entry["paths"]).includes("/feature-3/"),
    ],
    [["--from", "2026-01-05", "--to", "2026-01-06"], () => true],
  ])("filters by %j", async (words, fits) => {
    const { code, data } = await json("search", ...words, "--limit", "500");
    expect(code).toBe(0);
    expect(entriesOf(data).length).toBeGreaterThan(0);
    expect(entriesOf(data).every(fits)).toBe(true);
  });

  test("finds an agent by a part of its name before anything is indexed", async () => {
    const unindexed = mkdtempSync(join(tmpdir(), "gatehouse-test-"));
    const missing = new URL("./not-there.ts", import.meta.url);
    const store = await openLedger({ directory: unindexed, clock: handClock(), indexUrl: missing });
    for (let index = 0; index < 3; index += 1) await store.append(samplePair(index));
    const { data } = await json("search", "--agent", "codex", "--data-dir", unindexed);
    expect(entriesOf(data).map((entry) => entry["agentDid"])).toEqual([agents[1], agents[1]]);
    await store.close();
    rmSync(unindexed, { recursive: true });
  });

  test("goes on where the last page ended", async () => {
    const first = await json("search", "--limit", "10");
    const second = await json("search", "--limit", "10", "--before", String(first.data["older"]));
    expect(entriesOf(second.data).map((entry) => entry["sequence"])).toEqual([
      110, 109, 108, 107, 106, 105, 104, 103, 102, 101,
    ]);
  });

  test("says when there is nothing, and when it does not understand", async () => {
    expect((await run("search", "nowhere")).out).toBe("Nothing was found.\n");
    expect(await run("search", "--verdict", "PERHAPS")).toMatchObject({ code: 64 });
    expect(await run("search", "--from", "yesterday")).toMatchObject({ code: 64 });
    expect(await run("search", "--limit", "none")).toMatchObject({ code: 64 });
    expect(await run("search", "--before", "x")).toMatchObject({ code: 64 });
  });
});

test("times are dates or ages", () => {
  const now = Date.UTC(2026, 5, 1);
  expect(readTime("7d", now)).toBe(now - 7 * day);
  expect(readTime("12h", now)).toBe(now - 12 * hour);
  expect(readTime("2026-03-01", now)).toBe(new Date(2026, 2, 1).getTime());
  expect(readTime("2026-03-01T10:00Z", now)).toBe(Date.UTC(2026, 2, 1, 10));
  expect(readTime("2026-13-77", now)).toBeUndefined();
  expect(readTime("soon", now)).toBeUndefined();
});

describe("ledger show", () => {
  test("shows an entry with its story", async () => {
    const { code, out } = await run("show", "36");
    expect(code).toBe(0);
    expect(out).toContain("ESCALATE");
    expect(out).toContain("Came from");
    expect(out).toContain("Its story");
    const { data } = await json("show", "36");
    expect(data).toMatchObject({ entry: { sequence: 36 }, story: { intentId: sampleIntentId(17) } });
  });

  test("shows an intent by its id", async () => {
    const { data } = await json("show", sampleIntentId(17));
    expect(data).toMatchObject({ story: { entries: [{ kind: "intent" }, { kind: "verdict" }] } });
    expect(await run("show", "unheard-of")).toMatchObject({ code: 1 });
    expect(await run("show", "100000")).toMatchObject({ code: 1 });
  });
});

describe("what is handed on", () => {
  const verifier = join(import.meta.dirname, "../../../resources/verify-ledger.mjs");

  test("a proof, by entry and by intent", async () => {
    const file = join(directory, "proof.json");
    expect((await run("prove", sampleIntentId(17), "--out", file)).code).toBe(0);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ record: { sequence: 36 } });
    expect(execFileSync(process.execPath, [verifier, file], { encoding: "utf8" })).toContain("sound, entry 36");
    expect((await json("prove", "1")).data).toMatchObject({ type: "gatehouse-proof", record: { sequence: 1 } });
    expect(await run("prove", "9999")).toMatchObject({ code: 1, complaint: "There is no entry 9999.\n" });
  });

  test("an export", async () => {
    const file = join(directory, "export.jsonl");
    expect((await run("export", "--format", "jsonl", "--out", file)).code).toBe(0);
    expect(execFileSync(process.execPath, [verifier, file], { encoding: "utf8" })).toContain("sound, entries 1 to 120");
    expect(await run("export", "--format", "xml")).toMatchObject({ code: 64 });
  });

  test("an export of what a filter finds, for spreadsheets and security tools", async () => {
    const table = join(directory, "export.csv");
    const made = await json("export", "--format", "csv", "--out", table, "git", "--verdict", "DENIED,ESCALATE");
    expect(made).toMatchObject({ code: 0, data: { file: table, format: "csv", entries: 1 } });
    const [head, line, ...rest] = readFileSync(table, "utf8").split("\r\n");
    expect(head).toMatch(/^sequence,time,kind,agent/);
    expect(line).toContain(",DENIED,CRITICAL,");
    expect(rest).toEqual([""]);
    const events = join(directory, "export.ocsf");
    expect((await run("export", "--format", "ocsf", "--out", events, "--agent", "codex")).code).toBe(0);
    const lines = readFileSync(events, "utf8").trimEnd().split("\n");
    expect(lines).toHaveLength(40);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ class_uid: 6003, actor: { user: { uid: agents[1] } } });
    expect(await run("export", "--verdict", "PERHAPS")).toMatchObject({ code: 64 });
  });

  test("an export to standard output, and to a reader that has seen enough", () => {
    const program = join(import.meta.dirname, "../../../src/cli/gatehouse.ts");
    const shell = (line: string): string => execFileSync("sh", ["-c", line], { encoding: "utf8" });
    const start = `"${process.execPath}" "${program}" ledger export --data-dir "${directory}"`;
    expect(shell(`${start} --format ocsf`).trimEnd().split("\n")).toHaveLength(120);
    expect(shell(`${start} 2>&1 | head -c 21; echo " $?"`)).toMatch(/^\{"first":1,"last":120 0/);
  });

  test("an export that is interrupted leaves nothing behind", async () => {
    const folder = mkdtempSync(join(tmpdir(), "gatehouse-test-"));
    const interrupt = setImmediate(() => process.emit("SIGINT"));
    const { code, complaint } = await run("export", "--format", "csv", "--out", join(folder, "ledger.csv"));
    clearImmediate(interrupt);
    expect(code).toBe(130);
    expect(complaint).toContain("Stopped");
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});

test("ledger stats", async () => {
  const { out } = await run("stats");
  expect(out).toContain("Entries      120");
  expect(out).toContain("Public key   ed25519:");
  expect((await json("stats")).data).toMatchObject({ entries: 120, lastCheckpoint: { size: 120 } });
});

test("help, and what there is not", async () => {
  expect(await run("--help")).toMatchObject({ code: 0 });
  expect((await run("--help")).out).toContain("gatehouse ledger prove ID");
  expect((await run("search", "--help")).out).toContain("--verdict VERDICT");
  expect((await run("verify", "--help")).out).toContain("Exit code 0");
  expect((await run("export", "--help")).out).toContain("jsonl");
  expect((await run("serach")).complaint).toContain('Did you mean "ledger search"?');
});
