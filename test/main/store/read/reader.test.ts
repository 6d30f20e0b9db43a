// Reading the ledger: every filter, words, pages in both directions, counts, series and stories.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openRecoveringWriter, type RecoveringWriter } from "../../../../src/main/store/write/recovering-writer.ts";
import { openReader, type ThreadedReader } from "../../../../src/main/store/read/thread.ts";
import { createReader, type LedgerReader } from "../../../../src/main/store/read/reader.ts";
import { flatten } from "../../../../src/main/store/record.ts";
import type { LedgerEntry, NewEntry } from "../../../../src/shared/domain/audit.ts";
import { day, hour, minute } from "../../../../src/shared/lib/clock.ts";
import type { LedgerFilter } from "../../../../src/shared/contract/ledger-search.ts";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { indexLedger } from "../../../support/engine/index-ledger.ts";
import { agents, firstMoment, sampleIntentId, samplePair, samplePairs, sampleSession } from "../samples.ts";

const pairs = 400;
const given: readonly NewEntry[] = [
  ...samplePairs(pairs),
  {
    kind: "directive",
    at: firstMoment + 2 * day,
    agentDid: agents[2] ?? "",
    intentId: sampleIntentId(17),
    summary: "APPROVE by console: looks fine",
    body: { directive: "APPROVE" },
  },
  {
    kind: "intent",
    at: firstMoment + 2 * day,
    agentDid: agents[0] ?? "",
    intentId: "upload-1",
    tool: "fetch_url",
    protocol: "mcp",
    hosts: ["files.Example.com"],
    paths: ["/home/anna/src/shop-old/report.pdf"],
    summary: "Café upload of résumé --now",
    body: {},
  },
];

let directory: string;
let writer: RecoveringWriter;
let reader: LedgerReader;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "gatehouse-test-"));
  writer = openRecoveringWriter({
    directory,
    checkpointEntries: 100,
    now: firstMoment,
    onHealth: () => undefined,
    onOpen: () => undefined,
  });
  writer.append(given.map(flatten), firstMoment);
  indexLedger(directory);
  reader = createReader(directory);
});

afterAll(() => {
  reader.close();
  writer.close(firstMoment);
  rmSync(directory, { recursive: true, force: true });
});

const sequences = (entries: readonly LedgerEntry[]): readonly number[] => entries.map((entry) => entry.sequence);

/** What a filter should find, newest first. */
function expected(fits: (entry: NewEntry) => boolean): readonly number[] {
  return given.flatMap((entry, index) => (fits(entry) ? [index + 1] : [])).toReversed();
}

describe("filters", () => {
  const action = (entry: NewEntry): string =>
    entry.kind === "intent" ? "" : (given.find((other) => other.intentId === entry.intentId)?.summary ?? "");
  const cases: readonly (readonly [string, LedgerFilter, (entry: NewEntry) => boolean])[] = [
    ["nothing", {}, () => true],
    ["kind", { kinds: ["verdict", "directive"] }, (entry) => entry.kind !== "intent"],
    ["agent", { agents: [agents[1] ?? ""] }, (entry) => entry.agentDid === agents[1]],
    ["session", { sessions: [sampleSession(41)] }, (entry) => entry.sessionId === sampleSession(41)],
    ["tool", { tools: ["fetch_url"] }, (entry) => entry.tool === "fetch_url"],
    ["protocol", { protocols: ["a2g"] }, (entry) => entry.protocol === "a2g"],
    ["outcome", { outcomes: ["DENIED"] }, (entry) => entry.outcome === "DENIED"],
    ["level", { levels: ["HIGH", "CRITICAL"] }, (entry) => entry.level === "HIGH" || entry.level === "CRITICAL"],
    ["reason", { reasons: ["risk_high"] }, (entry) => entry.reason === "risk_high"],
    ["decider", { deciders: ["risk"] }, (entry) => entry.decider === "risk"],
    ["a decider nobody was", { deciders: ["timeout"] }, () => false],
    [
      "time",
      { from: firstMoment + 90 * minute, to: firstMoment + 150 * minute },
      (entry) => entry.at >= firstMoment + 90 * minute && entry.at < firstMoment + 150 * minute,
    ],
    ["a time without entries", { from: firstMoment + 30 * day }, () => false],
    [
      "folder",
      { path: "/home/anna/src/shop/packages/feature-7" },
      (entry) => entry.paths?.[0]?.startsWith("/home/anna/src/shop/packages/feature-7/") ?? false,
    ],
    [
      "folder, not its namesakes",
      { path: "/home/anna/src/shop" },
      (entry) => entry.paths?.[0]?.includes("/shop/") ?? false,
    ],
    ["part of a path", { path: "shop-old/report.pdf" }, (entry) => entry.intentId === "upload-1"],
    ["host", { host: "registry.npmjs.org" }, (entry) => entry.hosts?.includes("registry.npmjs.org") ?? false],
    ["domain", { host: "npmjs.org" }, (entry) => entry.hosts?.includes("registry.npmjs.org") ?? false],
    ["host in another case", { host: "files.EXAMPLE.com" }, (entry) => entry.intentId === "upload-1"],
    [
      "several together",
      { agents: [agents[0] ?? ""], outcomes: ["APPROVED"], levels: ["MEDIUM"], from: firstMoment + hour },
      (entry) =>
        entry.agentDid === agents[0] &&
        entry.outcome === "APPROVED" &&
        entry.level === "MEDIUM" &&
        entry.at >= firstMoment + hour,
    ],
    [
      "words of the command, in the verdict too",
      { text: "docker compose", kinds: ["verdict"] },
      (entry) => entry.kind === "verdict" && action(entry).includes("docker"),
    ],
    ["a directive by its command", { text: "rm -rf", kinds: ["directive"] }, () => false],
    ["a directive by its words", { text: "looks fine" }, (entry) => entry.kind === "directive"],
    ["a phrase", { text: '"mkdir build"' }, (entry) => `${entry.summary} ${action(entry)}`.includes("mkdir build")],
    ["a phrase in the wrong order", { text: '"build rf"' }, () => false],
    ["the beginning of a word", { text: "migr*" }, (entry) => `${entry.summary} ${action(entry)}`.includes("migrate")],
    ["accents and case", { text: "CAFE resume" }, (entry) => entry.intentId === "upload-1"],
    ["an option", { text: "--now" }, (entry) => entry.intentId === "upload-1"],
    ["signs that are no words", { text: '&& " | * ( ) : ^' }, () => false],
    ["signs beside a word", { text: "&& mkdir 🚀" }, (entry) => `${entry.summary} ${action(entry)}`.includes("mkdir")],
    ["emoji alone", { text: "🚀" }, () => false],
    ["a path of signs alone", { path: "🚀" }, () => false],
    ["the root", { path: "/" }, () => true],
    ["a phrase that was only begun", { text: '"' }, () => true],
    ["each intent once", { first: true }, (entry) => entry.kind === "verdict"],
    ["words of the index's language", { text: "NOT tags OR summary" }, () => false],
  ];

  test.each(cases)("%s", (_name, filter, fits) => {
    const page = reader.page({ filter, limit: 1000 });
    expect(sequences(page.entries)).toEqual(expected(fits));
    expect(page.older).toBeUndefined();
  });

  describe("before the index has them", () => {
    let fresh: string;
    let writing: RecoveringWriter;
    let reading: LedgerReader;

    beforeAll(() => {
      fresh = mkdtempSync(join(tmpdir(), "gatehouse-test-"));
      writing = openRecoveringWriter({
        directory: fresh,
        checkpointEntries: 1000,
        now: firstMoment,
        onHealth: () => undefined,
        onOpen: () => undefined,
      });
      writing.append(given.map(flatten), firstMoment);
      indexLedger(fresh, 500);
      reading = createReader(fresh);
    });

    afterAll(() => {
      reading.close();
      writing.close(firstMoment);
      rmSync(fresh, { recursive: true, force: true });
    });

    test.each(cases)("%s", (_name, filter, fits) => {
      expect(sequences(reading.page({ filter, limit: 1000 }).entries)).toEqual(expected(fits));
    });
  });
});

describe("pages", () => {
  test.each<LedgerFilter>([{}, { kinds: ["verdict"] }, { text: "git" }])(
    "join without gap or overlap, down and up: %j",
    (filter) => {
      const all = sequences(reader.page({ filter, limit: 1000 }).entries);
      const down: number[] = [];
      let page = reader.page({ filter, limit: 37 });
      const pages = [page];
      down.push(...sequences(page.entries));
      while (page.older !== undefined) {
        page = reader.page({ filter, limit: 37, before: page.older });
        pages.push(page);
        down.push(...sequences(page.entries));
      }
      expect(down).toEqual(all);

      const up = [...sequences(page.entries)];
      while (page.newer !== undefined) {
        page = reader.page({ filter, limit: 37, after: page.newer });
        up.unshift(...sequences(page.entries));
      }
      expect(up).toEqual(all);
    },
  );

  test("stay put while the ledger grows", () => {
    const before = reader.page({ filter: { kinds: ["verdict"] }, limit: 10 });
    writer.append([flatten({ ...samplePair(999)[1], outcome: "DENIED" })], firstMoment);
    const next = reader.page({ filter: { kinds: ["verdict"] }, limit: 10, before: before.older ?? 0 });
    expect(next.entries[0]?.sequence).toBeLessThan(before.entries.at(-1)?.sequence ?? 0);
    expect(next.newer).toBe(next.entries[0]?.sequence);
    const back = reader.page({ filter: { kinds: ["verdict"] }, limit: 10, after: next.newer ?? 0 });
    expect(sequences(back.entries)).toEqual(sequences(before.entries));
  });
});

describe("figures", () => {
  test("count what fits", () => {
    expect(reader.count({})).toBe(given.length);
    expect(reader.count({ outcomes: ["DENIED"] })).toBe(expected((entry) => entry.outcome === "DENIED").length);
    expect(reader.count({ text: "docker", kinds: ["intent"] })).toBe(pairs / 8);
    expect(reader.count({ tools: ["unknown"] })).toBe(0);
  });

  test("count by facet, the most frequent first", () => {
    const levels = reader.facets({ filter: {}, facet: "level", limit: 10 });
    expect(levels.map(({ value }) => value)).toEqual(["LOW", "MEDIUM", "HIGH", "CRITICAL"]);
    expect(levels.reduce((sum, { entries }) => sum + entries, 0)).toBe(pairs);
    const tools = reader.facets({ filter: { kinds: ["intent"] }, facet: "tool", limit: 1 });
    expect(tools).toEqual([{ value: "execute_command", entries: pairs }]);
  });

  test.each([
    ["hours, from the counts", { kinds: ["verdict" as const] }, hour, 0],
    ["hours of one agent", { agents: [agents[1] ?? ""], outcomes: ["APPROVED" as const] }, hour, 0],
    ["half hours in a zone of half hours", { levels: ["LOW" as const] }, hour, 5.5 * hour],
    ["ten minutes, from the entries", { kinds: ["verdict" as const] }, 10 * minute, 0],
    ["hours of words", { text: "docker" }, hour, 0],
  ])("series: %s", (_name, filter, span, offset) => {
    const points = reader.series({ filter, span, offset });
    const wanted = new Map<string, number>();
    for (const { sequence, kind, at, outcome, level } of reader.page({ filter, limit: 1000 }).entries) {
      // The one that is not in the index yet.
      if (sequence > given.length) continue;
      const key = [Math.floor((at + offset) / span) * span - offset, kind, outcome, level].join();
      wanted.set(key, (wanted.get(key) ?? 0) + 1);
    }
    expect(
      new Map(points.map(({ at, kind, outcome, level, entries }) => [[at, kind, outcome, level].join(), entries])),
    ).toEqual(wanted);
    expect(points.map(({ at }) => at)).toEqual(points.map(({ at }) => at).toSorted((left, right) => left - right));
  });

  test.each([
    ["without an index", 0],
    ["with an index that is behind", 2],
    ["with a complete index", 6],
  ])("every agent is known %s", (_name, indexed) => {
    const fresh = mkdtempSync(join(tmpdir(), "gatehouse-test-"));
    const filling = openRecoveringWriter({
      directory: fresh,
      checkpointEntries: 100,
      now: firstMoment,
      onHealth: () => undefined,
      onOpen: () => undefined,
    });
    filling.append(samplePairs(3).map(flatten), firstMoment);
    if (indexed > 0) indexLedger(fresh, indexed);
    const reading = createReader(fresh);
    expect(reading.stats().indexedTo).toBe(indexed);
    expect([...reading.agents()].sort()).toEqual([...agents].sort());
    reading.close();
    filling.close(firstMoment);
    rmSync(fresh, { recursive: true });
  });

  test("describe the whole", () => {
    const stats = reader.stats();
    expect(stats).toMatchObject({
      entries: given.length + 1,
      removed: 0,
      first: { sequence: 1, at: firstMoment },
      indexedTo: given.length,
      lastCheckpoint: { size: given.length },
    });
    expect(stats.bytes.ledger).toBeGreaterThan(100_000);
    expect(stats.bytes.index).toBeGreaterThan(10_000);
  });
});

describe("stories", () => {
  test("of an intent: its entries, where it came from, what came of it", () => {
    const story = reader.story({ intentId: sampleIntentId(17) });
    expect(story?.entries.map((entry) => entry.kind)).toEqual(["intent", "verdict", "directive"]);
    expect(story?.ancestors.map((entry) => entry.intentId)).toEqual(
      Array.from({ length: 17 }, (_, index) => sampleIntentId(index)),
    );
    expect(story?.children.map((entry) => entry.intentId)).toEqual([sampleIntentId(18)]);
    expect(reader.story({ intentId: "nobody" })).toBeUndefined();
    expect(reader.story({ intentId: sampleIntentId(17), agentDid: "did:other" })).toBeUndefined();
  });

  test("of a session, in its order, bit by bit", () => {
    const all = reader.session({ sessionId: sampleSession(0), limit: 1000 });
    expect(sequences(all)).toEqual(Array.from({ length: 80 }, (_, index) => index + 1));
    const rest = reader.session({ sessionId: sampleSession(0), after: 70, limit: 5 });
    expect(sequences(rest)).toEqual([71, 72, 73, 74, 75]);
  });

  test("one entry by its place", () => {
    expect(reader.entry(2)).toMatchObject({ sequence: 2, kind: "verdict", previousHash: reader.entry(1)?.hash });
    expect(reader.entry(0)).toBeUndefined();
    expect(reader.entry(100_000)).toBeUndefined();
  });
});

describe("on a thread of its own", () => {
  let threaded: ThreadedReader;
  beforeAll(() => {
    threaded = openReader({ directory });
  });
  afterAll(() => threaded.close());

  test("answers the same", async () => {
    const filter: LedgerFilter = { outcomes: ["DENIED"] };
    const [page, count, stats] = await Promise.all([
      threaded.page({ filter, limit: 5 }),
      threaded.count(filter),
      threaded.stats(),
    ]);
    expect(page).toEqual(reader.page({ filter, limit: 5 }));
    expect(count).toBe(reader.count(filter));
    expect(stats.entries).toBe(reader.stats().entries);
    expect(await threaded.story({ intentId: "nobody" })).toBeUndefined();
  });

  test("verifies with progress, without holding up questions", async () => {
    const progress: number[] = [];
    const verifying = threaded.verify((done) => progress.push(done));
    expect((await threaded.page({ limit: 1 })).entries).toHaveLength(1);
    expect(await verifying).toMatchObject({ sound: true, entries: given.length + 1 });
    expect(progress.at(-1)).toBe(given.length + 1);
  });

  test("stops verifying when asked to", async () => {
    const stop = new AbortController();
    const verifying = threaded.verify(undefined, stop.signal);
    stop.abort();
    await expect(verifying).rejects.toThrow("stopped");
  });

  test("tells what is wrong when there is no ledger", async () => {
    const empty = mkdtempSync(join(tmpdir(), "gatehouse-test-"));
    const nothing = openReader({ directory: empty });
    await expect(nothing.stats()).rejects.toThrow(`There is no ledger in ${empty}.`);
    await nothing.close();
    rmSync(empty, { recursive: true });
  });
});
