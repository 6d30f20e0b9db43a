// Verdict: the engine's answer to an intent, with the closed vocabulary of reasons.

export const outcomes = ["APPROVED", "DENIED", "ESCALATE", "CONDITIONAL"] as const;
export type Outcome = (typeof outcomes)[number];

/** ASK_AGAIN settles nothing: it says that a denied intent may be sent again, because a human overrode the denial. */
export const directiveKinds = ["APPROVE", "DENY", "MODIFY", "ASK_AGAIN", "HALT", "RESUME"] as const;
export type DirectiveKind = (typeof directiveKinds)[number];

export const riskLevels = ["LOW", "MEDIUM", "HIGH", "CRITICAL"] as const;
export type RiskLevel = (typeof riskLevels)[number];

/** Every reason a decision can have, with the sentence screens and documents show for it. */
export const reasons = {
  risk_low: "The risk is low",
  risk_medium: "The risk is medium",
  risk_high: "The risk is high",
  risk_blocked: "The risk is above the blocking threshold",
  cannot_inspect: "Part of the action cannot be inspected",
  rule_allow: "A policy rule allows it",
  rule_deny: "A policy rule denies it",
  rule_escalate: "A policy rule asks a human",
  rule_condition: "A policy rule allows it under conditions",
  agent_asks: "The agent asks you by itself",
  sequence: "What the session did before makes this step risky",
  self_protection: "It touches Gatehouse itself",
  outside_containment: "It is outside what the contained run may reach",
  tool_not_allowed: "The tool is not allowed by the policy",
  tool_not_granted: "The agent did not ask for this tool when it registered",
  path_blocked: "A path is blocked by the policy",
  path_out_of_scope: "A path is outside the scope the policy allows",
  size_exceeded: "The content is larger than the policy allows",
  pattern_blocked: "The command matches a blocked pattern",
  domain_blocked: "A host is blocked by the policy",
  domain_not_allowed: "A host is not on the policy's list",
  rate_exceeded: "The agent's rate limit is used up",
  quota_exceeded: "The agent's quota is used up",
  pairing_required: "A human has not accepted this agent yet",
  agent_halted: "A human stopped this agent",
  capability_revoked: "The capability was revoked",
  content_cut: "Secrets, injected instructions or false sources were cut out of it",
  grant: "A live grant covers it",
  denial_lifted: "A human overrode the denial by score for exactly this action",
  ask_next_time: "A human wanted to be asked instead of a denial by score",
  observed: "Observe mode let it pass",
  human_approved: "A human approved it",
  human_denied: "A human denied it",
  human_modified: "A human approved it with changes",
  withdrawn: "A human withdrew the approval",
  denial_undone: "A human took the denial back: asking again asks them again",
  timeout: "No human answered in time",
  shutdown: "Gatehouse was closed before a human answered",
  queue_full: "Too many requests are waiting for a human",
  agent_gone: "The agent ended before an answer",
  session_expired: "The agent's session has expired",
  ledger_unavailable: "The ledger cannot record it, so nothing may run",
  engine_fault: "The engine failed, so nothing may run",
} as const;
export type ReasonCode = keyof typeof reasons;
export const reasonCodes: readonly ReasonCode[] = Object.keys(reasons).filter(isReasonCode);

function isReasonCode(text: string): text is ReasonCode {
  return Object.hasOwn(reasons, text);
}

export const deciders = ["policy", "risk", "human", "grant", "timeout", "engine"] as const;
export type Decider = (typeof deciders)[number];

/** One thing a heuristic found. */
export interface Finding {
  /** Stable id such as "download-and-run". */
  readonly id: string;
  readonly score: number;
  /** The threat in plain words, as listed in risk_assessment.threats. */
  readonly threat: string;
  /** One sentence that names what was seen. */
  readonly reason: string;
  /** MITRE ATT&CK technique, where one fits: "T1059.004". */
  readonly technique?: string;
  /** The part of the action that caused it, word for word. */
  readonly evidence?: string;
}

/** What was found in a written file that does not run by itself. It counts once something runs the file. */
export type LatentFinding = Pick<Finding, "id" | "score" | "threat" | "reason">;

export interface LatentFile {
  /** As in PathFact. */
  readonly path: string;
  readonly form: string;
  /** SHA-256 of the arguments by which it was written. */
  readonly digest?: string;
  readonly findings: readonly LatentFinding[];
}

export const modelStatuses = ["scored", "unavailable", "late", "off"] as const;
export type ModelStatus = (typeof modelStatuses)[number];

export interface RiskAssessment {
  /** Always max(modelScore, heuristicScore), rounded to four decimals. */
  readonly score: number;
  readonly level: RiskLevel;
  readonly modelScore: number;
  readonly heuristicScore: number;
  readonly modelStatus: ModelStatus;
  /** Which scorer gave modelScore. */
  readonly modelOrigin?: string;
  readonly threats: readonly string[];
  readonly findings: readonly Finding[];
}

export interface CapabilityManifest {
  readonly maxMemoryMb: number;
  readonly maxCpuPercent: number;
  readonly timeoutSeconds: number;
  readonly networkAllowed: boolean;
  readonly allowedHosts?: readonly string[];
  /** Never reached, although they match `allowedHosts`. */
  readonly blockedHosts?: readonly string[];
  readonly filesystemScope: readonly string[];
}

export const conditionKinds = ["paths", "no_network", "arguments", "dry_run", "warning", "note"] as const;

export interface Condition {
  readonly kind: (typeof conditionKinds)[number];
  /** For people and agents alike. */
  readonly text: string;
  /** Narrowed paths, or changed arguments, where the kind has them. */
  readonly value?: unknown;
}

export interface Verdict {
  readonly intentId: string;
  readonly outcome: Outcome;
  readonly reason: ReasonCode;
  /** A sentence built from facts: rule, threat, score. */
  readonly reasoning: string;
  readonly decider: Decider;
  /** The policy rule that decided, or its constraint ("tools.write_file.paths"). */
  readonly rule?: string;
  /** The phase that decided: 2 static policy, 3 risk, 4 manifest. */
  readonly phase: 1 | 2 | 3 | 4;
  readonly risk: RiskAssessment;
  readonly manifest?: CapabilityManifest;
  readonly conditions: readonly Condition[];
  readonly policyVersion: string;
  readonly constitutionHash: string;
  /** Present while observe mode is on: what would have been decided without it. */
  readonly wouldBe?: Pick<Verdict, "outcome" | "reason">;
  /** Milliseconds since the epoch. */
  readonly decidedAt: number;
  readonly expiresAt: number;
}

/** The other member of the risk bands: half-open, so that score, level and verdict never disagree. */
export function riskLevelOf(score: number): RiskLevel {
  if (score >= 0.9) return "CRITICAL";
  if (score >= 0.7) return "HIGH";
  if (score >= 0.4) return "MEDIUM";
  return "LOW";
}

/** Above medium a decision is never a single press, and never given by a rule that did not name it. */
export function isAboveMedium(level: RiskLevel): boolean {
  return level === "HIGH" || level === "CRITICAL";
}
