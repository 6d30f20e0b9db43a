// The ledger as a table: any block of rows by its distance from the newest, and the figures of the overview.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RecoveringWriter, openRecoveringWriter } from "../../../../src/main/store/write/recovering-writer.ts";
import { createReader, type LedgerReader } from "../../../../src/main/store/read/reader.ts";
import { flatten } from "../../../../src/main/store/record.ts";
import type { NewEntry } from "../../../../src/shared/domain/audit.ts";
import { day, hour, minute } from "../../../../src/shared/lib/clock.ts";
import type { LedgerFilter } from "../../../../src/shared/contract/ledger-search.ts";
import { historyOf } from "../../../support/engine/history.ts";
import { indexLedger } from "../../../support/engine/index-ledger.ts";

const now = Date.UTC(2026, 5, 12, 12);
const agents = [
  { did: "did:aeon:one:1:a", project: "/home/anna/src/shop" },
  { did: "did:aeon:two:1:b", project: "/home/anna/src/site" },
];
const given: readonly NewEntry[] = historyOf({ agents, days: 6, aDay: 90, now });
let directory: string;
let writer: RecoveringWriter;
let reader: LedgerReader;

function append(entries: readonly NewEntry[]): void {
  writer.append(entries.map(flatten), now);
  indexLedger(directory);
}

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "gatehouse-test-"));
  writer = openRecoveringWriter({
    directory,
    checkpointEntries: 500,
    now,
    onHealth: () => undefined,
    onOpen: () => undefined,
  });
  append(given);
  reader = createReader(directory);
});
afterAll(() => {
  reader.close();
  writer.close(now);
  rmSync(directory, { recursive: true, force: true });
});

/** Sequences that fit, newest first. */
function expected(fits: (entry: NewEntry) => boolean): readonly number[] {
  return given.flatMap((entry, index) => (fits(entry) ? [index + 1] : [])).toReversed();
}

const cases: readonly (readonly [string, LedgerFilter, (entry: NewEntry) => boolean])[] = [
  ["everything", {}, () => true],
  ["verdicts", { kinds: ["verdict"] }, (entry) => entry.kind === "verdict"],
  [
    "a span of time that cuts slots",
    { from: now - 3 * day + 7 * minute, to: now - day - 4 * minute },
    (entry) => entry.at >= now - 3 * day + 7 * minute && entry.at < now - day - 4 * minute,
  ],
  [
    "denials of an agent within a span",
    { agents: ["did:aeon:two:1:b"], outcomes: ["DENIED"], from: now - 5 * day + hour },
    (entry) => entry.agentDid === agents[1]?.did && entry.outcome === "DENIED" && entry.at >= now - 5 * day + hour,
  ],
  [
    "each intent once, though some were answered later",
    { kinds: ["verdict"], first: true },
    (entry) => entry.kind === "verdict" && entry.body["microseconds"] !== undefined,
  ],
  ["signs alone", { text: "&& 🚀" }, () => false],
  ["a path of signs alone", { path: "🚀" }, () => false],
  ["nobody", { agents: ["did:aeon:none"] }, () => false],
];

describe.each(cases)("%s", (_name, filter, fits) => {
  test("is counted exactly", () => {
    const extent = reader.measure({ filter });
    expect(extent).toMatchObject({ head: given.length, last: given.length, entries: expected(fits).length });
  });

  test("reads the same from above, from below and by distance", () => {
    const all = expected(fits);
    const head = given.length;
    const sequences = (request: object): readonly number[] =>
      reader.rows({ filter, head, limit: 20, ...request }).map((row) => row.sequence);
    for (const skip of [0, 1, 37, Math.max(0, all.length - 5), all.length + 3]) {
      expect(sequences({ skip })).toEqual(all.slice(skip, skip + 20));
    }
    const middle = all[Math.floor(all.length / 2)];
    if (middle === undefined) return;
    const place = all.indexOf(middle);
    expect(sequences({ before: middle })).toEqual(all.slice(place + 1, place + 21));
    expect(sequences({ after: middle })).toEqual(all.slice(Math.max(0, place - 20), place));
  });
});

test("rows say what their entry is about, and keep their place while the ledger grows", () => {
  const { head, entries } = reader.measure({ filter: { kinds: ["verdict"] } });
  const before = reader.rows({ filter: { kinds: ["verdict"] }, head, limit: 5, skip: 10 });
  for (const row of before) {
    const intent = given.find((entry) => entry.kind === "intent" && entry.intentId === row.intentId);
    expect(row.action).toBe(intent?.summary);
  }
  append(historyOf({ agents, days: 1, aDay: 10, now: now + day }).map((entry) => ({ ...entry, intentId: "new" })));
  expect(reader.rows({ filter: { kinds: ["verdict"] }, head, limit: 5, skip: 10 })).toEqual(before);
  const more = reader.measure({ filter: { kinds: ["verdict"] }, after: head });
  expect(more.entries).toBeGreaterThan(0);
  expect(reader.measure({ filter: { kinds: ["verdict"] } }).entries).toBe(entries + more.entries);
});

test("a threat is found by its name, though the sentence does not say it", () => {
  const threatened = given.filter((entry) => JSON.stringify(entry.body).includes("Remote code execution"));
  expect(threatened.length).toBeGreaterThan(0);
  expect(threatened[0]?.summary).not.toContain("Remote code execution");
  const found = reader.measure({ filter: { text: '"remote code execution"', to: now } });
  expect(found.entries).toBe(threatened.length);
});

test("threats are counted by their name, in each intent once", () => {
  const threats = reader.threats({ from: now - 6 * day, to: now });
  for (const { threat, intents } of threats) {
    const verdicts = given.filter((entry) => entry.kind === "verdict" && JSON.stringify(entry.body).includes(threat));
    expect(intents).toBe(new Set(verdicts.map((entry) => entry.intentId)).size);
  }
  expect(threats.map((each) => each.intents)).toEqual(threats.map((each) => each.intents).toSorted((a, b) => b - a));
});

test.each([
  ["from the counts", hour],
  ["from the entries", 10 * minute],
])("risk is about intents, each once, and agrees with the rows behind it: %s", (_name, span) => {
  const filter: LedgerFilter = { kinds: ["verdict"], first: true, from: now - 6 * day, to: now };
  const counted = reader.series({ filter, span }).reduce((sum, point) => sum + point.entries, 0);
  const intents = given.filter((entry) => entry.kind === "intent").length;
  expect(given.filter((entry) => entry.kind === "verdict").length).toBeGreaterThan(intents);
  expect(counted).toBe(intents);
  expect(reader.measure({ filter }).entries).toBe(intents);
});

test("latency comes from the timings that verdicts carry", () => {
  const points = reader.latency({ from: now - 6 * day, to: now, points: 6 });
  expect(points.length).toBe(6);
  const timed = given.filter((entry) => entry.body["microseconds"] !== undefined).length;
  expect(points.reduce((sum, point) => sum + point.decisions, 0)).toBe(timed);
  for (const { p50, p95, p99 } of points) {
    expect(p50).toBeGreaterThan(0.1);
    expect(p95).toBeGreaterThanOrEqual(p50);
    expect(p99).toBeGreaterThanOrEqual(p95);
  }
});

test("the approval load counts prompts, answers and who asked", () => {
  const load = reader.load({ from: now - 6 * day, to: now });
  const prompts = given.filter((entry) => entry.outcome === "ESCALATE");
  expect(load.prompts).toBe(prompts.length);
  expect(load.approved + load.denied + load.unanswered).toBe(prompts.length);
  const human = given.filter((entry) => entry.kind === "directive" && entry.body["issued_by"] === "console");
  expect(load.approved + load.denied).toBe(human.length);
  expect(load.medianMs).toBeGreaterThan(3000);
  const push = load.sources.find((source) => source.rule === "ask-before-push");
  expect(push?.prompts).toBe(prompts.filter((entry) => entry.rule === "ask-before-push").length);
  expect(push?.example.action).toBe("git push origin fix/discounts");
});

test("sessions of an agent, and what one did around an entry", () => {
  const [agent] = agents;
  const sessions = reader.sessions({ agentDid: agent?.did ?? "" });
  const [latest] = sessions;
  expect(latest?.lastAt).toBeGreaterThanOrEqual(latest?.firstAt ?? Infinity);
  const known = given.findLast((entry) => entry.agentDid === agent?.did && entry.kind === "verdict");
  const sequence = given.findIndex((entry) => entry === known) + 1;
  const rows = reader.around({ sessionId: known?.sessionId ?? "", around: sequence, limit: 10 });
  expect(rows.map((row) => row.sequence)).toContain(sequence);
  expect(rows.map((row) => row.sequence)).toEqual(rows.map((row) => row.sequence).toSorted((a, b) => a - b));
  expect(new Set(rows.map((row) => row.sessionId))).toEqual(new Set([known?.sessionId]));
});

test("the sessions of all agents are apart by agent, and count each intent once", () => {
  const sessions = reader.sessions({});
  expect(new Set(sessions.map(({ agentDid }) => agentDid))).toEqual(new Set(agents.map(({ did }) => did)));
  // Tests above have added some entries of their own.
  const known = sessions.filter(({ sessionId }) => given.some((entry) => entry.sessionId === sessionId));
  expect(known.length).toBeGreaterThan(10);
  for (const { sessionId, agentDid, decisions } of known) {
    const own = (entry: NewEntry) => entry.sessionId === sessionId && entry.agentDid === agentDid;
    expect(decisions).toBe(given.filter((entry) => entry.kind === "intent" && own(entry)).length);
  }
});

const firsts = () => given.filter((entry) => entry.body["microseconds"] !== undefined);
const span = { from: now - 6 * day, to: now };

test("risk points stand for every intent of some risk, and for some of the others where there are too many", () => {
  const few = reader.riskPoints({ ...span, limit: 100 });
  expect(few.intents).toBe(firsts().length);
  expect(few.points).toHaveLength(100);
  expect(few.points.map(({ at }) => at)).toEqual(few.points.map(({ at }) => at).toSorted((a, b) => a - b));
  const risky = firsts().filter(({ score = 0 }) => score >= 0.4).length;
  expect(few.points.filter(({ score }) => score >= 0.4)).toHaveLength(Math.min(75, risky));
  const all = reader.riskPoints({ ...span, limit: 1000 });
  expect(new Set(all.points.map(({ intentId }) => intentId))).toEqual(
    new Set(firsts().map(({ intentId }) => intentId)),
  );
  expect(all.points).toHaveLength(firsts().length);
});

test("tool use counts intents, questions and denials of each agent and tool", () => {
  for (const { agentDid, tool, intents, asked, denied } of reader.toolUse(span)) {
    const own = firsts().filter((entry) => entry.agentDid === agentDid && entry.tool === tool);
    expect({ intents, asked, denied }).toEqual({
      intents: own.length,
      asked: own.filter(({ outcome }) => outcome === "ESCALATE").length,
      denied: own.filter(({ outcome }) => outcome === "DENIED").length,
    });
  }
});

test("approval fatigue counts the answers of people, in the span they were given in", () => {
  const points = reader.fatigue({ ...span, points: 6 });
  const answers = given.filter((entry) => entry.kind === "directive" && entry.body["issued_by"] === "console");
  expect(points.reduce((sum, { allowed, denied }) => sum + allowed + denied, 0)).toBe(answers.length);
  for (const { at, end, allowed, denied, medianMs } of points) {
    const own = answers.filter((entry) => entry.at >= at && entry.at < end);
    expect(allowed + denied).toBe(own.length);
    const waits = own.map(({ body }) => Number(body["waited_ms"])).toSorted((a, b) => a - b);
    expect(medianMs).toBe(waits[Math.floor(waits.length / 2)]);
  }
});
