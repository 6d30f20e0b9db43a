// Numbers about the ledger: how many entries fit a filter, how they fall over time, and what the whole looks like.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { entryKinds } from "../../shared/audit.ts";
import type { CountedFacet, FacetCount, LedgerFilter, LedgerStats, SeriesPoint } from "../../shared/ledger-search.ts";
import { outcomes, riskLevels } from "../../shared/verdict.ts";
import { archiveFolder, type Connection, indexFile, ledgerFile, withCompanions } from "./database.ts";
import { createEntries, searchPlaces } from "./entries.ts";
import type { ReadingFiles } from "./files.ts";
import { slotMilliseconds, tagLetter } from "./index-schema.ts";
import { compileFilter, type Query } from "./query.ts";
import { oneOf } from "./rows.ts";
import { parseStatement } from "./statements.ts";
import { findStart } from "./tail.ts";

/** How many indexed entries fit. Times count by quarter of an hour. */
export function countEntries({ index, words }: ReadingFiles, filter: LedgerFilter): number {
  const query = index === undefined ? undefined : compileFilter(filter, index, words);
  if (index === undefined || query === undefined) return 0;
  return countQuery(index, query);
}

function countQuery(index: Connection, query: Query, also?: string): number {
  const expression = [query.expression, also].filter((part) => part !== undefined).join(" AND ");
  if (expression === "") {
    const counted = "SELECT coalesce(sum(entries), 0) FROM counts WHERE slot BETWEEN ? AND ?";
    const { first, last } = slotsOf(query);
    return index.prepare<[number, number], number>(counted).pluck().get(first, last) ?? 0;
  }
  const counted = "SELECT count(*) FROM words_of WHERE words_of MATCH ? AND rowid BETWEEN ? AND ?";
  return index.prepare<[string, number, number], number>(counted).pluck().get(expression, query.low, query.high) ?? 0;
}

function slotsOf({ from, to }: Pick<Query, "from" | "to">): { readonly first: number; readonly last: number } {
  return { first: Math.floor(from / slotMilliseconds), last: Math.floor((to - 1) / slotMilliseconds) };
}

/** The most frequent values of a facet among the entries that fit. */
export function countFacet(
  files: ReadingFiles,
  filter: LedgerFilter,
  facet: CountedFacet,
  limit: number,
): FacetCount[] {
  const { index, words } = files;
  const query = index === undefined ? undefined : compileFilter(filter, index, words);
  if (index === undefined || query === undefined) return [];
  const letter = tagLetter(facet);
  const terms = index
    .prepare<[string, string], { term: string; doc: number }>(
      "SELECT term, doc FROM vocabulary WHERE col = 'tags' AND term >= ? AND term < ?",
    )
    .all(`${letter}0`, `${letter}:`)
    .filter(({ term }) => /^[a-z]\d+$/.test(term));
  const whole = query.expression === undefined && query.low === 0 && query.from === 0;
  return terms
    .map(({ term, doc }) => ({
      value: words.text(Number(term.slice(1))) ?? "",
      entries: whole ? doc : countQuery(index, query, `tags : ${term}`),
    }))
    .filter(({ entries }) => entries > 0)
    .sort((left, right) => right.entries - left.entries || (left.value < right.value ? -1 : 1))
    .slice(0, limit);
}

export interface SeriesRequest {
  readonly filter: LedgerFilter;
  /** The length of a span in milliseconds. */
  readonly span: number;
  /** What local time is ahead of UTC, in milliseconds, so that days begin at midnight. */
  readonly offset?: number;
}

/** How the entries that fit fall over time. */
export function readSeries(files: ReadingFiles, { filter, span, offset = 0 }: SeriesRequest): readonly SeriesPoint[] {
  const { index, words } = files;
  const query = index === undefined ? undefined : compileFilter(filter, index, words);
  if (index === undefined || query === undefined) return [];
  const begin = (at: number): number => Math.floor((at + offset) / span) * span - offset;
  const points =
    isCounted(filter) && span % slotMilliseconds === 0
      ? fromCounts(files, index, filter, query)
      : fromEntries(files, index, query);
  const sums = new Map<string, { point: Omit<SeriesPoint, "entries">; entries: number }>();
  for (const { entries, ...point } of points) {
    const at = begin(point.at);
    const key = `${at} ${point.kind} ${point.outcome} ${point.level}`;
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { point: { ...point, at }, entries });
    else sum.entries += entries;
  }
  return [...sums.values()]
    .map(({ point, entries }) => ({ ...point, entries }))
    .sort((left, right) => left.at - right.at);
}

/** The counts by quarter of an hour know these; other filters need the entries. */
function isCounted({
  from: _from,
  to: _to,
  kinds: _kinds,
  agents: _agents,
  outcomes: _outcomes,
  levels: _levels,
  ...rest
}: LedgerFilter): boolean {
  return Object.values(rest).every((member) => member === undefined);
}

function* fromCounts(
  { words }: ReadingFiles,
  index: Connection,
  filter: LedgerFilter,
  query: Query,
): Iterable<SeriesPoint> {
  const { first, last } = slotsOf(query);
  const numbers = (values: readonly string[] | undefined): string =>
    JSON.stringify((values ?? []).map((value) => words.find(value) ?? -1));
  const any = (values: readonly string[] | undefined): number => (values === undefined || values.length === 0 ? 1 : 0);
  const rows = index
    .prepare<unknown[], { slot: number; kind: number; outcome: number; level: number; entries: number }>(
      `SELECT slot, kind, outcome, level, sum(entries) AS entries FROM counts
       WHERE slot BETWEEN ? AND ?
         AND (? OR kind IN (SELECT value FROM json_each(?)))
         AND (? OR agent IN (SELECT value FROM json_each(?)))
         AND (? OR outcome IN (SELECT value FROM json_each(?)))
         AND (? OR level IN (SELECT value FROM json_each(?)))
       GROUP BY slot, kind, outcome, level`,
    )
    .iterate(
      first,
      last,
      ...[filter.kinds, filter.agents, filter.outcomes, filter.levels].flatMap((values) => [
        any(values),
        numbers(values),
      ]),
    );
  for (const row of rows) {
    const kind = oneOf(entryKinds, words.text(row.kind) ?? null);
    const outcome = oneOf(outcomes, words.text(row.outcome) ?? null);
    const level = oneOf(riskLevels, words.text(row.level) ?? null);
    if (kind === undefined) continue;
    yield {
      at: row.slot * slotMilliseconds,
      kind,
      ...(outcome === undefined ? {} : { outcome }),
      ...(level === undefined ? {} : { level }),
      entries: row.entries,
    };
  }
}

function* fromEntries(files: ReadingFiles, index: Connection, query: Query): Iterable<SeriesPoint> {
  const { ledger, words } = files;
  const last = ledger.prepare<[], number | null>("SELECT max(sequence) FROM entries").pluck().get() ?? 0;
  const read = ledger.prepare<[number], { at: number; kind: number; outcome: number | null; level: number | null }>(
    "SELECT at, kind, outcome, level FROM entries WHERE sequence = ?",
  );
  for (const place of searchPlaces(index, query, query.low, Math.min(query.high, last), "oldest")) {
    const row = read.get(place);
    if (row === undefined || row.at < query.from || row.at >= query.to) continue;
    const kind = oneOf(entryKinds, words.text(row.kind) ?? null);
    const outcome = row.outcome === null ? undefined : oneOf(outcomes, words.text(row.outcome) ?? null);
    const level = row.level === null ? undefined : oneOf(riskLevels, words.text(row.level) ?? null);
    if (kind === undefined) continue;
    yield {
      at: row.at,
      kind,
      ...(outcome === undefined ? {} : { outcome }),
      ...(level === undefined ? {} : { level }),
      entries: 1,
    };
  }
}

export function readStats(files: ReadingFiles, directory: string): LedgerStats {
  const { ledger } = files;
  const entries = createEntries(files);
  const start = findStart(ledger);
  const last = ledger.prepare<[], number | null>("SELECT max(sequence) FROM entries").pluck().get() ?? start.size;
  const first = entries.at(start.size + 1);
  const newest = entries.at(last);
  const checkpoints = ledger.prepare<[], number>("SELECT count(*) FROM checkpoints").pluck().get() ?? 0;
  const signed = ledger
    .prepare<[], string>("SELECT statement FROM checkpoints ORDER BY size DESC LIMIT 1")
    .pluck()
    .get();
  const checkpoint = signed === undefined ? undefined : parseStatement(signed);
  return {
    entries: last - start.size,
    removed: start.size,
    ...(first === undefined ? {} : { first: { sequence: first.sequence, at: first.at } }),
    ...(newest === undefined ? {} : { last: { sequence: newest.sequence, at: newest.at } }),
    checkpoints,
    ...(checkpoint === undefined
      ? {}
      : {
          lastCheckpoint: { size: checkpoint.size, at: checkpoint.at, root: checkpoint.root, keyId: checkpoint.keyId },
        }),
    indexedTo: entries.indexedTo(),
    bytes: {
      ledger: bytesOf(withCompanions(join(directory, ledgerFile))),
      index: bytesOf(withCompanions(join(directory, indexFile))),
      archives: bytesOf(archivesIn(directory)),
    },
  };
}

function bytesOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}

function archivesIn(directory: string): readonly string[] {
  const folder = join(directory, archiveFolder);
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}
