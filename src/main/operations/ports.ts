// What the operations need from the engine and the machine.
import type { LedgerEntry } from "../../shared/audit.ts";
import type { ConsoleStatus, OperationError, PolicyText } from "../../shared/contract.ts";
import type { FeedItem } from "../../shared/feed.ts";
import type { Observed, PastReach, PresentText } from "../../shared/reach.ts";
import { fail, type Result } from "../../shared/result.ts";
import type { Settings, SettingsChanges } from "../../shared/settings.ts";
import type { AgentSummary } from "../../shared/telemetry.ts";
import type { GrantBook } from "../engine/grant-book.ts";
import type { Governor } from "../engine/governor.ts";
import type { Lasting } from "../engine/granting.ts";
import type { Clock, Events, Identifiers, Ledger, Outbox, SecretScanner, Sha256 } from "../engine/ports.ts";

export interface AgentDecisions {
  readonly list: (now: number) => readonly AgentSummary[];
  readonly decide: (
    agentDid: string,
    accept: boolean,
    now: number,
  ) => Result<AgentSummary, { readonly message: string }>;
  readonly revoke: (
    agentDid: string,
    capabilities: readonly string[] | "*",
    now: number,
  ) => Result<AgentSummary, { readonly message: string }>;
  readonly setHalted: (
    agentDid: string,
    halted: boolean,
    now: number,
  ) => Result<AgentSummary, { readonly message: string }>;
}

/** What the ledger's past says, found off the answering thread. */
export interface PastHistory {
  readonly reach: (lasting: Lasting, now: number) => Promise<PastReach>;
  readonly observed: (names: Readonly<Record<string, string>>) => Promise<readonly Observed[]>;
}

export interface OperationPorts {
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  readonly governor: Governor;
  readonly grants: GrantBook;
  readonly agents: AgentDecisions;
  readonly ledger: Ledger;
  readonly events: Events;
  readonly outbox: Outbox;
  readonly findSecrets: SecretScanner;
  readonly sha256: Sha256;
  readonly feed: { readonly recent: (limit: number) => readonly FeedItem[] };
  readonly status: () => ConsoleStatus;
  readonly policy: {
    readonly text: () => PolicyText;
    readonly save: (text: string) => Promise<Result<PolicyText, string>>;
  };
  readonly history: PastHistory;
  /** The entries of one intent, in their order. */
  readonly entriesOf: (agentDid: string, intentId: string) => readonly LedgerEntry[];
  readonly presentText: (path: string) => PresentText;
  readonly settings: {
    readonly current: () => Settings;
    readonly save: (changes: SettingsChanges) => Result<Settings, string>;
  };
}

export function refuse(code: OperationError["code"], message: string): Result<never, OperationError> {
  return fail({ code, message });
}
