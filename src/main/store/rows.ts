// Rows of the table of entries: how they are written, checked, and turned into the text that is hashed.
import { canonicalRecord, quote } from "../../shared/lib/canonical.ts";
import type { Connection } from "./database.ts";
import { DamagedRow, integer, nullable, type Query, queryTuples, queryValues, real, rowName, text } from "./decode.ts";
import type { FlatEntry } from "./record.ts";
import type { GrowingWords, Words } from "./words.ts";

/** Every column in its order. Strings that repeat are stored by their id in the table of words. */
const columns = {
  sequence: integer,
  at: integer,
  kind: integer,
  agent: nullable(integer),
  session: nullable(integer),
  tool: nullable(integer),
  protocol: nullable(integer),
  outcome: nullable(integer),
  level: nullable(integer),
  reason: nullable(integer),
  decider: nullable(integer),
  rule: nullable(integer),
  score: nullable(real),
  intent: nullable(text),
  parent: nullable(text),
  paths: nullable(text),
  hosts: nullable(text),
  summary: text,
  body: text,
  hash: text,
  seal: text,
} as const;
const columnNames = Object.keys(columns);
const columnTypes = Object.values(columns);

/** What was recorded, in the order of the columns. */
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

export const insertEntry = `INSERT INTO entries (${columnNames.join(", ")}) VALUES (${columnNames
  .map((column) => (hexColumns.has(column) ? "unhex(?)" : "?"))
  .join(", ")})`;

/** The columns of an EntryRow, for a SELECT from entries. */
export const entryColumns = columnNames
  .map((column) => (hexColumns.has(column) ? `lower(hex(entries.${column}))` : `entries.${column}`))
  .join(", ");

/** Further columns may follow. */
export function isEntryRow(row: unknown): row is EntryRow {
  if (!Array.isArray(row)) return false;
  for (let index = 0; index < columnTypes.length; index += 1)
    if (columnTypes[index]?.accepts(row[index]) !== true) return false;
  return true;
}

export function damagedEntryRow(row: unknown): DamagedRow {
  const values: readonly unknown[] = Array.isArray(row) ? row : [];
  const index = columnTypes.findIndex((column, each) => !column.accepts(values[each]));
  return new DamagedRow(
    "entries",
    rowName(row),
    columnNames[index] ?? "a column",
    `is not ${columnTypes[index]?.expected ?? "sound"}`,
  );
}

/** `where` follows the SELECT: "WHERE sequence = ?". */
export function queryEntries<Bind extends unknown[]>(connection: Connection, where: string): Query<Bind, EntryRow> {
  const statement = connection.prepare<Bind>(`SELECT ${entryColumns} FROM entries ${where}`);
  return queryTuples(statement, "entries", isEntryRow, damagedEntryRow);
}

/** The hash of the entry at a sequence. */
export function queryHash(connection: Connection): (sequence: number) => string | undefined {
  const statement = connection.prepare<[number]>("SELECT lower(hex(hash)) FROM entries WHERE sequence = ?");
  return queryValues(statement, "entries.hash", text).get;
}

/** The sequence of the last entry; undefined when there is none. */
export function queryLastSequence(connection: Connection): () => number | undefined {
  const statement = connection.prepare<[]>("SELECT max(sequence) FROM entries");
  const { get } = queryValues(statement, "entries.sequence", nullable(integer));
  return () => get() ?? undefined;
}

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

/** The canonical JSON of an entry: members in the order of RFC 8785. */
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
  if (score !== null) text += `"score":${canonicalRecord(score)},`;
  if (session !== null) text += `"sessionId":${words.json(session)},`;
  text += `"summary":${quote(summary)}`;
  if (tool !== null) text += `,"tool":${words.json(tool)}`;
  return `${text}}`;
}
