// What the engine needs from outside. Tests and the composition root provide these.
import type { Grant } from "../../shared/domain/approval.ts";
import type { LedgerEntry, NewEntry } from "../../shared/domain/audit.ts";
import type { Cancellation } from "../../shared/lib/cancellation.ts";
import type { Directive } from "../../shared/domain/directive.ts";
import type { Facts } from "../../shared/domain/facts.ts";
import type { TextOrigin } from "../../shared/domain/intent.ts";
import type { JsonObject } from "../../shared/lib/json.ts";
import type { PolicyRule } from "../../shared/domain/policy.ts";
import type { ReportStatus } from "../../shared/domain/report.ts";
import type { Result } from "../../shared/lib/result.ts";
import type { Settings } from "../../shared/contract/settings.ts";
import type { EngineEvent } from "../../shared/domain/telemetry.ts";
import type { Finding, Verdict } from "../../shared/domain/verdict.ts";
import type { StandingFault } from "./pipeline/decide.ts";
import type { AgentView } from "./rules/input.ts";
import type { PolicySnapshot } from "./policy/snapshot.ts";
import type { RiskRules } from "./risk/assess.ts";

export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Calls back after a delay; returns how to cancel. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

export interface Identifiers {
  /** A new unique id, sortable by time. */
  readonly next: () => string;
}

export type Sha256 = (text: string) => string;

/** A secret's place in a text; the scanner never hands out the value itself. */
export interface SecretMatch {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

export type SecretScanner = (text: string) => readonly SecretMatch[];

/** What phase 1 must know about the machine to resolve paths. Pure apart from resolveLinks. */
export interface World {
  readonly platform: "linux" | "darwin" | "win32";
  readonly home: string;
  readonly temporary: readonly string[];
  /** Gatehouse's own files, sockets and program: zone "gatehouse". */
  readonly gatehouse: readonly string[];
  readonly caseInsensitive: boolean;
  /** The real path behind symbolic links; a part that does not exist stays as it is. Never throws. */
  readonly resolveLinks: (absolute: string) => string;
  /** The same for every name of a file that has several (hard links); undefined where it has one. Never throws. */
  readonly identity?: (absolute: string) => string | undefined;
  readonly findSecrets: SecretScanner;
}

export interface ModelScore {
  readonly score: number;
  readonly threats: readonly string[];
  readonly origin: string;
}

/**
 * What a model is asked about. The agent's own reasoning is not among it: that may never decide, and a model could be
 * talked round by it. `relayed`: another engine asks, so this one must not ask a third.
 */
export type ModelQuestion =
  | {
      readonly kind: "call";
      readonly facts: Facts;
      readonly arguments: JsonObject;
      /** What the heuristics saw in the facts. */
      readonly findings: readonly Finding[];
      readonly relayed: boolean;
    }
  | { readonly kind: "text"; readonly text: string; readonly origin: TextOrigin };

/** A risk model. Rejecting or being late is recorded and never makes an outcome more permissive. */
export interface RiskModel {
  readonly score: (question: ModelQuestion, signal: Cancellation) => Promise<ModelScore>;
  /** Which scorer this question goes to at the moment; undefined: to none. */
  readonly origin: (question: ModelQuestion) => string | undefined;
  /** It is at work on what was asked, only later than usual: the machine is busy, and waiting longer is worth it. */
  readonly isBehind?: () => boolean;
}

/** Appends are on disk when the promise resolves; entries given together stay together and in order. */
export interface Ledger {
  readonly append: (entries: readonly NewEntry[]) => Promise<readonly LedgerEntry[]>;
}

/** The policy in force, tightened by the project at hand. One snapshot serves a whole decision. */
export interface PolicySource {
  readonly current: (workspace?: string) => PolicySnapshot;
}

/** The rules of the risk phase in force. They change when packs do. */
export interface RiskRulesSource {
  readonly current: () => RiskRules;
}

export interface SettingsSource {
  readonly current: () => Settings;
}

/** What is known about the agents: who they are, whether they may act, and what they have done. */
export interface AgentDirectory {
  readonly view: (agentDid: string) => AgentView;
  /** Why the agent may not use any tool of these names, whatever the policy says. */
  readonly standing: (agentDid: string, tools: readonly string[]) => StandingFault | undefined;
  /** Its first verdict. */
  readonly count: (agentDid: string, verdict: Verdict) => void;
  /** An intent that had waited, or had been allowed, was denied. */
  readonly countDenial: (agentDid: string) => void;
}

/** An answered intent the memory has forgotten but the ledger still has. */
export interface RecalledIntent {
  readonly contentDigest: string;
  readonly verdict: Verdict;
  readonly tool: string;
  readonly report?: ReportStatus;
  /** What tells that report from another. */
  readonly reportDigest?: string;
}

export interface Recall {
  readonly intent: (agentDid: string, intentId: string) => RecalledIntent | undefined;
  /** The agents that have used this id for an intent. */
  readonly agentsOf: (intentId: string) => readonly string[];
}

export interface Events {
  readonly publish: (event: EngineEvent) => void;
  /** Makes and publishes events once the answer has left, but before whatever is published next. */
  readonly publishSoon: (make: () => readonly EngineEvent[]) => void;
}

/** Tells agents what they did not ask for. Delivery is best effort: the ledger already holds what was said. */
export interface Outbox {
  readonly directive: (directive: Directive, verdict: Verdict) => void;
  readonly revoke: (agentDid: string, capabilities: readonly string[] | "*", reason: string) => void;
  /** Without an agent: everyone who is connected. */
  readonly halt: (agentDid: string | undefined, halted: boolean, reason: string, issuedBy: string) => void;
}

/** The rules that people's lasting decisions write into the policy. */
export interface RuleBook {
  /** The policy as it would be with the rule; or why it cannot be. */
  readonly trial: (rule: PolicyRule) => Result<PolicySource, string>;
  readonly add: (rule: PolicyRule) => Result<undefined, string>;
  /** Well too when there is no such rule. */
  readonly remove: (ruleId: string) => Result<undefined, string>;
}

/** Keeps grants over a restart. */
export interface GrantStore {
  readonly save: (grant: Grant) => void;
  readonly remove: (grantId: string) => void;
}
