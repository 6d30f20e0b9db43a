// Activity: the ledger as screens look through it. Rows by their distance from the newest, figures, and long work on it.
import { z } from "zod";
import type { EntryKind, LedgerEntry } from "../domain/audit.ts";
import type { Tone } from "../domain/headline.ts";
import type { Protocol } from "../domain/intent.ts";
import { type ExportFormat, exportFormats } from "./ledger-export.ts";
import {
  countedFacets,
  type FacetCount,
  type IntentStory,
  ledgerFilterSchema,
  type LedgerStats,
  type SeriesPoint,
} from "./ledger-search.ts";
import type { ReportStatus } from "../domain/report.ts";
import { trendInputs, type TrendOutputs } from "./sessions/sessions.ts";
import type { Capabilities } from "../domain/policy.ts";
import type { Decider, Outcome, ReasonCode, RiskLevel } from "../domain/verdict.ts";

/** An entry as a line of a table: without its body, and with what it is about. */
export interface ActivityRow {
  readonly sequence: number;
  readonly at: number;
  readonly kind: EntryKind;
  readonly agentDid?: string;
  readonly sessionId?: string;
  readonly intentId?: string;
  readonly protocol?: Protocol;
  readonly tool?: string;
  readonly outcome?: Outcome;
  readonly level?: RiskLevel;
  readonly score?: number;
  readonly reason?: ReasonCode;
  readonly decider?: Decider;
  readonly rule?: string;
  readonly summary: string;
  /** The command, path or text of the intent that this entry answers. */
  readonly action?: string;
  /** What that intent does, in one sentence, with its colour. */
  readonly headline?: string;
  readonly tone?: Tone;
  /** The folder of its project. */
  readonly project?: string;
  /** Of a verdict: what became of the intent. */
  readonly life?: IntentLife;
}

/** The whole life of an intent: asked, decided, done. */
export interface IntentLife {
  /** The first answer; ESCALATE where a human was asked. */
  readonly first: Outcome;
  /** The answer that holds now. */
  readonly outcome: Outcome;
  readonly reason?: ReasonCode;
  readonly decider?: Decider;
  /** From the question to the answer, where one was asked. */
  readonly waitedMs?: number;
  readonly report?: ReportStatus;
  /** How long it ran, as the agent reports it, or from the answer to the report. */
  readonly ranMs?: number;
}

/** How many entries fit, up to an entry that stays the first row however the ledger grows. */
export interface ActivityExtent {
  /** The newest sequence that was looked at. */
  readonly head: number;
  /** Entries that fit, after `after` up to the head. */
  readonly entries: number;
  /** The newest sequence there is: search may be a moment behind it. */
  readonly last: number;
}

export const jobStates = ["running", "done", "failed", "cancelled"] as const;

/** Long work on the ledger, on a thread of its own. */
export interface LedgerJob {
  readonly jobId: string;
  readonly kind: "verify" | "export";
  readonly state: (typeof jobStates)[number];
  readonly startedAt: number;
  readonly done: number;
  /** 0 until it is known. */
  readonly total: number;
  readonly format?: ExportFormat;
  /** Where an export goes. */
  readonly file?: string;
  /** How it ended, for people. */
  readonly message?: string;
}

/** What the last verification found. */
export interface Verification {
  readonly at: number;
  readonly by: string;
  readonly sound: boolean;
  readonly entries: number;
  readonly last: number;
  readonly unsigned: number;
  readonly milliseconds: number;
  readonly problem?: string;
  readonly notes: readonly string[];
}

export interface LedgerState {
  readonly stats: LedgerStats;
  readonly verification?: Verification;
  /** The latest of each kind, running or ended. */
  readonly jobs: readonly LedgerJob[];
}

export interface ThreatCount {
  readonly threat: string;
  readonly intents: number;
  readonly worst: RiskLevel;
  readonly lastAt: number;
}

/** How long the engine took to decide, in milliseconds, over one span of time. */
export interface LatencyPoint {
  readonly at: number;
  readonly decisions: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** What asked a human, how often, and what became of it. */
export interface PromptSource {
  /** The rule that asked, or the reason where none did. */
  readonly rule?: string;
  readonly reason: ReasonCode;
  readonly prompts: number;
  readonly approved: number;
  readonly denied: number;
  /** The action that was asked about most often, and how often. */
  readonly example: {
    readonly action: string;
    readonly prompts: number;
    readonly agentDid: string;
    readonly intentId: string;
  };
}

export interface ApprovalLoad {
  readonly prompts: number;
  readonly approved: number;
  readonly denied: number;
  /** Nobody answered, or the agent went. */
  readonly unanswered: number;
  readonly medianMs?: number;
  /** The busiest first. */
  readonly sources: readonly PromptSource[];
}

export interface SessionSummary {
  readonly sessionId: string;
  readonly agentDid: string;
  /** The folder of its project. */
  readonly project?: string;
  readonly firstAt: number;
  readonly lastAt: number;
  /** Each intent once. */
  readonly decisions: number;
  readonly denied: number;
  readonly worst?: RiskLevel;
}

export interface AgentPolicy {
  readonly version: string;
  readonly capabilities: Capabilities;
}

const sequence = z.number().int().min(0);
const time = z.number().int().min(0);
const filter = ledgerFilterSchema.default({});
const span = { from: time, to: time };

export const activityInputs = {
  /** How many entries fit; with `after`, only newer ones. */
  measureActivity: z.strictObject({ filter, after: sequence.optional() }),
  /** A block of rows, newest first: some way below the head, or next to a row that is known. */
  listActivity: z.strictObject({
    filter,
    head: sequence,
    limit: z.number().int().min(1).max(500).default(100),
    skip: z.number().int().min(0).optional(),
    before: sequence.optional(),
    after: sequence.optional(),
  }),
  getEntry: z.strictObject({ sequence }),
  getStory: z.strictObject({ intentId: z.string().min(1).max(512), agentDid: z.string().max(512).optional() }),
  /** What a session did around an entry, oldest first. */
  getSession: z.strictObject({
    sessionId: z.string().min(1).max(4096),
    agentDid: z.string().max(512).optional(),
    around: sequence,
    limit: z.number().int().min(1).max(200).default(40),
  }),
  /** The latest sessions, of one agent or of all. */
  listSessions: z.strictObject({ agentDid: z.string().min(1).max(512).optional() }),
  /** What the policy lets an agent do, as the agent gets it. */
  getAgentPolicy: z.strictObject({ agentDid: z.string().min(1).max(512) }),
  countActivity: z.strictObject({
    filter,
    facet: z.enum(countedFacets),
    limit: z.number().int().min(1).max(100).default(20),
  }),
  getSeries: z.strictObject({
    filter,
    span: z.number().int().min(1000),
    /** What local time is ahead of UTC, in milliseconds. */
    offset: z.number().int().default(0),
  }),
  getThreats: z.strictObject(span),
  getLatency: z.strictObject({ ...span, points: z.number().int().min(1).max(200) }),
  getApprovalLoad: z.strictObject(span),
  getLedger: z.strictObject({}),
  verifyLedger: z.strictObject({}),
  /** Where it goes is asked by the console itself, never by the page. */
  exportLedger: z.strictObject({ format: z.enum(exportFormats), filter }),
  cancelLedgerJob: z.strictObject({ jobId: z.string().min(1).max(128) }),
  ...trendInputs,
} as const;

export interface ActivityOutputs extends TrendOutputs {
  readonly measureActivity: ActivityExtent;
  readonly listActivity: readonly ActivityRow[];
  readonly getEntry: LedgerEntry;
  readonly getStory: IntentStory;
  readonly getSession: readonly ActivityRow[];
  readonly listSessions: readonly SessionSummary[];
  readonly getAgentPolicy: AgentPolicy;
  readonly countActivity: readonly FacetCount[];
  readonly getSeries: readonly SeriesPoint[];
  readonly getThreats: readonly ThreatCount[];
  readonly getLatency: readonly LatencyPoint[];
  readonly getApprovalLoad: ApprovalLoad;
  readonly getLedger: LedgerState;
  readonly verifyLedger: LedgerJob;
  /** Undefined when the human chose no file. */
  readonly exportLedger: LedgerJob | undefined;
  readonly cancelLedgerJob: LedgerJob;
}
