// When the index follows the ledger: in pauses, never too far behind, through faults, and from one ledger to the next.
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { IndexEvent } from "../../../../src/main/store/index/messages.ts";
import { createIndexing, type Indexing } from "../../../../src/main/store/index/indexing.ts";
import { createKnownIntents } from "../../../../src/main/store/index/known-intents.ts";
import { type RecoveringWriter, openRecoveringWriter } from "../../../../src/main/store/write/recovering-writer.ts";
import { createReader } from "../../../../src/main/store/read/reader.ts";
import { flatten } from "../../../../src/main/store/record.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";
import { firstMoment, sampleIntentId, samplePair, samplePairs } from "../samples.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  return () => void vi.useRealTimers();
});

interface Followed {
  readonly directory: string;
  readonly writer: RecoveringWriter;
  readonly indexing: Indexing;
  readonly said: IndexEvent[];
  readonly append: (pairs: number) => void;
  /** How far it is by its last word. */
  readonly indexedTo: () => number;
  readonly rested: () => boolean;
}

function follow(directory = temporaryDirectory()): Followed {
  const onHealth = (): void => undefined;
  const writer = openRecoveringWriter({
    directory,
    checkpointEntries: 4,
    now: firstMoment,
    onHealth,
    onOpen: onHealth,
  });
  const said: IndexEvent[] = [];
  const indexing = createIndexing(directory, 1, (message) => said.push(message));
  onTestFinished(() => {
    indexing.finish();
    writer.close(firstMoment);
  });
  let pairs = 0;
  return {
    directory,
    writer,
    indexing,
    said,
    append(count) {
      writer.append(samplePairs(count, pairs).map(flatten), firstMoment);
      pairs += count;
      indexing.look();
    },
    indexedTo: () => said.findLast((message) => message.type === "indexed")?.indexedTo ?? 0,
    rested: () => said.at(-1)?.type === "rested",
  };
}

const indexOf = (directory: string): string => join(directory, "index.sqlite");

function verdictsIn(directory: string): { readonly counted: number; readonly indexedTo: number } {
  const reader = createReader(directory);
  const found = { counted: reader.count({ kinds: ["verdict"] }), indexedTo: reader.stats().indexedTo };
  reader.close();
  return found;
}

describe("the index", () => {
  test("waits for a pause, then follows to the end and rests", () => {
    const { append, indexedTo, rested, directory } = follow();
    vi.advanceTimersByTime(100);
    expect(rested()).toBe(true);
    append(10);
    for (let count = 0; count < 20; count += 1) {
      vi.advanceTimersByTime(4);
      append(1);
    }
    expect(indexedTo()).toBe(0);
    vi.advanceTimersByTime(20);
    expect(indexedTo()).toBe(60);
    expect(rested()).toBe(true);
    expect(verdictsIn(directory)).toEqual({ counted: 30, indexedTo: 60 });
  });

  test("does not wait when it is far behind", () => {
    const { append, indexedTo } = follow();
    append(2100);
    for (let count = 0; count < 20; count += 1) {
      vi.advanceTimersByTime(4);
      append(1);
    }
    expect(4240 - indexedTo()).toBeLessThan(4096);
    expect(indexedTo()).toBeLessThanOrEqual(512);
  });

  test("tells once which intents there were, even when appends never pause", () => {
    const { append, said, indexedTo } = follow();
    // Two parts of them, so that the second has to be asked for.
    append(1200);
    while (indexedTo() < 2400) vi.advanceTimersByTime(1);
    expect(said.some(({ type }) => type === "known")).toBe(false);
    for (let count = 0; count < 10; count += 1) {
      append(1);
      vi.advanceTimersByTime(4);
    }
    expect(indexedTo()).toBe(2400);
    const known = createKnownIntents();
    for (const message of said) if (message.type === "known") known.learn(message.intents);
    expect(said.filter(({ type }) => type === "known")).toHaveLength(1);
    const answers = Array.from({ length: 1200 }, (_, index) => known.mayHave(sampleIntentId(index)));
    expect(answers.every((answer) => answer)).toBe(true);
    expect(known.mayHave("never seen")).toBe(false);
  });

  test("tells nothing of intents before it has all there were", () => {
    const directory = temporaryDirectory();
    const before = follow(directory);
    before.append(2000);
    vi.clearAllTimers();
    before.writer.close(firstMoment);
    const { said, append } = follow(directory);
    for (let count = 0; count < 10; count += 1) {
      append(1);
      vi.advanceTimersByTime(4);
    }
    expect(said.filter(({ type }) => type === "known")).toEqual([]);
  });

  test("never keeps the ledger's log from being folded", () => {
    const { append, writer, indexedTo } = follow();
    append(50);
    vi.advanceTimersByTime(7);
    expect(indexedTo()).toBe(100);
    expect(writer.store()?.connection.pragma("wal_checkpoint(TRUNCATE)")).toEqual([
      { busy: 0, log: 0, checkpointed: 0 },
    ]);
  });

  test("is finished at the end, within limits", () => {
    const { append, indexing, directory } = follow();
    for (let count = 0; count < 22; count += 1) append(500);
    indexing.finish();
    expect(verdictsIn(directory)).toMatchObject({ indexedTo: 80 * 256 });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a fault of the index", () => {
  test.each([
    ["removed", (file: string) => rmSync(file)],
    ["replaced", (file: string) => (rmSync(file), writeFileSync(file, "something else"))],
    ["damaged", (file: string) => writeFileSync(file, readFileSync(file).fill(0x5a, 4096))],
  ])("that is %s under it makes it anew", (_name, harm) => {
    const { append, directory, said, rested } = follow();
    append(20);
    vi.advanceTimersByTime(100);
    const index = new Database(indexOf(directory));
    index.pragma("wal_checkpoint(TRUNCATE)");
    index.close();
    harm(indexOf(directory));
    said.length = 0;
    append(1);
    vi.advanceTimersByTime(10_000);
    expect(said).toContainEqual({ type: "opened" });
    expect(rested()).toBe(true);
    expect(verdictsIn(directory)).toMatchObject({ counted: 21, indexedTo: 42 });
  });

  test("that passes is waited for", () => {
    const { append, directory, indexedTo } = follow();
    append(2);
    vi.advanceTimersByTime(100);
    const other = new Database(indexOf(directory));
    other.exec("BEGIN IMMEDIATE");
    append(1);
    vi.advanceTimersByTime(100);
    expect(indexedTo()).toBe(4);
    other.exec("COMMIT");
    other.close();
    vi.advanceTimersByTime(5000);
    expect(indexedTo()).toBe(6);
    expect(verdictsIn(directory)).toEqual({ counted: 3, indexedTo: 6 });
  });

  test("that has another ledger's entries makes it anew", () => {
    const other = follow();
    other.append(40);
    vi.advanceTimersByTime(100);
    other.indexing.finish();
    const directory = temporaryDirectory();
    cpSync(indexOf(other.directory), indexOf(directory));
    const { append, indexedTo } = follow(directory);
    append(1);
    vi.advanceTimersByTime(100);
    expect(indexedTo()).toBe(2);
    expect(verdictsIn(directory)).toEqual({ counted: 1, indexedTo: 2 });
  });
});

describe("a ledger", () => {
  test("that is another one now is followed from its own beginning", () => {
    const { append, directory, writer, indexing, said } = follow();
    append(20);
    vi.advanceTimersByTime(100);
    writer.close(firstMoment);
    const second = follow();
    second.writer.append(samplePair(0).map(flatten), firstMoment);
    second.writer.close(firstMoment);
    for (const end of ["", "-wal", "-shm"]) rmSync(join(directory, `ledger.sqlite${end}`), { force: true });
    cpSync(join(second.directory, "ledger.sqlite"), join(directory, "ledger.sqlite"));
    said.length = 0;
    indexing.opened(2);
    vi.advanceTimersByTime(100);
    expect(said).toContainEqual({ type: "indexed", opening: 2, indexedTo: 2 });
    expect(said.every((message) => message.type !== "indexed" || message.opening === 2)).toBe(true);
    expect(verdictsIn(directory)).toEqual({ counted: 1, indexedTo: 2 });
  });

  test("that is not there yet is looked for again", () => {
    const directory = temporaryDirectory();
    const said: IndexEvent[] = [];
    const indexing = createIndexing(directory, 1, (message) => said.push(message));
    onTestFinished(() => indexing.finish());
    vi.advanceTimersByTime(100);
    expect(said).toEqual([]);
    follow(directory);
    vi.advanceTimersByTime(5000);
    expect(said.at(-1)).toEqual({ type: "rested" });
  });
});

describe("what a stub stands for", () => {
  const removals = (said: readonly IndexEvent[]): readonly IndexEvent[] =>
    said.filter(({ type }) => type === "removed");

  test("leaves the index before anyone is told that its rows may go", () => {
    const { append, directory, writer, indexing, said } = follow();
    append(300);
    vi.advanceTimersByTime(100);
    expect(removals(said)).toEqual([]);
    writer.prune(600, firstMoment);
    expect(writer.pruneStep(0)).toBe(false);
    indexing.look();
    vi.advanceTimersByTime(100);
    expect(removals(said)).toEqual([{ type: "removed", upTo: 600 }]);
    expect(verdictsIn(directory).counted).toBe(0);
    while (writer.pruneStep(600));
    append(1);
    vi.advanceTimersByTime(100);
    expect(removals(said)).toHaveLength(1);
    expect(verdictsIn(directory)).toEqual({ counted: 1, indexedTo: 602 });
  });

  test("stays until the index has come that far", () => {
    const { append, writer, said } = follow();
    vi.advanceTimersByTime(100);
    append(2);
    writer.prune(4, firstMoment);
    vi.advanceTimersByTime(4);
    expect(removals(said)).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(removals(said)).toEqual([{ type: "removed", upTo: 4 }]);
  });

  test("does not count against an index that never had it", () => {
    const { append, directory, writer, indexing } = follow();
    append(2);
    append(2);
    vi.advanceTimersByTime(100);
    writer.prune(4, firstMoment);
    indexing.finish();
    rmSync(indexOf(directory));
    for (let start = 0; start < 2; start += 1) {
      const again = createIndexing(directory, 1, () => undefined);
      vi.advanceTimersByTime(100);
      again.finish();
      const reader = createReader(directory);
      expect(reader.count({})).toBe(4);
      reader.close();
    }
  });
});
