// The ledger as a table of any length: how many entries fit a filter, and any block of them by its distance from the newest.
import type { ActivityExtent, ActivityRow } from "../../shared/activity.ts";
import { entryKinds } from "../../shared/audit.ts";
import { protocols } from "../../shared/intent.ts";
import type { LedgerFilter } from "../../shared/ledger-search.ts";
import { deciders, outcomes, reasonCodes, riskLevels } from "../../shared/verdict.ts";
import { createActions } from "./actions.ts";
import type { Connection } from "./database.ts";
import type { ReadingFiles } from "./files.ts";
import { firstSince } from "./moments.ts";
import { compileFilter } from "./query.ts";
import { given, oneOf } from "./rows.ts";
import { findStart } from "./tail.ts";
import type { Words } from "./words.ts";

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
  const entries = files.index
    ?.prepare<[string, number, number], number>(
      "SELECT count(*) FROM words_of WHERE words_of MATCH ? AND rowid BETWEEN ? AND ?",
    )
    .pluck()
    .get(bounds.expression, low, bounds.high);
  return { head, entries: entries ?? 0, last };
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
  const found =
    files.index
      ?.prepare<[string, number, number, number, number], number>(
        `SELECT rowid FROM words_of WHERE words_of MATCH ? AND rowid BETWEEN ? AND ? ` +
          `ORDER BY rowid ${upwards ? "ASC" : "DESC"} LIMIT ? OFFSET ?`,
      )
      .pluck()
      .all(bounds.expression, low, high, limit, skip) ?? [];
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
  return ledger.prepare<[], number | null>("SELECT max(sequence) FROM entries").pluck().get() ?? findStart(ledger).size;
}

export function indexedTo({ index }: ReadingFiles): number {
  return index?.prepare<[], number>("SELECT sequence FROM progress").pluck().get() ?? 0;
}

/** The columns a line needs: the body stays where it is. */
const columns =
  "sequence, at, kind, agent, session, tool, protocol, outcome, level, reason, decider, rule, score, intent, summary";

interface StoredRow {
  readonly sequence: number;
  readonly at: number;
  readonly kind: number;
  readonly agent: number | null;
  readonly session: number | null;
  readonly tool: number | null;
  readonly protocol: number | null;
  readonly outcome: number | null;
  readonly level: number | null;
  readonly reason: number | null;
  readonly decider: number | null;
  readonly rule: number | null;
  readonly score: number | null;
  readonly intent: string | null;
  readonly summary: string;
}

function rowReader({ ledger, index, words }: ReadingFiles): (place: number) => ActivityRow | undefined {
  const read = ledger.prepare<[number], StoredRow>(`SELECT ${columns} FROM entries WHERE sequence = ?`);
  const actions = index === undefined ? undefined : createActions(index, ledger);
  const intentWord = words.find("intent");
  return (place) => {
    const row = read.get(place);
    if (row === undefined) return undefined;
    const isIntent = row.kind === intentWord;
    // The verdict nearly always follows its intent at once.
    const before = isIntent || row.intent === null ? undefined : read.get(place - 1);
    const follows = before?.kind === intentWord && before?.intent === row.intent && before?.agent === row.agent;
    const action = isIntent ? "" : follows ? (before?.summary ?? "") : (actions?.of(row, false) ?? "");
    // An entry without an intent of its own is the first with this id itself.
    return toRow(row, action === row.summary ? "" : action, words);
  };
}

function toRow(row: StoredRow, action: string, words: Words): ActivityRow {
  const text = (id: number | null): string | null => (id === null ? null : (words.text(id) ?? null));
  return {
    sequence: row.sequence,
    at: row.at,
    kind: oneOf(entryKinds, text(row.kind)) ?? "fault",
    ...given("agentDid", text(row.agent)),
    ...given("sessionId", text(row.session)),
    ...given("intentId", row.intent),
    ...given("protocol", oneOf(protocols, text(row.protocol))),
    ...given("tool", text(row.tool)),
    ...given("outcome", oneOf(outcomes, text(row.outcome))),
    ...given("level", oneOf(riskLevels, text(row.level))),
    ...given("score", row.score),
    ...given("reason", oneOf(reasonCodes, text(row.reason))),
    ...given("decider", oneOf(deciders, text(row.decider))),
    ...given("rule", text(row.rule)),
    summary: row.summary,
    ...(action === "" ? {} : { action }),
  };
}
