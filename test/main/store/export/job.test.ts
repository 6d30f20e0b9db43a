// Exports: whole, filtered, stopped half-way, and to places that cannot be written; the answering thread stays free.
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { exportLedger } from "../../../../src/main/store/export/job.ts";
import { openRecoveringWriter } from "../../../../src/main/store/write/recovering-writer.ts";
import { type LedgerStore, openLedger } from "../../../../src/main/store/ledger.ts";
import { flatten } from "../../../../src/main/store/record.ts";
import type { LedgerEntry } from "../../../../src/shared/domain/audit.ts";
import { exportFormats } from "../../../../src/shared/contract/ledger-export.ts";
import type { LedgerFilter } from "../../../../src/shared/contract/ledger-search.ts";
import { indexLedger } from "../../../support/engine/index-ledger.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";
import { handClock, samplePairs } from "../samples.ts";

const pairs = 3000;
let directory: string;
let ledger: LedgerStore;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "gatehouse-test-"));
  ledger = await openLedger({ directory, clock: handClock(), checkpointEntries: 1000 });
  for (let from = 0; from < pairs; from += 500) await ledger.append(samplePairs(500, from));
});

afterAll(async () => {
  await ledger.close();
  rmSync(directory, { recursive: true, force: true });
});

const verifier = join(import.meta.dirname, "../../../../resources/verify-ledger.mjs");
const linesOf = (file: string): readonly Record<string, unknown>[] =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe("an export", () => {
  test.each(exportFormats)("as %s has every entry, with progress, for its user only", async (format) => {
    const out = join(temporaryDirectory(), `ledger.${format}`);
    const seen: (readonly [number, number])[] = [];
    const report = await exportLedger({ directory, format, out, onProgress: (...step) => seen.push(step) });
    expect(report).toMatchObject({ file: out, format, entries: pairs * 2, bytes: statSync(out).size });
    expect(seen.length).toBeGreaterThan(5);
    expect(seen.at(-1)).toEqual([pairs * 2, pairs * 2]);
    expect(statSync(out).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(out, ".."))).toHaveLength(1);
    const lines = readFileSync(out, "utf8").trimEnd().split("\n").length;
    expect(lines).toBeGreaterThanOrEqual(pairs * 2);
  });

  test("of a selection has what the filter finds, and says that it is no chain", async () => {
    const out = join(temporaryDirectory(), "some.jsonl");
    const filter = { outcomes: ["DENIED" as const] };
    const report = await exportLedger({ directory, format: "jsonl", filter, out });
    const [head, ...records] = linesOf(out);
    expect(head).toMatchObject({ type: "gatehouse-selection", filter });
    expect(records.map((record) => (record["entry"] as LedgerEntry).outcome)).toEqual(records.map(() => "DENIED"));
    expect(report.entries).toBe(records.length);
    expect(records).toHaveLength(Math.ceil(pairs / 29));
    expect(execFileSync(process.execPath, [verifier, out], { encoding: "utf8" })).toContain("single entries");
    writeFileSync(out, readFileSync(out, "utf8").replace("CRITICAL", "LOW"));
    expect(() => execFileSync(process.execPath, [verifier, out], { stdio: "pipe" })).toThrow(/failed/);
  });

  test("of denials alone still tells what was denied", async () => {
    const out = join(temporaryDirectory(), "denied.ocsf");
    await exportLedger({ directory, format: "ocsf", filter: { outcomes: ["DENIED"] }, out });
    const events = linesOf(out);
    expect(events[1]).toMatchObject({
      class_uid: 2004,
      evidences: [{ data: { action: expect.any(String) as unknown } }],
    });
  });

  test("by a filter is refused while the search index is far behind, and complete where there is none", async () => {
    const behind = temporaryDirectory();
    const writer = openRecoveringWriter({
      directory: behind,
      checkpointEntries: 100_000,
      now: 1,
      onHealth: () => undefined,
      onOpen: () => undefined,
    });
    for (let from = 0; from < 26_000; from += 1000) writer.append(samplePairs(1000, from).map(flatten), 1);
    // An index that has just been begun.
    indexLedger(behind, 0);
    const out = join(temporaryDirectory(), "denied.csv");
    const filter: LedgerFilter = { outcomes: ["DENIED"] };
    const denied = { directory: behind, format: "csv", filter, out } as const;
    await expect(exportLedger(denied)).rejects.toThrow("Export again when it is complete");
    expect((await exportLedger({ directory: behind, format: "jsonl", out })).entries).toBe(52_000);
    writer.close(1);
    for (const file of ["index.sqlite", "index.sqlite-wal", "index.sqlite-shm"])
      rmSync(join(behind, file), { force: true });
    expect((await exportLedger(denied)).entries).toBe(Math.ceil(26_000 / 29));
  }, 180_000);

  test("that is stopped leaves nothing behind, and what was there stays", async () => {
    const folder = temporaryDirectory();
    const out = join(folder, "ledger.csv");
    writeFileSync(out, "mine");
    const stop = new AbortController();
    const stopped = exportLedger({
      directory,
      format: "csv",
      out,
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    await expect(stopped).rejects.toThrow("stopped");
    expect(readdirSync(folder)).toEqual(["ledger.csv"]);
    expect(readFileSync(out, "utf8")).toBe("mine");
    await expect(exportLedger({ directory, format: "csv", out, signal: AbortSignal.abort() })).rejects.toThrow(
      "aborted",
    );
  });

  test("says when the file cannot be written, and not that the ledger is at fault", async () => {
    const folder = temporaryDirectory();
    mkdirSync(join(folder, "taken"));
    for (const out of [join(folder, "no/such/folder/x.csv"), join(folder, "taken")]) {
      await expect(exportLedger({ directory, format: "csv", out })).rejects.toThrow(`${out} cannot be written`);
    }
    await expect(exportLedger({ directory: folder, format: "csv", out: join(folder, "x") })).rejects.toThrow(
      "There is no ledger",
    );
    expect(readdirSync(folder)).toEqual(["taken"]);
  });

  test("follows a link to the file it stands for", async () => {
    const folder = temporaryDirectory();
    writeFileSync(join(folder, "real.csv"), "old");
    symlinkSync(join(folder, "real.csv"), join(folder, "link.csv"));
    await exportLedger({ directory, format: "csv", out: join(folder, "link.csv") });
    expect(readFileSync(join(folder, "real.csv"), "utf8")).toMatch(/^sequence,/);
    expect(readdirSync(folder).toSorted()).toEqual(["link.csv", "real.csv"]);
  });

  test("leaves the thread that asked free", async () => {
    const out = join(temporaryDirectory(), "ledger.ocsf");
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 1);
    onTestFinished(() => clearInterval(counting));
    await exportLedger({ directory, format: "ocsf", out });
    expect(turns).toBeGreaterThan(3);
  });
});
