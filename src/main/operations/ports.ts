// What the operations need from the engine and the machine.
import type { LedgerEntry } from "../../shared/audit.ts";
import type { Observed, PastReach, PresentText } from "../../shared/reach.ts";
import type { ConnectionInfo } from "../../shared/connection.ts";
import type { AgentPolicy } from "../../shared/activity.ts";
import type { ConsoleStatus, OperationError } from "../../shared/contract.ts";
import type { FeedItem } from "../../shared/feed.ts";
import type { CountedFacet, FacetCount, LedgerFilter, LedgerPage, PageRequest } from "../../shared/ledger-search.ts";
import type {
  PolicyChangeKind,
  PolicyCheck,
  PolicyTemplate,
  PolicyText,
  WhatIfState,
} from "../../shared/policy-desk.ts";
import type { PolicyDocument } from "../../shared/policy.ts";
import { fail, type Result } from "../../shared/result.ts";
import type { RiskExplanation, RiskQuestion } from "../../shared/risk-explanation.ts";
import type { Settings, SettingsChanges } from "../../shared/settings.ts";
import type { AgentSummary } from "../../shared/telemetry.ts";
import type { GrantBook } from "../engine/grant-book.ts";
import type { ConnectorApi } from "./connectors.ts";
import type { InventoryDesk } from "./inventory.ts";
import type { RunningDesk } from "./executions.ts";
import type { Governor } from "../engine/governor.ts";
import type { Lasting } from "../engine/granting.ts";
import type {
  Clock,
  Events,
  Identifiers,
  Ledger,
  Outbox,
  PolicySource,
  SecretScanner,
  Sha256,
} from "../engine/ports.ts";
import type { MissedAnswer, MissedQuestion } from "../engine/missed.ts";
import type { TerminalDesk } from "./terminal-desk.ts";
import type { LedgerFigures, LedgerReading, LedgerWork } from "./ledger-ports.ts";

export interface AgentDecisions {
  readonly list: (now: number) => readonly AgentSummary[];
  readonly decide: (
    agentDid: string,
    accept: boolean,
    now: number,
  ) => Result<AgentSummary, { readonly message: string }>;
  /** Whether there is anything to decide; nothing changes. */
  readonly mayDecide: (agentDid: string, accept: boolean) => Result<undefined, { readonly message: string }>;
  readonly revoke: (
    agentDid: string,
    capabilities: readonly string[] | "*",
    now: number,
  ) => Result<AgentSummary, { readonly message: string }>;
  readonly release: (agentDid: string, now: number) => Result<AgentSummary, { readonly message: string }>;
  readonly setHalted: (
    agentDid: string,
    halted: boolean,
    now: number,
  ) => Result<AgentSummary, { readonly message: string }>;
}

/** What the ledger's past says, found off the answering thread. */
export interface PastHistory {
  readonly reach: (lasting: Lasting, now: number) => Promise<PastReach>;
  readonly missed: (question: MissedQuestion) => Promise<MissedAnswer>;
  readonly observed: (names: Readonly<Record<string, string>>) => Promise<readonly Observed[]>;
}

/** The ledger's past, asked on a thread of its own. */
export interface LedgerQuestions {
  readonly page: (request: PageRequest) => Promise<LedgerPage>;
  readonly facets: (request: {
    readonly filter: LedgerFilter;
    readonly facet: CountedFacet;
    readonly limit: number;
  }) => Promise<readonly FacetCount[]>;
}

export interface PolicyDesk {
  readonly text: () => PolicyText;
  readonly document: () => PolicyDocument;
  /** A draft as a policy to ask, or why it does not load. */
  readonly trial: (text: string) => Result<PolicySource, string>;
  readonly check: (text: string) => Promise<PolicyCheck>;
  /** Recorded, then written and in force. */
  readonly save: (
    text: string,
    change: { readonly how: PolicyChangeKind; readonly actor: string },
  ) => Promise<Result<PolicyText, OperationError>>;
  readonly templates: () => readonly PolicyTemplate[];
  readonly versions: {
    readonly has: (id: string) => boolean;
    readonly read: (id: string) => string | undefined;
  };
  readonly whatIf: {
    readonly start: (runId: string, draft: string, from: number, to: number) => void;
    readonly state: (runId: string) => WhatIfState | undefined;
    readonly cancel: (runId: string) => WhatIfState | undefined;
  };
}

export interface OperationPorts {
  readonly connectors: ConnectorApi;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  readonly governor: Governor;
  readonly grants: GrantBook;
  readonly agents: AgentDecisions;
  readonly ledger: Ledger;
  readonly activity: {
    readonly reading: LedgerReading;
    readonly figures: LedgerFigures;
    readonly work: LedgerWork;
    readonly policyFor: (agentDid: string) => AgentPolicy;
  };
  readonly events: Events;
  readonly outbox: Outbox;
  readonly findSecrets: SecretScanner;
  readonly sha256: Sha256;
  readonly feed: { readonly recent: (limit: number) => readonly FeedItem[] };
  readonly status: () => ConsoleStatus;
  readonly score: (question: RiskQuestion) => Promise<RiskExplanation>;
  readonly history: PastHistory;
  /** The entries of one intent, in their order. */
  readonly entriesOf: (agentDid: string, intentId: string) => readonly LedgerEntry[];
  readonly presentText: (path: string) => PresentText;
  readonly policy: PolicyDesk;
  readonly reader: LedgerQuestions;
  readonly inventory: InventoryDesk;
  readonly executions: RunningDesk;
  readonly terminal: TerminalDesk;
  readonly connection: () => ConnectionInfo;
  readonly tokens: { readonly agents?: string | undefined; readonly telemetry?: string | undefined };
  readonly settings: {
    readonly current: () => Settings;
    readonly save: (changes: SettingsChanges) => Result<Settings, string>;
    /** In force whatever the disk says; the failure is that a restart would forget it. */
    readonly impose: (changes: SettingsChanges) => Result<Settings, string>;
  };
}

export function refuse(code: OperationError["code"], message: string): Result<never, OperationError> {
  return fail({ code, message });
}
