// Rows of the entries table: how they are written, and how they become entries again.
import { entryKinds, type LedgerEntry } from "../../shared/audit.ts";
import { protocols } from "../../shared/intent.ts";
import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import { deciders, outcomes, reasonCodes, riskLevels } from "../../shared/verdict.ts";
import type { FlatEntry } from "./record.ts";
import type { GrowingWords, Words } from "./words.ts";

const columns = [
  "sequence",
  "at",
  "kind",
  "agent",
  "session",
  "tool",
  "protocol",
  "outcome",
  "level",
  "reason",
  "decider",
  "rule",
  "score",
  "intent",
  "parent",
  "paths",
  "hosts",
  "summary",
  "body",
  "hash",
  "seal",
];

/** A row in the order of the columns. */
export type EntryRow = readonly [
  sequence: number,
  at: number,
  kind: number,
  agent: number | null,
  session: number | null,
  tool: number | null,
  protocol: number | null,
  outcome: number | null,
  level: number | null,
  reason: number | null,
  decider: number | null,
  rule: number | null,
  score: number | null,
  intent: string | null,
  parent: string | null,
  paths: string | null,
  hosts: string | null,
  summary: string,
  body: string,
  hash: string,
  seal: string,
];

/** Stored as bytes, handled as hex: a string crosses from SQLite faster than a buffer does. */
const hexColumns = new Set(["hash", "seal"]);

export const insertEntry = `INSERT INTO entries (${columns.join(", ")}) VALUES (${columns
  .map((column) => (hexColumns.has(column) ? "unhex(?)" : "?"))
  .join(", ")})`;

/** The columns of an EntryRow, for a SELECT from entries. */
export const entryColumns = columns
  .map((column) => (hexColumns.has(column) ? `lower(hex(entries.${column}))` : `entries.${column}`))
  .join(", ");

export function toRow(flat: FlatEntry, sequence: number, hash: string, seal: string, words: GrowingWords): EntryRow {
  const [kind, at, agentDid, sessionId, intentId, parentIntent, protocol, tool, outcome] = flat;
  const [, , , , , , , , , level, score, reason, decider, rule, paths, hosts, summary, body] = flat;
  const number = (text: string | null): number | null => (text === null ? null : words.number(text));
  return [
    sequence,
    at,
    words.number(kind),
    number(agentDid),
    number(sessionId),
    number(tool),
    number(protocol),
    number(outcome),
    number(level),
    number(reason),
    number(decider),
    number(rule),
    score,
    intentId,
    parentIntent,
    paths,
    hosts,
    summary,
    body,
    hash,
    seal,
  ];
}

/** A word that is gone from the dictionary reads as this, which no entry was ever hashed with. */
const lost = "\u{FFFD}";

export function fromRow(row: EntryRow, words: Words): FlatEntry {
  const [, at, kind, agent, session, tool, protocol, outcome, level, reason, decider, rule, score] = row;
  const [, , , , , , , , , , , , , intent, parent, paths, hosts, summary, body] = row;
  const text = (id: number | null): string | null => (id === null ? null : (words.text(id) ?? lost));
  return [
    words.text(kind) ?? lost,
    at,
    text(agent),
    text(session),
    intent,
    parent,
    text(protocol),
    text(tool),
    text(outcome),
    text(level),
    score,
    text(reason),
    text(decider),
    text(rule),
    paths,
    hosts,
    summary,
    body,
  ];
}

export function toEntry(row: EntryRow, previousHash: string, words: Words): LedgerEntry {
  const [kind, at, agentDid, sessionId, intentId, parentIntent, protocol, tool, outcome] = fromRow(row, words);
  const [, , , , , , , , , level, score, reason, decider, rule, paths, hosts, summary, body] = fromRow(row, words);
  return {
    sequence: row[0],
    kind: oneOf(entryKinds, kind) ?? "fault",
    at,
    ...given("agentDid", agentDid),
    ...given("sessionId", sessionId),
    ...given("intentId", intentId),
    ...given("parentIntent", parentIntent),
    ...given("protocol", oneOf(protocols, protocol)),
    ...given("tool", tool),
    ...given("outcome", oneOf(outcomes, outcome)),
    ...given("level", oneOf(riskLevels, level)),
    ...given("score", score),
    ...given("reason", oneOf(reasonCodes, reason)),
    ...given("decider", oneOf(deciders, decider)),
    ...given("rule", rule),
    ...given("paths", texts(paths)),
    ...given("hosts", texts(hosts)),
    summary,
    body: parseBody(body),
    previousHash,
    hash: row[19],
  };
}

function given<Name extends string, Value>(name: Name, value: Value | null | undefined): Partial<Record<Name, Value>> {
  return value === null || value === undefined ? {} : ({ [name]: value } as Record<Name, Value>);
}

export function oneOf<Value extends string>(list: readonly Value[], text: string | null): Value | undefined {
  return list.find((value) => value === text);
}

/** The strings of a JSON array; a column that someone damaged reads as none. */
export function texts(column: string | null): readonly string[] | undefined {
  if (column === null) return undefined;
  const value = parseJson(column);
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function parseBody(text: string): JsonObject {
  const value = parseJson(text);
  return isJsonObject(value) ? value : {};
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
