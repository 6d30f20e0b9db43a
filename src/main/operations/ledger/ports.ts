// What the operations need to look through the ledger and to work on it, without knowing where it is kept.
import type {
  ActivityExtent,
  ActivityRow,
  ApprovalLoad,
  LatencyPoint,
  SessionSummary,
  ThreatCount,
  Verification,
} from "../../../shared/contract/activity.ts";
import type { LedgerEntry } from "../../../shared/domain/audit.ts";
import type { ExportFormat } from "../../../shared/contract/ledger-export.ts";
import type {
  CountedFacet,
  FacetCount,
  IntentStory,
  LedgerFilter,
  LedgerStats,
} from "../../../shared/contract/ledger-search.ts";
import type { SeriesPoint } from "../../../shared/contract/ledger-search.ts";
import type { FatiguePoint, RiskPoints, ToolUse } from "../../../shared/contract/sessions/sessions.ts";

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Every answer comes from another thread: none may hold up an answer to an agent. */
export interface LedgerReading {
  readonly measure: (request: {
    readonly filter: LedgerFilter;
    readonly after?: number | undefined;
  }) => Promise<ActivityExtent>;
  readonly rows: (request: {
    readonly filter: LedgerFilter;
    readonly head: number;
    readonly limit: number;
    readonly skip?: number;
    readonly before?: number;
    readonly after?: number;
  }) => Promise<readonly ActivityRow[]>;
  readonly entry: (sequence: number) => Promise<LedgerEntry | undefined>;
  readonly story: (request: {
    readonly intentId: string;
    readonly agentDid?: string;
  }) => Promise<IntentStory | undefined>;
  readonly around: (request: {
    readonly sessionId: string;
    readonly agentDid?: string | undefined;
    readonly around: number;
    readonly limit: number;
  }) => Promise<readonly ActivityRow[]>;
  readonly sessions: (request: { readonly agentDid?: string | undefined }) => Promise<readonly SessionSummary[]>;
  readonly facets: (request: {
    readonly filter: LedgerFilter;
    readonly facet: CountedFacet;
    readonly limit: number;
  }) => Promise<readonly FacetCount[]>;
  readonly stats: () => Promise<LedgerStats>;
}

/** Figures take longer than rows, so they have a thread of their own. */
export interface LedgerFigures {
  readonly series: (request: {
    readonly filter: LedgerFilter;
    readonly span: number;
    readonly offset?: number;
  }) => Promise<readonly SeriesPoint[]>;
  readonly threats: (span: Span) => Promise<readonly ThreatCount[]>;
  readonly latency: (request: Span & { readonly points: number }) => Promise<readonly LatencyPoint[]>;
  readonly load: (span: Span) => Promise<ApprovalLoad>;
  readonly riskPoints: (request: Span & { readonly limit: number }) => Promise<RiskPoints>;
  readonly toolUse: (span: Span) => Promise<readonly ToolUse[]>;
  readonly fatigue: (request: Span & { readonly points: number }) => Promise<readonly FatiguePoint[]>;
}

export type Progress = (done: number, total: number) => void;

/** Work that takes a while, each on a thread that ends with it. Aborting ends it; it rejects then. */
export interface LedgerWork {
  readonly verify: (progress: Progress, signal: AbortSignal) => Promise<Omit<Verification, "at" | "by">>;
  /** Gives back how many entries were written. Half a file is removed again. */
  readonly export: (
    target: { readonly format: ExportFormat; readonly filter: LedgerFilter; readonly file: string },
    progress: Progress,
    signal: AbortSignal,
  ) => Promise<number>;
  /** Asks the human where an export shall go. Absent where there is no window. */
  readonly chooseFile?: ((format: ExportFormat) => Promise<string | undefined>) | undefined;
}
