// What the operations need from the engine and the machine.
import type { LedgerEntry } from "../../shared/domain/audit.ts";
import type { Observed, PastReach, PresentText } from "../../shared/contract/reach.ts";
import type { ConnectionInfo } from "../../shared/contract/connection.ts";
import type { AgentPolicy } from "../../shared/contract/activity.ts";
import type { ConsoleStatus, OperationError, OperationInput } from "../../shared/contract/contract.ts";
import type { FeedItem } from "../../shared/domain/feed.ts";
import type {
  CountedFacet,
  FacetCount,
  LedgerFilter,
  LedgerPage,
  PageRequest,
} from "../../shared/contract/ledger-search.ts";
import type {
  PolicyChangeKind,
  PolicyCheck,
  PolicyTemplate,
  PolicyText,
  WhatIfState,
} from "../../shared/contract/policy-api.ts";
import type { PackState } from "../../shared/contract/packs.ts";
import type { PolicyDocument, PolicyProblem } from "../../shared/domain/policy.ts";
import { fail, type Result } from "../../shared/lib/result.ts";
import type { RiskExplanation, RiskQuestion } from "../../shared/contract/risk-explanation.ts";
import type { Settings, SettingsChanges } from "../../shared/contract/settings.ts";
import type { SessionSteps } from "../../shared/contract/sessions/sessions.ts";
import type { TunableRule, TuningAnswer } from "../../shared/contract/tuning.ts";
import type { AgentSummary } from "../../shared/domain/telemetry.ts";
import type { GrantBook } from "../engine/grants/grant-book.ts";
import type { ConnectorApi } from "./connectors.ts";
import type { InventoryApi } from "./inventory.ts";
import type { ContainmentApi } from "./containment.ts";
import type { ExecutionsApi } from "./executions.ts";
import type { Engine } from "../engine/engine.ts";
import type { Lasting } from "../engine/grants/granting.ts";
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
import type { MissedAnswer, MissedQuestion } from "../engine/history/missed.ts";
import type { TuningQuestion } from "../engine/history/tuning.ts";
import type { TerminalRequests } from "./terminal/requests.ts";
import type { LedgerFigures, LedgerReading, LedgerWork } from "./ledger/ports.ts";

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
export interface PastActionsApi {
  readonly reach: (lasting: Lasting, now: number) => Promise<PastReach>;
  readonly missed: (question: MissedQuestion) => Promise<MissedAnswer>;
  /** The steps of one session. */
  readonly steps: (question: OperationInput<"getSessionSteps">) => Promise<SessionSteps>;
  readonly observed: (names: Readonly<Record<string, string>>) => Promise<readonly Observed[]>;
  readonly tuning: (
    question: TuningQuestion & { readonly names: Readonly<Record<string, string>> },
  ) => Promise<TuningAnswer>;
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

export interface PolicyApi {
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

/** The packs of risk rules. */
export interface PacksApi {
  readonly list: () => readonly PackState[];
  /** The rules in force that may be lowered, with what they score now. */
  readonly tunable: () => readonly TunableRule[];
  readonly check: (text: string) => Result<PackState, readonly PolicyProblem[]>;
  readonly add: (text: string) => Result<PackState, readonly PolicyProblem[]>;
  readonly remove: (name: string) => Result<undefined, string>;
  readonly reload: () => void;
  /** Requests that wait are looked at again, by the rules that are in force now. */
  readonly switched: () => void;
}

export interface OperationPorts {
  readonly connectors: ConnectorApi;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  readonly engine: Engine;
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
  readonly pastActions: PastActionsApi;
  /** The entries of one intent, in their order. */
  readonly entriesOf: (agentDid: string, intentId: string) => readonly LedgerEntry[];
  readonly presentText: (path: string) => PresentText;
  readonly policy: PolicyApi;
  readonly packs: PacksApi;
  readonly reader: LedgerQuestions;
  readonly inventory: InventoryApi;
  readonly executions: ExecutionsApi;
  readonly containment: ContainmentApi;
  readonly terminal: TerminalRequests;
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
