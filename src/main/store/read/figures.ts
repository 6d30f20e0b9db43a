// Numbers about the ledger: how many entries fit a filter, by facet, and how they fall over time.
import { entryKinds } from "../../../shared/domain/audit.ts";
import type { CountedFacet, FacetCount, LedgerFilter, SeriesPoint } from "../../../shared/contract/ledger-search.ts";
import { outcomes, riskLevels } from "../../../shared/domain/verdict.ts";
import type { Connection } from "../database.ts";
import { searchPlaces } from "./entries.ts";
import type { ReadingFiles } from "./files.ts";
import { integer, nullable, queryRows, queryValues, text } from "../decode.ts";
import { oneOf } from "../decode-entry.ts";
import { compileFilter, type IndexQuery, slotMilliseconds, tagLetter } from "../index/index.ts";
import { queryLastSequence } from "../rows.ts";
import { countMatches, indexedTo } from "./browse.ts";
import type { Words } from "../words.ts";

/** How many indexed entries fit. Times count by quarter of an hour. */
export function countEntries({ index, words }: ReadingFiles, filter: LedgerFilter): number {
  const query = index === undefined ? undefined : compileFilter(filter, index, words);
  if (index === undefined || query === undefined) return 0;
  return countQuery(index, query);
}

function countQuery(index: Connection, query: IndexQuery, also?: string): number {
  const expression = [query.expression, also].filter((part) => part !== undefined).join(" AND ");
  if (expression === "") {
    const counted = "SELECT coalesce(sum(entries), 0) FROM counts WHERE agent = 0 AND slot BETWEEN ? AND ?";
    const { first, last } = slotsOf(query);
    return queryValues(index.prepare<[number, number]>(counted), "counts.entries", integer).get(first, last) ?? 0;
  }
  return countMatches(index, expression, query.low, query.high);
}

function slotsOf({ from, to }: Pick<IndexQuery, "from" | "to">): { readonly first: number; readonly last: number } {
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
  const vocabulary = queryRows(
    index.prepare<[string, string]>("SELECT term, doc FROM vocabulary WHERE col = 'tags' AND term >= ? AND term < ?"),
    "vocabulary",
    { term: text, doc: integer },
  );
  const terms = vocabulary.all(`${letter}0`, `${letter}:`).filter(({ term }) => /^[a-z]\d+$/.test(term));
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

/** Every agent that has an entry, also among those the index does not have yet. */
export function findAgents(files: ReadingFiles): readonly string[] {
  // Before the index is read: what it takes in meanwhile is found twice rather than not at all.
  const border = indexedTo(files);
  const indexed = countFacet(files, {}, "agent", Number.MAX_SAFE_INTEGER).map(({ value }) => value);
  const fresh = files.ledger.prepare<[number]>(
    "SELECT DISTINCT agent FROM entries WHERE sequence > ? AND agent IS NOT NULL",
  );
  const numbers = queryValues(fresh, "entries.agent", integer).all(border);
  return [...new Set([...indexed, ...numbers.flatMap((number) => files.words.text(number) ?? [])])];
}

export interface SeriesRequest {
  readonly filter: LedgerFilter;
  /** The length of a span in milliseconds. */
  readonly span: number;
  /** What local time is ahead of UTC, in milliseconds, so that days begin at midnight. */
  readonly offset?: number;
}

/** How the entries that fit fall over time. Edges that cut a quarter of an hour include all of it. */
export function readSeries(files: ReadingFiles, { filter, span, offset = 0 }: SeriesRequest): readonly SeriesPoint[] {
  const { index, words } = files;
  const query = index === undefined ? undefined : compileFilter(filter, index, words);
  if (index === undefined || query === undefined) return [];
  const spans = new Map<number, Map<string, number>>();
  const add: Add = (at, kind, outcome, level, entries) => {
    const begin = Math.floor((at + offset) / span) * span - offset;
    const sums = spans.get(begin) ?? new Map<string, number>();
    if (sums.size === 0) spans.set(begin, sums);
    const key = `${kind} ${outcome} ${level}`;
    sums.set(key, (sums.get(key) ?? 0) + entries);
  };
  if (isCounted(filter) && span % slotMilliseconds === 0) addCounts(files, index, filter, query, add);
  else addEntries(files, index, query, add);
  return [...spans]
    .sort(([left], [right]) => left - right)
    .flatMap(([at, sums]) =>
      [...sums].flatMap(([key, entries]) => toPoint(at, key.split(" ").map(Number), entries, words)),
    );
}

/** A time, the words of kind, outcome and level (0 for none), and how many. Called for every row, so without an object. */
type Add = (at: number, kind: number, outcome: number, level: number, entries: number) => void;

function toPoint(
  at: number,
  [kind = 0, outcome = 0, level = 0]: readonly number[],
  entries: number,
  words: Words,
): SeriesPoint[] {
  const known = {
    kind: oneOf(entryKinds, words.text(kind)),
    outcome: oneOf(outcomes, words.text(outcome)),
    level: oneOf(riskLevels, words.text(level)),
  };
  if (known.kind === undefined) return [];
  return [
    {
      at,
      kind: known.kind,
      ...(known.outcome === undefined ? {} : { outcome: known.outcome }),
      ...(known.level === undefined ? {} : { level: known.level }),
      entries,
    },
  ];
}

/** The counts by quarter of an hour know these; other filters need the entries. */
function isCounted({
  from: _from,
  to: _to,
  kinds: _kinds,
  agents: _agents,
  outcomes: _outcomes,
  levels: _levels,
  first: _first,
  ...rest
}: LedgerFilter): boolean {
  return Object.values(rest).every((member) => member === undefined);
}

function addCounts(
  { words }: ReadingFiles,
  index: Connection,
  filter: LedgerFilter,
  query: IndexQuery,
  add: Add,
): void {
  const numbers = (values: readonly string[] | undefined): readonly number[] | undefined =>
    values === undefined || values.length === 0 ? undefined : values.flatMap((value) => words.find(value) ?? []);
  const [kinds, wantedOutcomes, levels] = [filter.kinds, filter.outcomes, filter.levels].map(numbers);
  const { first, last } = slotsOf(query);
  const rows = queryRows(
    index.prepare<[number, number, number, number]>(
      "SELECT slot, kind, outcome, level, entries FROM counts WHERE agent = ? AND slot BETWEEN ? AND ? AND first >= ?",
    ),
    "counts",
    { slot: integer, kind: integer, outcome: integer, level: integer, entries: integer },
  );
  for (const agent of numbers(filter.agents) ?? [0]) {
    for (const { slot, kind, outcome, level, entries } of rows.all(agent, first, last, filter.first === true ? 1 : 0)) {
      if (kinds?.includes(kind) === false) continue;
      if (wantedOutcomes?.includes(outcome) === false || levels?.includes(level) === false) continue;
      add(slot * slotMilliseconds, kind, outcome, level, entries);
    }
  }
}

function addEntries({ ledger }: ReadingFiles, index: Connection, query: IndexQuery, add: Add): void {
  const last = queryLastSequence(ledger)() ?? 0;
  const read = queryRows(
    ledger.prepare<[number]>("SELECT at, kind, outcome, level FROM entries WHERE sequence = ?"),
    "entries",
    { at: integer, kind: integer, outcome: nullable(integer), level: nullable(integer) },
  );
  for (const place of searchPlaces(index, query, query.low, Math.min(query.high, last), "oldest")) {
    const row = read.get(place);
    if (row === undefined) continue;
    const { at, kind, outcome, level } = row;
    if (at >= query.from && at < query.to) add(at, kind, outcome ?? 0, level ?? 0, 1);
  }
}
