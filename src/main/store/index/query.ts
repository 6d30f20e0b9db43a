// A filter as a search of the inverted index: one expression, a range of sequences, and a range of times.
import { asksForWords, isSearchable, type LedgerFilter } from "../../../shared/contract/ledger-search.ts";
import type { Connection } from "../database.ts";
import { integer, nullable, queryRows } from "../decode.ts";
import { facets, firstTag, foldersOf, hashTag, projectNames, scoreTag, slotMilliseconds, tag } from "./schema.ts";
import { pathExpression, textExpression } from "./text-query.ts";
import type { Words } from "../words.ts";

export interface Query {
  /** For words_of MATCH; undefined when nothing but time was asked for. */
  readonly expression?: string;
  /** Sequences that can be meant, both included. */
  readonly low: number;
  readonly high: number;
  /** Times that are meant, the second not included. */
  readonly from: number;
  readonly to: number;
}

const facetMembers = {
  kind: "kinds",
  agent: "agents",
  session: "sessions",
  tool: "tools",
  protocol: "protocols",
  outcome: "outcomes",
  level: "levels",
  reason: "reasons",
  decider: "deciders",
  rule: "rules",
} as const satisfies Record<(typeof facets)[number], keyof LedgerFilter>;

/** Undefined when nothing can match: a value that no entry has, only characters that are not indexed, or a time without entries. */
export function compileFilter(filter: LedgerFilter, index: Connection, words: Words): Query | undefined {
  if (!canBeFound(filter)) return undefined;
  const range = sequencesIn(filter, index);
  if (range === undefined) return undefined;
  const parts: string[] = [];
  for (const facet of facets) {
    const values = filter[facetMembers[facet]];
    if (values === undefined || values.length === 0) continue;
    const numbers = values.map((value) => words.find(value)).filter((number) => number !== undefined);
    if (numbers.length === 0) return undefined;
    parts.push(`tags : (${numbers.map((number) => tag(facet, number)).join(" OR ")})`);
  }
  for (const facet of likeFacets) {
    const wanted = filter[likeMembers[facet]] ?? [];
    if (wanted.length === 0) continue;
    const numbers = wanted.flatMap((name) => words.like(name));
    if (numbers.length === 0) return undefined;
    parts.push(`tags : (${numbers.map((number) => tag(facet, number)).join(" OR ")})`);
  }
  const scores = scoreTags(filter);
  if (scores !== undefined && scores.length === 0) return undefined;
  if (scores !== undefined) parts.push(`tags : (${scores.join(" OR ")})`);
  if (filter.project !== undefined) parts.push(`tags : ${projectTag(filter.project)}`);
  if (filter.first === true) parts.push(`tags : ${firstTag}`);
  const host = filter.host === undefined ? undefined : `tags : ${hashTag("host", filter.host.toLowerCase())}`;
  const text = filter.text === undefined ? undefined : textExpression(filter.text);
  for (const part of [pathPart(filter.path), host, text]) if (part !== undefined) parts.push(part);
  const time = { from: filter.from ?? 0, to: filter.to ?? Number.MAX_SAFE_INTEGER };
  return { ...(parts.length === 0 ? {} : { expression: parts.join(" AND ") }), ...range, ...time };
}

const likeMembers = { agent: "agentsLike", tool: "toolsLike", rule: "rulesLike" } as const;
const likeFacets = ["agent", "tool", "rule"] as const;

/** Every score that is meant; undefined when none is asked for. */
function scoreTags({ scoreFrom, scoreTo }: LedgerFilter): readonly string[] | undefined {
  if (scoreFrom === undefined && scoreTo === undefined) return undefined;
  const first = Math.max(0, Math.round((scoreFrom ?? 0) * 100));
  const last = Math.min(100, Math.round((scoreTo ?? 1) * 100));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => scoreTag((first + step) / 100));
}

/** The whole folder, or the last part of it alone. */
function projectTag(project: string): string {
  const [whole = "", last = whole] = projectNames(project);
  return hashTag("project", isAbsolutePath(project) ? whole : last);
}

/** False for a text of characters that are not indexed. */
export function canBeFound({ text = "", path = "/" }: LedgerFilter): boolean {
  return (!asksForWords(text) || isSearchable(text)) && (isAbsolutePath(path) || isSearchable(path));
}

export function isAbsolutePath(path: string): boolean {
  return /^(?:[/\\]|[a-z]:)/i.test(path);
}

function pathPart(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  if (!isAbsolutePath(path)) return pathExpression(path);
  const folder = foldersOf(path).at(-1);
  return folder === undefined ? undefined : `tags : ${hashTag("path", folder)}`;
}

/** Which sequences a span of time can have. Not a plain range of time: a clock can be set back. */
function sequencesIn({ from, to }: LedgerFilter, index: Connection): Pick<Query, "low" | "high"> | undefined {
  const everything = { low: 0, high: Number.MAX_SAFE_INTEGER };
  if (from === undefined && to === undefined) return everything;
  const first = Math.floor((from ?? 0) / slotMilliseconds);
  const last = Math.floor(((to ?? Number.MAX_SAFE_INTEGER) - 1) / slotMilliseconds);
  const statement = index.prepare<[number, number]>(
    "SELECT min(first) AS low, max(last) AS high FROM slots WHERE slot BETWEEN ? AND ?",
  );
  const found = queryRows(statement, "slots", { low: nullable(integer), high: nullable(integer) }).get(first, last);
  if (found === undefined || found.low === null || found.high === null) return undefined;
  return { low: found.low, high: found.high };
}
