// Reads entries by their place, by filter in either direction, and counts them.
import type { LedgerEntry } from "../../shared/audit.ts";
import type { LedgerFilter, LedgerPage, PageRequest } from "../../shared/ledger-search.ts";
import type { Connection } from "./database.ts";
import type { ReadingFiles } from "./files.ts";
import { matches } from "./matches.ts";
import { compileFilter, type Query } from "./query.ts";
import { beginning } from "./record.ts";
import { entryColumns, type EntryRow, toEntry } from "./rows.ts";
import { findStart } from "./tail.ts";

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

/** While an index is built anew, only so many entries it lacks are looked at one by one. */
export const mostUnindexed = 50_000;

export function createEntries({ ledger, index, words }: ReadingFiles): Entries {
  const start = findStart(ledger);
  const byPlace = ledger.prepare<[number], EntryRow>(`SELECT ${entryColumns} FROM entries WHERE sequence = ?`).raw();
  const hashOf = ledger.prepare<[number], string>("SELECT lower(hex(hash)) FROM entries WHERE sequence = ?").pluck();
  const lastSequence = ledger.prepare<[], number | null>("SELECT max(sequence) FROM entries").pluck();
  const progress = index?.prepare<[], number>("SELECT sequence FROM progress").pluck();

  function at(sequence: number): LedgerEntry | undefined {
    const row = sequence > start.size ? byPlace.get(sequence) : undefined;
    if (row === undefined) return undefined;
    const previous = sequence === start.size + 1 ? start.lastHash : (hashOf.get(sequence - 1) ?? beginning);
    return toEntry(row, previous, words);
  }

  function* scan(
    filter: LedgerFilter,
    low: number,
    high: number,
    direction: Range["direction"],
  ): Iterable<LedgerEntry> {
    const actions = new Map<string, string>();
    if (filter.text !== undefined) {
      for (const place of places(low, high, "oldest")) {
        const entry = at(place);
        if (entry?.kind === "intent") actions.set(`${entry.agentDid} ${entry.intentId}`, entry.summary);
      }
    }
    for (const place of places(low, high, direction)) {
      const entry = at(place);
      if (entry === undefined) continue;
      const action = entry.kind === "intent" ? undefined : actions.get(`${entry.agentDid} ${entry.intentId}`);
      if (matches(filter, entry, action)) yield entry;
    }
  }

  function* indexed(query: Query, low: number, high: number, direction: Range["direction"]): Iterable<LedgerEntry> {
    for (const place of index === undefined ? [] : searchPlaces(index, query, low, high, direction)) {
      const entry = at(place);
      if (entry !== undefined && entry.at >= query.from && entry.at < query.to) yield entry;
    }
  }

  const indexedTo = (): number => progress?.get() ?? 0;

  return {
    at,
    indexedTo,
    *find(filter, { direction, before, after }) {
      const last = lastSequence.get() ?? 0;
      const low = Math.max(start.size, after ?? 0) + 1;
      const high = Math.min(last, (before ?? last + 1) - 1);
      // Without any filter the table itself is the quickest index.
      if (Object.values(filter).every((member) => member === undefined)) {
        yield* scan({}, low, high, direction);
        return;
      }
      const border = indexedTo();
      const query = index === undefined ? undefined : compileFilter(filter, index, words);
      const known =
        query === undefined
          ? []
          : indexed(query, Math.max(low, query.low), Math.min(high, query.high, border), direction);
      const fresh = scan(
        filter,
        Math.max(low, border + 1, index === undefined ? 0 : last - mostUnindexed),
        high,
        direction,
      );
      if (direction === "newest") {
        yield* fresh;
        yield* known;
      } else {
        yield* known;
        yield* fresh;
      }
    },
  };
}

function* places(low: number, high: number, direction: Range["direction"]): Iterable<number> {
  const step = direction === "newest" ? -1 : 1;
  for (let place = direction === "newest" ? high : low; place >= low && place <= high; place += step) yield place;
}

/** The sequences that fit a query between two of them, both included. */
export function* searchPlaces(
  index: Connection,
  query: Query,
  low: number,
  high: number,
  direction: Range["direction"],
): Iterable<number> {
  const order = direction === "newest" ? "DESC" : "ASC";
  if (query.expression === undefined) {
    yield* places(low, high, direction);
    return;
  }
  const search = index
    .prepare<[string, number, number], number>(
      `SELECT rowid FROM words_of WHERE words_of MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid ${order}`,
    )
    .pluck();
  yield* search.iterate(query.expression, low, high);
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
