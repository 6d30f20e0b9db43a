// How far a decision reaches beyond its request: what is asked before it is saved, and what the console answers.
import { z } from "zod";
import type { Grant } from "../domain/approval.ts";
import { durations, type Scope, scopes } from "../domain/directive.ts";
import type { Decider, RiskLevel } from "../domain/verdict.ts";

const identifier = z.string().min(1).max(512);

/** A request that waits, or an action of the past as the ledger has it. */
const subjectSchema = z.union([
  z.strictObject({ approvalId: z.string().min(1).max(128) }),
  z.strictObject({ agentDid: identifier, intentId: identifier }),
]);

export const previewSchema = z.strictObject({
  subject: subjectSchema,
  decision: z.enum(["approve", "deny"]),
  scope: z.enum(scopes),
  duration: z.enum(durations),
  /** The edited arguments, where the request is edited first. */
  arguments: z.record(z.string(), z.json()).optional(),
});

export const releaseSchema = z.strictObject({
  approvalId: z.string().min(1).max(128),
  scope: z.enum(scopes),
  duration: z.enum(durations),
  /** The edited arguments, where the request is edited first. */
  arguments: z.record(z.string(), z.json()).optional(),
});

/** A lasting decision about an action of the past: nothing waits for it any more. */
export const pastDecisionSchema = z.strictObject({
  agentDid: identifier,
  intentId: identifier,
  decision: z.enum(["approve", "deny"]),
  scope: z.enum(scopes),
  duration: z.enum(durations).exclude(["once"]),
});

/** What a decision would have meant for the actions the ledger remembers. */
export interface PastReach {
  /** How many past actions were looked at, and since when. */
  readonly looked: number;
  readonly since?: number;
  readonly matched: number;
  readonly denied: number;
  /** The action that comes nearest without being covered, and was asked about. */
  readonly nearMiss?: NearMiss;
}

export interface NearMiss {
  readonly summary: string;
  /** What keeps it out. */
  readonly why: string;
  /** When it happened; absent when it is made up from the request. */
  readonly at?: number;
}

export interface ReachPreview {
  readonly title: string;
  /** The rule as the policy file will say it; only for a decision that lasts for ever. */
  readonly rule?: { readonly id: string; readonly text: string };
  /** One sentence: that it covers this request, and which gate it answers. */
  readonly verified: string;
  readonly past?: PastReach;
  readonly nearMiss?: NearMiss;
  /** The most surprising call it would also allow, where it allows more than this request. */
  readonly widest?: string;
}

/** A file a request would write, as it is now. */
export interface PresentText {
  readonly path: string;
  readonly exists: boolean;
  /** Secrets replaced; absent when there is nothing that can be shown, and `note` says why. */
  readonly text?: string;
  readonly note?: string;
  readonly bytes: number;
  /** Changes whenever the file does. */
  readonly digest: string;
}

/** Alike actions that observe mode let pass although they would have been asked about or denied, or that it denied even so. */
export interface Observed {
  readonly agentDid: string;
  readonly agentName: string;
  readonly tool: string;
  readonly summary: string;
  readonly outcome: "would_ask" | "would_deny" | "denied";
  /** What would have asked, or has denied. */
  readonly decider: Decider;
  readonly why: string;
  readonly rule?: string;
  readonly level: RiskLevel;
  readonly count: number;
  readonly lastAt: number;
  /** The latest of them: a rule is made from it. */
  readonly intentId: string;
  /** The scope a rule for them would have. */
  readonly scope: Scope;
  /** What the rule that was made from them does. */
  readonly decided?: Grant["effect"];
}
