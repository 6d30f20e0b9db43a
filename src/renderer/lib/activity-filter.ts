// What the activity screen looks for: the ledger's own filter with a time span that ends now.
import { entryKinds } from "../../shared/domain/audit.ts";
import { day, hour } from "../../shared/lib/clock.ts";
import type { EntryKind } from "../../shared/domain/audit.ts";
import type { CountedFacet, LedgerFilter } from "../../shared/contract/ledger-search.ts";
import { parseSearch } from "../../shared/contract/search-query.ts";
import { assertNever } from "../../shared/lib/result.ts";
import { reasons } from "../../shared/domain/verdict.ts";
import { fullTime } from "../labels/format.ts";
import { visibleLine } from "../../shared/lib/visible.ts";
import { deciderWords, kindWords, levelWords, outcomeWords } from "../labels/vocabulary.ts";
import { filters } from "../labels/activity.ts";

export const rangeNames = ["1h", "24h", "7d", "30d", "90d"] as const;
export type RangeName = (typeof rangeNames)[number];

export const rangeLengths: Readonly<Record<RangeName, number>> = {
  "1h": hour,
  "24h": day,
  "7d": 7 * day,
  "30d": 30 * day,
  "90d": 90 * day,
};

/** Either a span that ends now or fixed times, never both. */
export type ActivityFilter = LedgerFilter & { readonly last?: RangeName };

/** The filter as the ledger expects it, at a given time. What is typed may hold filters of its own, which count before the others. */
export function resolveFilter({ last, text = "", ...filter }: ActivityFilter, now: number): LedgerFilter {
  const spanned = last === undefined ? filter : { ...filter, from: now - rangeLengths[last], to: undefined };
  const typed = parseSearch(text, now);
  const resolved = { ...spanned, ...(typed.ok ? typed.value : {}) };
  return Object.fromEntries(Object.entries(resolved).filter(([, value]) => isGiven(value)));
}

/** What is wrong with what is typed; undefined when nothing is. */
export function searchProblem({ text = "" }: ActivityFilter): string | undefined {
  const typed = parseSearch(text, 0);
  return typed.ok ? undefined : typed.error;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
}

/** What one can filter by, in the order of the menu. Those with a facet are chosen from a list, the others are typed. */
export const dimensions = [
  { id: "kinds", label: filters.dimensions.kinds, facet: "kind" },
  { id: "agents", label: filters.dimensions.agents, facet: "agent" },
  { id: "outcomes", label: filters.dimensions.outcomes, facet: "outcome" },
  { id: "levels", label: filters.dimensions.levels, facet: "level" },
  { id: "reasons", label: filters.dimensions.reasons, facet: "reason" },
  { id: "deciders", label: filters.dimensions.deciders, facet: "decider" },
  { id: "rules", label: filters.dimensions.rules, facet: "rule" },
  { id: "tools", label: filters.dimensions.tools, facet: "tool" },
  { id: "protocols", label: filters.dimensions.protocols, facet: "protocol" },
  { id: "sessions", label: filters.dimensions.sessions },
  { id: "project", label: filters.dimensions.project },
  { id: "path", label: filters.dimensions.path },
  { id: "host", label: filters.dimensions.host },
] as const satisfies readonly {
  readonly id: keyof LedgerFilter;
  readonly label: string;
  readonly facet?: CountedFacet;
}[];
export type Dimension = (typeof dimensions)[number];
export type DimensionId = Dimension["id"];

/** The values a filter names in a dimension. */
export function valuesOf(filter: ActivityFilter, id: DimensionId): readonly string[] {
  const value = filter[id];
  return value === undefined ? [] : typeof value === "string" ? [value] : value;
}

/** The filter with other values in a dimension; none take it out. The schema checks them once more. */
export function withValues(filter: ActivityFilter, id: DimensionId, values: readonly string[]): ActivityFilter {
  const { [id]: _before, ...rest } = filter;
  if (values.length === 0) return rest;
  return { ...rest, [id]: id === "path" || id === "host" || id === "project" ? values[0] : [...values] };
}

export type AgentNames = ReadonlyMap<string, string>;

/** A value of a dimension as people say it. */
export function valueWords(id: DimensionId, value: string, names: AgentNames): string {
  switch (id) {
    case "kinds":
      return lookUp(kindWords, value);
    case "agents":
      return names.get(value) ?? agentShort(value);
    case "outcomes":
      return lookUp(outcomeWords, value);
    case "levels":
      return lookUp(levelWords, value);
    case "reasons":
      return lookUp(reasons, value);
    case "deciders":
      return lookUp(deciderWords, value);
    case "rules":
    case "tools":
    case "protocols":
    case "sessions":
    case "project":
    case "path":
    case "host":
      return visibleLine(value);
    default:
      return assertNever(id);
  }
}

function lookUp(words: Readonly<Record<string, string>>, value: string): string {
  return Object.hasOwn(words, value) ? (words[value] ?? value) : value;
}

/** The agent's name within its DID: "codex" of "did:aeon:codex:0.9:ab…". */
export function agentShort(did: string): string {
  return visibleLine(did.split(":")[2] ?? did);
}

/** "Denied or Asks you", "3 agents". */
export function chipWords(filter: ActivityFilter, dimension: Dimension, names: AgentNames): string {
  const values = valuesOf(filter, dimension.id).map((value) => valueWords(dimension.id, value, names));
  return filters.alternatives(values);
}

export function timeWords({ last, from, to }: ActivityFilter): string {
  if (last !== undefined) return filters.ranges[last];
  if (from === undefined) return to === undefined ? filters.anyTime : filters.before(fullTime(to));
  return to === undefined ? filters.since(fullTime(from)) : filters.between(fullTime(from), fullTime(to));
}

/** Entries about the system itself and not about one intent. */
export const systemKinds: readonly EntryKind[] = entryKinds.filter(
  (kind) => kind !== "intent" && kind !== "verdict" && kind !== "directive" && kind !== "report",
);

export interface View {
  readonly name: string;
  readonly filter: ActivityFilter;
}

/** The views everybody has. */
export const builtInViews: readonly View[] = [
  { name: filters.views.decisions, filter: { kinds: ["verdict"], first: true } },
  { name: filters.views.denied, filter: { kinds: ["verdict"], outcomes: ["DENIED"] } },
  { name: filters.views.asked, filter: { kinds: ["verdict"], first: true, outcomes: ["ESCALATE"] } },
  { name: filters.views.byPeople, filter: { kinds: ["verdict"], deciders: ["human"] } },
  {
    name: filters.views.unanswered,
    filter: { kinds: ["verdict"], reasons: ["timeout", "shutdown", "agent_gone", "queue_full"] },
  },
  { name: filters.views.highRisk, filter: { kinds: ["verdict"], first: true, levels: ["HIGH", "CRITICAL"] } },
  { name: filters.views.system, filter: { kinds: [...systemKinds] } },
  { name: filters.views.everything, filter: {} },
];

/** Equal for equal filters, independent of the order of their members. */
export function filterKey(filter: ActivityFilter): string {
  const members = Object.entries(filter).filter(([, value]) => isGiven(value));
  return JSON.stringify(members.sort(([left], [right]) => (left < right ? -1 : 1)));
}
