// Reads entries by their place, by filter in either direction, and counts them.
import type { LedgerEntry } from "../../../shared/domain/audit.ts";
import type { LedgerFilter, LedgerPage, PageRequest } from "../../../shared/contract/ledger-search.ts";
import type { Connection } from "../database.ts";
import { DamagedRow, integer, queryValues } from "../decode.ts";
import { damagedEntry, toReadableEntry } from "../decode-entry.ts";
import { compileFilter, type IndexQuery, matches, projectOf } from "../index/index.ts";
import { findStart } from "../proof/index.ts";
import { beginning } from "../record.ts";
import { queryEntries, queryHash, queryLastSequence } from "../rows.ts";
import { indexedTo as readIndexedTo } from "./browse.ts";
import type { ReadingFiles } from "./files.ts";

export interface Entries {
  readonly at: (sequence: number) => LedgerEntry | undefined;
  readonly find: (filter: LedgerFilter, range: Range) => Iterable<LedgerEntry>;
  /** How far the index has come: what is newer is looked at one by one. */
  readonly indexedTo: () => number;
}

export interface Range {
  readonly direction: "newest" | "oldest";
  /** Neither of them is included. */
  readonly before?: number;
  readonly after?: number;
}

/** While an index is rebuilt, at most this many of the entries it lacks are looked at one by one. */
export const mostUnindexed = 50_000;

export function createEntries(files: ReadingFiles): Entries {
  const at = entryReader(files);
  const lastSequence = queryLastSequence(files.ledger);
  const start = findStart(files.ledger).size;
  const indexedTo = (): number => readIndexedTo(files);
  return {
    at,
    indexedTo,
    find(filter, { direction, before, after }) {
      const last = lastSequence() ?? 0;
      const low = Math.max(start, after ?? 0) + 1;
      const high = Math.min(last, (before ?? last + 1) - 1);
      // Without any filter the table itself is the quickest index.
      if (Object.values(filter).every((member) => member === undefined)) return scan(at, {}, { low, high, direction });
      const border = indexedTo();
      const indexed = search(files, at, filter, { low, high: Math.min(high, border), direction });
      const firstFresh = Math.max(low, border + 1, files.index === undefined ? 0 : last - mostUnindexed);
      const fresh = scan(at, filter, { low: firstFresh, high, direction });
      return direction === "newest" ? concat(fresh, indexed) : concat(indexed, fresh);
    },
  };
}

/** Both sequences are included. */
interface Bounds {
  readonly low: number;
  readonly high: number;
  readonly direction: Range["direction"];
}

type EntryAt = Entries["at"];

function entryReader({ ledger, words }: ReadingFiles): EntryAt {
  const start = findStart(ledger);
  const rows = queryEntries<[number]>(ledger, "WHERE sequence = ?");
  const hashOf = queryHash(ledger);
  return (sequence) => {
    if (sequence <= start.size) return undefined;
    const previous = sequence === start.size + 1 ? start.lastHash : (hashOf(sequence - 1) ?? beginning);
    try {
      const row = rows.get(sequence);
      return row === undefined ? undefined : toReadableEntry(row, previous, words);
    } catch (error) {
      if (!(error instanceof DamagedRow)) throw error;
      return damagedEntry(error, sequence, previous);
    }
  };
}

/** Entries that match a filter, found by reading each of them. */
function* scan(at: EntryAt, filter: LedgerFilter, { low, high, direction }: Bounds): Iterable<LedgerEntry> {
  const actions = new Map<string, LedgerEntry>();
  if (filter.text !== undefined || filter.project !== undefined) {
    for (const sequence of sequences(low, high, "oldest")) {
      const entry = at(sequence);
      if (entry?.kind === "intent") actions.set(`${entry.agentDid} ${entry.intentId}`, entry);
    }
  }
  for (const sequence of sequences(low, high, direction)) {
    const entry = at(sequence);
    if (entry === undefined) continue;
    const action = entry.kind === "intent" ? undefined : actions.get(`${entry.agentDid} ${entry.intentId}`);
    if (matches(filter, entry, action?.summary, projectOf(action ?? entry))) yield entry;
  }
}

/** Entries that match a filter, found by the index. */
function* search(
  { index, words }: ReadingFiles,
  at: EntryAt,
  filter: LedgerFilter,
  { low, high, direction }: Bounds,
): Iterable<LedgerEntry> {
  const query = index === undefined ? undefined : compileFilter(filter, index, words);
  if (index === undefined || query === undefined) return;
  const found = searchPlaces(index, query, Math.max(low, query.low), Math.min(high, query.high), direction);
  for (const sequence of found) {
    const entry = at(sequence);
    if (entry !== undefined && entry.at >= query.from && entry.at < query.to) yield entry;
  }
}

function* concat<Value>(first: Iterable<Value>, second: Iterable<Value>): Iterable<Value> {
  yield* first;
  yield* second;
}

function* sequences(low: number, high: number, direction: Range["direction"]): Iterable<number> {
  const step = direction === "newest" ? -1 : 1;
  for (let place = direction === "newest" ? high : low; place >= low && place <= high; place += step) yield place;
}

/** The sequences that fit a query between two of them, both included. */
export function* searchPlaces(
  index: Connection,
  query: IndexQuery,
  low: number,
  high: number,
  direction: Range["direction"],
): Iterable<number> {
  const order = direction === "newest" ? "DESC" : "ASC";
  if (query.expression === undefined) {
    yield* sequences(low, high, direction);
    return;
  }
  const statement = index.prepare<[string, number, number]>(
    `SELECT rowid FROM words_of WHERE words_of MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid ${order}`,
  );
  yield* queryValues(statement, "words_of.rowid", integer).iterate(query.expression, low, high);
}

export function readPage(entries: Entries, { filter = {}, limit = 100, before, after }: PageRequest): LedgerPage {
  // Newer entries are looked for from the cursor upwards, so that the page joins the one it was asked from.
  const upwards = after !== undefined && before === undefined;
  const range: Range = {
    direction: upwards ? "oldest" : "newest",
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
  const found: LedgerEntry[] = [];
  for (const entry of entries.find(filter, range)) {
    found.push(entry);
    if (found.length > limit) break;
  }
  const more = found.length > limit;
  const page = found.slice(0, limit);
  if (upwards) page.reverse();
  const newest = page[0]?.sequence;
  const oldest = page.at(-1)?.sequence;
  const older = upwards ? oldest : more ? oldest : undefined;
  const newer = upwards ? (more ? newest : undefined) : before === undefined ? undefined : newest;
  return { entries: page, ...(older === undefined ? {} : { older }), ...(newer === undefined ? {} : { newer }) };
}
