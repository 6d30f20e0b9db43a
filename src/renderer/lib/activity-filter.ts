// What the activity screen looks for: the ledger's own filter with a span of time that moves along, and its words.
import { entryKinds } from "../../shared/audit.ts";
import { day, hour } from "../../shared/clock.ts";
import type { EntryKind } from "../../shared/audit.ts";
import type { CountedFacet, LedgerFilter } from "../../shared/ledger-search.ts";
import { assertNever } from "../../shared/result.ts";
import { type ReasonCode, reasons } from "../../shared/verdict.ts";
import { fullTime } from "./format.ts";
import { visibleLine } from "../../shared/visible.ts";
import { deciderWords, kindWords, levelWords, outcomeWords } from "./words.ts";

export const rangeNames = ["1h", "24h", "7d", "30d", "90d"] as const;
export type RangeName = (typeof rangeNames)[number];

export const rangeLengths: Readonly<Record<RangeName, number>> = {
  "1h": hour,
  "24h": day,
  "7d": 7 * day,
  "30d": 30 * day,
  "90d": 90 * day,
};

export const rangeWords: Readonly<Record<RangeName, string>> = {
  "1h": "Last hour",
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  "90d": "Last 90 days",
};

/** A span that ends now, or moments of its own; never both. */
export type ActivityFilter = LedgerFilter & { readonly last?: RangeName };

/** The filter as the ledger takes it, at this moment. */
export function resolveFilter({ last, ...filter }: ActivityFilter, now: number): LedgerFilter {
  const resolved = last === undefined ? filter : { ...filter, from: now - rangeLengths[last], to: undefined };
  return Object.fromEntries(Object.entries(resolved).filter(([, value]) => isGiven(value)));
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
}

/** What one can filter by, in the order of the menu. Those with a facet are chosen from a list, the others are typed. */
export const dimensions = [
  { id: "kinds", label: "Kind", facet: "kind" },
  { id: "agents", label: "Agent", facet: "agent" },
  { id: "outcomes", label: "Verdict", facet: "outcome" },
  { id: "levels", label: "Risk", facet: "level" },
  { id: "reasons", label: "Reason", facet: "reason" },
  { id: "deciders", label: "Decided by", facet: "decider" },
  { id: "rules", label: "Rule", facet: "rule" },
  { id: "tools", label: "Tool", facet: "tool" },
  { id: "protocols", label: "Protocol", facet: "protocol" },
  { id: "sessions", label: "Session" },
  { id: "path", label: "Path" },
  { id: "host", label: "Host" },
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
  return { ...rest, [id]: id === "path" || id === "host" ? values[0] : [...values] };
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
      return lookUp<ReasonCode>(reasons, value);
    case "deciders":
      return lookUp(deciderWords, value);
    case "rules":
    case "tools":
    case "protocols":
    case "sessions":
    case "path":
    case "host":
      return visibleLine(value);
    default:
      return assertNever(id);
  }
}

function lookUp<Name extends string>(words: Readonly<Record<Name, string>>, value: string): string {
  return Object.hasOwn(words, value) ? words[value as Name] : value;
}

/** "did:aeon:codex:0.9:ab…" is Codex to nobody, but "codex" is near enough. */
export function agentShort(did: string): string {
  return visibleLine(did.split(":")[2] ?? did);
}

/** "Denied or Asks you", "3 agents". */
export function chipWords(filter: ActivityFilter, dimension: Dimension, names: AgentNames): string {
  const values = valuesOf(filter, dimension.id).map((value) => valueWords(dimension.id, value, names));
  return values.length <= 2 ? values.join(" or ") : `${values[0]} or ${values.length - 1} more`;
}

export function timeWords({ last, from, to }: ActivityFilter): string {
  if (last !== undefined) return rangeWords[last];
  if (from === undefined && to === undefined) return "Any time";
  if (from === undefined) return `Before ${fullTime(to ?? 0)}`;
  return to === undefined ? `Since ${fullTime(from)}` : `${fullTime(from)} – ${fullTime(to)}`;
}

/** Entries that decide or tell about an intent; the rest is about the house itself. */
export const houseKinds: readonly EntryKind[] = entryKinds.filter(
  (kind) => kind !== "intent" && kind !== "verdict" && kind !== "directive" && kind !== "report",
);

export interface View {
  readonly name: string;
  readonly filter: ActivityFilter;
}

/** The views everybody has. */
export const builtInViews: readonly View[] = [
  { name: "Decisions", filter: { kinds: ["verdict"] } },
  { name: "Denied", filter: { kinds: ["verdict"], outcomes: ["DENIED"] } },
  { name: "Asked a human", filter: { kinds: ["verdict"], outcomes: ["ESCALATE"] } },
  { name: "Decided by people", filter: { kinds: ["verdict"], deciders: ["human"] } },
  {
    name: "Ended without an answer",
    filter: { kinds: ["verdict"], reasons: ["timeout", "shutdown", "agent_gone", "queue_full"] },
  },
  { name: "High and critical risk", filter: { kinds: ["verdict"], levels: ["HIGH", "CRITICAL"] } },
  { name: "Agents, rights and settings", filter: { kinds: [...houseKinds] } },
  { name: "Everything", filter: {} },
];

/** The same filter whatever the order of its members. */
export function filterKey(filter: ActivityFilter): string {
  const members = Object.entries(filter).filter(([, value]) => isGiven(value));
  return JSON.stringify(members.sort(([left], [right]) => (left < right ? -1 : 1)));
}
