// How the ledger is looked through: filters, pages, counts, series, the story of an intent.
import { z } from "zod";
import { type EntryKind, entryKinds, type LedgerEntry } from "../domain/audit.ts";
import { protocols } from "../domain/intent.ts";
import { deciders, type Outcome, outcomes, reasonCodes, type RiskLevel, riskLevels } from "../domain/verdict.ts";

const names = z.array(z.string().min(1).max(4096)).max(100).optional();
export const longestText = 1000;
const time = z.number().int().min(0).optional();

/** What to look for. A list means any of its members; everything given must hold. */
export const ledgerFilterSchema = z.strictObject({
  /** Milliseconds since the epoch; from is included, to is not. */
  from: time,
  to: time,
  kinds: z.array(z.enum(entryKinds)).optional(),
  agents: names,
  sessions: names,
  tools: names,
  protocols: z.array(z.enum(protocols)).optional(),
  outcomes: z.array(z.enum(outcomes)).optional(),
  levels: z.array(z.enum(riskLevels)).optional(),
  reasons: z.array(z.enum(reasonCodes)).optional(),
  deciders: z.array(z.enum(deciders)).optional(),
  rules: names,
  /** Each intent once: only the verdict it got when it came, not what became of it afterwards. */
  first: z.literal(true).optional(),
  /** Parts of names, in any case: any of them will do. */
  agentsLike: names,
  toolsLike: names,
  rulesLike: names,
  /** Risk scores to two decimals, as they are shown; both included. */
  scoreFrom: z.number().min(-1).max(2).optional(),
  scoreTo: z.number().min(-1).max(2).optional(),
  /** The folder of a project, or its last part. */
  project: z.string().min(1).max(4096).optional(),
  /** An absolute path covers everything below it; any other text is looked for word by word. */
  path: z.string().min(1).max(4096).optional(),
  /** Covers its sub-domains. */
  host: z.string().min(1).max(253).optional(),
  /** Words that must all occur, each with any ending; "in quotes" exactly, one after the other. */
  text: z.string().max(longestText).optional(),
});
export type LedgerFilter = z.infer<typeof ledgerFilterSchema>;

/** Letters and digits are what search knows; a word without any of them says nothing. */
const searchable = /[\p{L}\p{N}\p{Co}]/u;

export function isSearchable(words: string): boolean {
  return searchable.test(words);
}

/** Whether anything was typed but the marks of a phrase or an ending. */
export function asksForWords(text: string): boolean {
  return /[^\s"*]/.test(text);
}

export const pageRequestSchema = z.strictObject({
  filter: ledgerFilterSchema.default({}),
  limit: z.number().int().min(1).max(1000).default(100),
  /** Entries older than this one, or newer than this one: a sequence, so that pages stay put while the ledger grows. */
  before: z.number().int().optional(),
  after: z.number().int().optional(),
});
export type PageRequest = z.input<typeof pageRequestSchema>;

export interface LedgerPage {
  /** Newest first. */
  readonly entries: readonly LedgerEntry[];
  /** Give it as `before` for the page of older entries; absent when there are none. */
  readonly older?: number;
  /** Give it as `after` for the page of newer entries; absent when there are none. */
  readonly newer?: number;
}

/** Entries of one kind, outcome and level that fell into one span of time. */
export interface SeriesPoint {
  /** The beginning of the span, milliseconds since the epoch. */
  readonly at: number;
  readonly kind: EntryKind;
  readonly outcome?: Outcome;
  readonly level?: RiskLevel;
  readonly entries: number;
}

export const countedFacets = [
  "kind",
  "agent",
  "tool",
  "protocol",
  "outcome",
  "level",
  "reason",
  "decider",
  "rule",
] as const;
export type CountedFacet = (typeof countedFacets)[number];

export interface FacetCount {
  readonly value: string;
  readonly entries: number;
}

export interface LedgerStats {
  readonly entries: number;
  /** Entries that retention removed. */
  readonly removed: number;
  readonly first?: { readonly sequence: number; readonly at: number };
  readonly last?: { readonly sequence: number; readonly at: number };
  readonly checkpoints: number;
  readonly lastCheckpoint?: {
    readonly size: number;
    readonly at: number;
    readonly root: string;
    readonly keyId: string;
  };
  /** How far search has caught up. */
  readonly indexedTo: number;
  readonly bytes: { readonly ledger: number; readonly index: number; readonly archives: number };
}

/** Everything about one intent. */
export interface IntentStory {
  readonly intentId: string;
  readonly entries: readonly LedgerEntry[];
  /** The intents it came from, the first one first. */
  readonly ancestors: readonly LedgerEntry[];
  readonly children: readonly LedgerEntry[];
}
