// The ledger as a table of any length: how many entries fit a filter, and any block of them by its distance from the newest.
import type { ActivityExtent, ActivityRow } from "../../../shared/contract/activity.ts";
import type { LedgerFilter } from "../../../shared/contract/ledger-search.ts";
import type { Connection } from "../database.ts";
import { DamagedRow, integer, nullable, queryRows, queryValues, real, type RowOf, text } from "../decode.ts";
import { facetsOf, kindOf, wordOf } from "../decode-entry.ts";
import { compileFilter, createActions } from "../index/index.ts";
import { findStart } from "../proof/index.ts";
import { queryLastSequence } from "../rows.ts";
import type { ReadingFiles } from "./files.ts";
import { firstSince } from "./first-since.ts";
import { createLives } from "./life.ts";
import type { Words } from "../words.ts";

export interface RowsRequest {
  readonly filter: LedgerFilter;
  /** No newer entry counts: rows keep their place while the ledger grows. */
  readonly head: number;
  readonly limit: number;
  /** So many rows below the head. */
  readonly skip?: number;
  /** Or next to a row that is known, older or newer than it. */
  readonly before?: number;
  readonly after?: number;
}

interface Bounds {
  /** For words_of MATCH; undefined when every entry between the bounds fits. */
  readonly expression: string | undefined;
  /** Both included. */
  readonly low: number;
  readonly high: number;
}

export function measure(files: ReadingFiles, filter: LedgerFilter, after = 0): ActivityExtent {
  const last = lastOf(files.ledger);
  const head = isOpen(filter) ? last : Math.min(last, indexedTo(files));
  const bounds = boundsOf(files, filter, head);
  const low = Math.max(bounds?.low ?? 0, after + 1);
  if (bounds === undefined || low > bounds.high) return { head, entries: 0, last };
  if (bounds.expression === undefined) return { head, entries: bounds.high - low + 1, last };
  const entries = files.index === undefined ? 0 : countMatches(files.index, bounds.expression, low, bounds.high);
  return { head, entries, last };
}

/** How many indexed entries between two sequences, both included, match an expression. */
export function countMatches(index: Connection, expression: string, low: number, high: number): number {
  const statement = index.prepare<[string, number, number]>(
    "SELECT count(*) FROM words_of WHERE words_of MATCH ? AND rowid BETWEEN ? AND ?",
  );
  return queryValues(statement, "words_of.count", integer).get(expression, low, high) ?? 0;
}

/** Newest first. */
export function readRows(files: ReadingFiles, request: RowsRequest): readonly ActivityRow[] {
  const read = rowReader(files);
  return findPlaces(files, request).flatMap((place) => read(place) ?? []);
}

/** The sequences of the rows, newest first. */
export function findPlaces(files: ReadingFiles, request: RowsRequest): readonly number[] {
  const bounds = boundsOf(files, request.filter, request.head);
  return bounds === undefined ? [] : placesWithin(files, bounds, request);
}

/** The rows of a session around an entry of it, oldest first. */
export function readSession(
  files: ReadingFiles,
  request: {
    readonly sessionId: string;
    readonly agentDid?: string | undefined;
    readonly around: number;
    readonly limit: number;
  },
): readonly ActivityRow[] {
  const { sessionId, agentDid, around, limit } = request;
  const filter = { sessions: [sessionId], ...(agentDid === undefined ? {} : { agents: [agentDid] }) };
  const head = indexedTo(files);
  const older = readRows(files, { filter, head, limit: Math.ceil(limit / 2), before: around + 1 });
  const newer = readRows(files, { filter, head, limit: Math.floor(limit / 2), after: around });
  return [...newer, ...older].toReversed();
}

function placesWithin(files: ReadingFiles, bounds: Bounds, request: RowsRequest): readonly number[] {
  const { limit, skip = 0, before, after } = request;
  const low = Math.max(bounds.low, (after ?? 0) + 1);
  const high = Math.min(bounds.high, (before ?? bounds.high + 1) - 1);
  // Newer rows are taken from the known one upwards, so that the block joins it.
  const upwards = after !== undefined;
  if (bounds.expression === undefined) {
    const top = upwards ? Math.min(high, low + limit - 1) : high - skip;
    const count = Math.max(0, Math.min(limit, top - low + 1));
    return Array.from({ length: count }, (_, index) => top - index);
  }
  if (files.index === undefined) return [];
  const statement = files.index.prepare<[string, number, number, number, number]>(
    `SELECT rowid FROM words_of WHERE words_of MATCH ? AND rowid BETWEEN ? AND ? ` +
      `ORDER BY rowid ${upwards ? "ASC" : "DESC"} LIMIT ? OFFSET ?`,
  );
  const found = queryValues(statement, "words_of.rowid", integer).all(bounds.expression, low, high, limit, skip);
  return upwards ? found.toReversed() : found;
}

/** Undefined when nothing can fit. */
function boundsOf(files: ReadingFiles, filter: LedgerFilter, head: number): Bounds | undefined {
  const { ledger, index, words } = files;
  const start = findStart(ledger).size + 1;
  if (isOpen(filter)) return { expression: undefined, low: start, high: head };
  const query = index === undefined ? undefined : compileFilter(filter, index, words);
  if (query === undefined) return undefined;
  const low = Math.max(start, query.low);
  const high = Math.min(head, query.high);
  return {
    expression: query.expression,
    low: filter.from === undefined ? low : firstSince(ledger, filter.from, low, high),
    high: filter.to === undefined ? high : firstSince(ledger, filter.to, low, high) - 1,
  };
}

function isOpen(filter: LedgerFilter): boolean {
  return Object.values(filter).every((member) => member === undefined);
}

function lastOf(ledger: Connection): number {
  return queryLastSequence(ledger)() ?? findStart(ledger).size;
}

export function indexedTo({ index }: ReadingFiles): number {
  if (index === undefined) return 0;
  return queryValues(index.prepare<[]>("SELECT sequence FROM progress"), "progress.sequence", integer).get() ?? 0;
}

const word = nullable(integer);

/** The columns of a row in the table; bodies are not read. */
const rowShape = {
  sequence: integer,
  at: integer,
  kind: integer,
  agent: word,
  session: word,
  tool: word,
  protocol: word,
  outcome: word,
  level: word,
  reason: word,
  decider: word,
  rule: word,
  score: nullable(real),
  intent: nullable(text),
  summary: text,
} as const;
type StoredRow = RowOf<typeof rowShape>;

function rowReader(files: ReadingFiles): (sequence: number) => ActivityRow | undefined {
  const { ledger, index, words } = files;
  const columns = Object.keys(rowShape).join(", ");
  const statement = ledger.prepare<[number]>(`SELECT ${columns} FROM entries WHERE sequence = ?`);
  const read = queryRows(statement, "entries", rowShape);
  const actions = index === undefined ? undefined : createActions(index, ledger);
  const lives = createLives(files, indexedTo(files));
  const intentWord = words.find("intent");

  function readRow(sequence: number): ActivityRow | undefined {
    const row = read.get(sequence);
    if (row === undefined) return undefined;
    const isIntent = row.kind === intentWord;
    // The verdict nearly always follows its intent at once.
    const before = isIntent || row.intent === null ? undefined : read.get(sequence - 1);
    const follows = before?.kind === intentWord && before?.intent === row.intent && before?.agent === row.agent;
    const action = isIntent
      ? ""
      : follows
        ? (before?.summary ?? "")
        : (actions?.of({ ...row, workspace: null }, false).summary ?? "");
    // An entry without an intent of its own is the first with this id itself.
    const facts = row.intent === null ? {} : lives(row.agent, row.intent);
    return { ...toRow(row, action === row.summary ? "" : action, words), ...facts };
  }

  return (sequence) => {
    try {
      return readRow(sequence);
    } catch (error) {
      if (!(error instanceof DamagedRow)) throw error;
      // The other rows are still shown; this one says what is wrong with it.
      return { sequence, at: 0, kind: "fault", summary: error.message };
    }
  };
}

function toRow(row: StoredRow, action: string, words: Words): ActivityRow {
  const agentDid = wordOf(words, row.agent);
  const sessionId = wordOf(words, row.session);
  return {
    sequence: row.sequence,
    at: row.at,
    kind: kindOf(words, row.kind, row.sequence),
    ...(agentDid === undefined ? {} : { agentDid }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(row.intent === null ? {} : { intentId: row.intent }),
    ...facetsOf(row, words),
    summary: row.summary,
    ...(action === "" ? {} : { action }),
  };
}
