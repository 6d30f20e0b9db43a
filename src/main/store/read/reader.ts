// Reads the ledger: pages, counts, series, stories. Used as it is by the command line, and on a thread of its own by the console.
import type {
  ActivityExtent,
  ActivityRow,
  ApprovalLoad,
  LatencyPoint,
  SessionSummary,
  ThreatCount,
} from "../../../shared/contract/activity.ts";
import type { LedgerEntry } from "../../../shared/domain/audit.ts";
import type {
  CountedFacet,
  FacetCount,
  IntentStory,
  LedgerFilter,
  LedgerPage,
  LedgerStats,
  PageRequest,
  SeriesPoint,
} from "../../../shared/contract/ledger-search.ts";
import type { FatiguePoint, RiskPoints, ToolUse } from "../../../shared/contract/sessions/sessions.ts";
import { measure, readRows, readSession, type RowsRequest } from "./browse.ts";
import { createEntries, type Entries, readPage } from "./entries.ts";
import { countEntries, countFacet, findAgents, readSeries, type SeriesRequest } from "./figures.ts";
import { openReading, type ReadingFiles } from "./files.ts";
import { readFatigue } from "./insights/fatigue.ts";
import { readLatency } from "./insights/latency.ts";
import { readLoad } from "./insights/load.ts";
import { readRiskPoints, readToolUse } from "./insights/risk-points.ts";
import { readSessions } from "./insights/sessions.ts";
import { readThreats, type Span } from "./insights/threats.ts";
import { readStats } from "./stats.ts";
import { readStory } from "./story.ts";

export interface LedgerReader {
  readonly page: (request: PageRequest) => LedgerPage;
  readonly count: (filter: LedgerFilter) => number;
  readonly facets: (request: {
    readonly filter: LedgerFilter;
    readonly facet: CountedFacet;
    readonly limit: number;
  }) => readonly FacetCount[];
  /** Every agent that has an entry. */
  readonly agents: () => readonly string[];
  readonly series: (request: SeriesRequest) => readonly SeriesPoint[];
  readonly entry: (sequence: number) => LedgerEntry | undefined;
  readonly story: (request: { readonly intentId: string; readonly agentDid?: string }) => IntentStory | undefined;
  /** What one session did, in its order, from after a sequence on. */
  readonly session: (request: {
    readonly sessionId: string;
    readonly after?: number;
    readonly limit: number;
  }) => readonly LedgerEntry[];
  readonly stats: () => LedgerStats;
  readonly measure: (request: { readonly filter: LedgerFilter; readonly after?: number | undefined }) => ActivityExtent;
  readonly rows: (request: RowsRequest) => readonly ActivityRow[];
  readonly around: (request: Parameters<typeof readSession>[1]) => readonly ActivityRow[];
  readonly sessions: (request: { readonly agentDid?: string | undefined }) => readonly SessionSummary[];
  readonly threats: (span: Span) => readonly ThreatCount[];
  readonly latency: (request: Span & { readonly points: number }) => readonly LatencyPoint[];
  readonly load: (span: Span) => ApprovalLoad;
  readonly riskPoints: (request: Span & { readonly limit: number }) => RiskPoints;
  readonly toolUse: (span: Span) => readonly ToolUse[];
  readonly fatigue: (request: Span & { readonly points: number }) => readonly FatiguePoint[];
  readonly close: () => void;
}

/** Throws when there is no ledger in the directory. */
export function createReader(directory: string): LedgerReader {
  const reading = openReading(directory);
  // Made afresh for each question: what retention removed meanwhile must not be shown.
  const open = (): { readonly files: ReadingFiles; readonly entries: Entries } => {
    const files = reading.files();
    return { files, entries: createEntries(files) };
  };
  return {
    page: (request) => readPage(open().entries, request),
    count: (filter) => countEntries(open().files, filter),
    facets: ({ filter, facet, limit }) => countFacet(open().files, filter, facet, limit),
    agents: () => findAgents(open().files),
    series: (request) => readSeries(open().files, request),
    entry: (sequence) => open().entries.at(sequence),
    story({ intentId, agentDid }) {
      const { files, entries } = open();
      return readStory(files, entries, intentId, agentDid);
    },
    session({ sessionId, after = 0, limit }) {
      const found: LedgerEntry[] = [];
      for (const entry of open().entries.find({ sessions: [sessionId] }, { direction: "oldest", after })) {
        found.push(entry);
        if (found.length === limit) break;
      }
      return found;
    },
    stats: () => readStats(open().files, directory),
    measure: ({ filter, after }) => measure(reading.files(), filter, after),
    rows: (request) => readRows(reading.files(), request),
    around: (request) => readSession(reading.files(), request),
    sessions: ({ agentDid }) => readSessions(reading.files(), agentDid),
    threats: (span) => readThreats(reading.files(), span),
    latency: (request) => readLatency(reading.files(), request),
    load: (span) => readLoad(reading.files(), span),
    riskPoints: (request) => readRiskPoints(reading.files(), request),
    toolUse: (span) => readToolUse(reading.files(), span),
    fatigue: (request) => readFatigue(reading.files(), request),
    close: reading.close,
  };
}
