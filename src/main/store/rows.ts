// Rows of the entries table: how they are written, and how they become entries again.
import { entryKinds, type LedgerEntry } from "../../shared/audit.ts";
import { protocols } from "../../shared/intent.ts";
import { isJsonObject, type JsonObject } from "../../shared/json.ts";
import { deciders, outcomes, reasonCodes, riskLevels } from "../../shared/verdict.ts";
import { canonical, quote } from "./canonical.ts";
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

/** What was recorded, in the order of the columns; words by their number in the dictionary. */
export type EntryContent = readonly [
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
];

export type EntryRow = readonly [...EntryContent, hash: string, seal: string];

/** Stored as bytes, handled as hex: a string crosses from SQLite faster than a buffer does. */
const hexColumns = new Set(["hash", "seal"]);

export const insertEntry = `INSERT INTO entries (${columns.join(", ")}) VALUES (${columns
  .map((column) => (hexColumns.has(column) ? "unhex(?)" : "?"))
  .join(", ")})`;

/** The columns of an EntryRow, for a SELECT from entries. */
export const entryColumns = columns
  .map((column) => (hexColumns.has(column) ? `lower(hex(entries.${column}))` : `entries.${column}`))
  .join(", ");

export function toContent(flat: FlatEntry, sequence: number, words: GrowingWords): EntryContent {
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
  ];
}

/** The canonical JSON of an entry. Its members stand in the order RFC 8785 asks for. */
export function contentText(row: readonly [...EntryContent, ...unknown[]], words: Words): string {
  const [, at, kind, agent, session, tool, protocol, outcome, level, reason, decider, rule, score] = row;
  const [, , , , , , , , , , , , , intent, parent, paths, hosts, summary, body] = row;
  let text = "{";
  if (agent !== null) text += `"agentDid":${words.json(agent)},`;
  text += `"at":${at},"body":${body},`;
  if (decider !== null) text += `"decider":${words.json(decider)},`;
  if (hosts !== null) text += `"hosts":${hosts},`;
  if (intent !== null) text += `"intentId":${quote(intent)},`;
  text += `"kind":${words.json(kind)},`;
  if (level !== null) text += `"level":${words.json(level)},`;
  if (outcome !== null) text += `"outcome":${words.json(outcome)},`;
  if (parent !== null) text += `"parentIntent":${quote(parent)},`;
  if (paths !== null) text += `"paths":${paths},`;
  if (protocol !== null) text += `"protocol":${words.json(protocol)},`;
  if (reason !== null) text += `"reason":${words.json(reason)},`;
  if (rule !== null) text += `"rule":${words.json(rule)},`;
  if (score !== null) text += `"score":${canonical(score)},`;
  if (session !== null) text += `"sessionId":${words.json(session)},`;
  text += `"summary":${quote(summary)}`;
  if (tool !== null) text += `,"tool":${words.json(tool)}`;
  return `${text}}`;
}

export function toEntry(row: EntryRow, previousHash: string, words: Words): LedgerEntry {
  const [sequence, at, kind, agent, session, tool, protocol, outcome, level, reason, decider, rule, score] = row;
  const [, , , , , , , , , , , , , intent, parent, paths, hosts, summary, body, hash] = row;
  const text = (id: number | null): string | null => (id === null ? null : (words.text(id) ?? null));
  return {
    sequence,
    kind: oneOf(entryKinds, text(kind)) ?? "fault",
    at,
    ...given("agentDid", text(agent)),
    ...given("sessionId", text(session)),
    ...given("intentId", intent),
    ...given("parentIntent", parent),
    ...given("protocol", oneOf(protocols, text(protocol))),
    ...given("tool", text(tool)),
    ...given("outcome", oneOf(outcomes, text(outcome))),
    ...given("level", oneOf(riskLevels, text(level))),
    ...given("score", score),
    ...given("reason", oneOf(reasonCodes, text(reason))),
    ...given("decider", oneOf(deciders, text(decider))),
    ...given("rule", text(rule)),
    ...given("paths", texts(paths)),
    ...given("hosts", texts(hosts)),
    summary,
    body: parseBody(body),
    previousHash,
    hash,
  };
}

export function given<Name extends string, Value>(
  name: Name,
  value: Value | null | undefined,
): Partial<Record<Name, Value>> {
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
