// The decision: facts, policy, risk and standing become a verdict. Pure. The order of precedence is in `rule`.
import type { Grant, OverrideGrant } from "../../../shared/domain/approval.ts";
import type { Settings } from "../../../shared/contract/settings.ts";
import type { BoundaryRequest } from "../../../shared/containment/boundary.ts";
import type { EarlierAnswer } from "../../../shared/domain/intent.ts";
import {
  type CapabilityManifest,
  type Condition,
  type Decider,
  type Outcome,
  type ReasonCode,
  type RiskAssessment,
  type RiskLevel,
  type Verdict,
} from "../../../shared/domain/verdict.ts";
import type { PolicyDecision } from "../policy/snapshot.ts";

/** Scores from here on deny: no rule, ordinary grant or setting changes that, only a human's override of exactly this action. */
const blockThreshold = 0.8;
/** From here on a human is asked. */
export const escalateThreshold = 0.7;
const warnThreshold = 0.5;

/** Why this agent may not act at all, checked before anything else. */
export interface StandingFault {
  readonly reason: ReasonCode;
  readonly text: string;
}

export interface DecisionInput {
  readonly intentId: string;
  readonly standing?: StandingFault | undefined;
  /** A rate or quota of the policy that is used up. */
  readonly exhausted?: StandingFault | undefined;
  /** What the action does, in a few words. */
  readonly description: string;
  readonly policy: PolicyDecision;
  readonly policyVersion: string;
  readonly constitutionHash: string;
  readonly mode: "enforce" | "observe";
  /** A denial by the policy that observe mode leaves in force, see `observe.ts`. */
  readonly protected?: boolean;
  readonly risk: RiskAssessment;
  /** A live grant that covers this action. */
  readonly grant?: Grant | undefined;
  /** A human overrode the denial by score for exactly this action of this agent. Whoever passes it has checked its digest. */
  readonly override?: OverrideGrant | undefined;
  /** A contained run asks for something outside its sandbox: nobody but a rule or a human allows that. */
  readonly boundary?: BoundaryRequest | undefined;
  /** A human has answered the same call a moment ago. Whoever passes it has checked that it is the same. */
  readonly answered?: EarlierAnswer | undefined;
  readonly settings: Pick<Settings, "highBand" | "verdictExpirySeconds">;
  readonly manifest: CapabilityManifest;
  readonly now: number;
}

interface Ruling {
  readonly outcome: Outcome;
  readonly reason: ReasonCode;
  readonly decider: Decider;
  readonly phase: Verdict["phase"];
  readonly text: string;
  readonly rule?: string;
}

export function decide(input: DecisionInput): Verdict {
  const enforced = withConditions(rule(input), input.policy);
  const ruling = input.mode === "observe" ? withConditions(observed(enforced, input), input.policy) : enforced;
  return {
    intentId: input.intentId,
    outcome: ruling.outcome,
    reason: ruling.reason,
    reasoning: `${ruling.text} ${input.description}.${riskSentence(input.risk)}`,
    decider: ruling.decider,
    ...(ruling.rule === undefined ? {} : { rule: ruling.rule }),
    phase: ruling.phase,
    risk: input.risk,
    ...(ruling.outcome === "DENIED" ? {} : { manifest: input.manifest }),
    conditions: ruling.outcome === "DENIED" ? [] : conditionsOf(input, ruling),
    policyVersion: input.policyVersion,
    constitutionHash: input.constitutionHash,
    ...(input.mode === "observe" ? { wouldBe: { outcome: enforced.outcome, reason: enforced.reason } } : {}),
    decidedAt: input.now,
    expiresAt: input.now + input.settings.verdictExpirySeconds * 1000,
  };
}

/** The strictest answer wins: standing, static policy, risk, then what a human or a rule has allowed. */
function rule(input: DecisionInput): Ruling {
  const { standing, exhausted, policy, risk, grant, override, answered, boundary, settings } = input;
  if (standing !== undefined) return byStanding(standing);
  if (boundary?.refused !== undefined) return byBoundary("DENIED", boundary.refused);
  if (policy.effect === "deny") return byPolicy(policy, "DENIED");
  if (risk.score >= blockThreshold && override === undefined)
    return byRisk("DENIED", risk, "The risk is above the blocking threshold.");
  if (exhausted !== undefined) return byStanding(exhausted);
  if (grant?.effect === "deny") return byGrant(grant, "DENIED");
  // The only place where a denial by score gives way. Everything above still denies.
  if (override !== undefined && deniedByScore(risk, settings.highBand)) return byOverride(override);

  const asked = escalation(policy, risk, settings.highBand) ?? atBoundary(boundary, policy);
  if (asked !== undefined) {
    if (asked.outcome === "DENIED") return asked;
    if (grant !== undefined) return byGrant(grant, "APPROVED");
    return answered !== undefined && answers(answered, asked, risk) ? byEarlierAnswer(answered) : asked;
  }
  if (policy.effect === "condition") return byPolicy(policy, "CONDITIONAL");
  if (policy.effect === "allow") return byPolicy(policy, "APPROVED");
  return byRisk("APPROVED", risk, approvals[risk.level]);
}

/** Whether the score alone denies: above the threshold, or in the high band where the settings deny that. */
export function deniedByScore({ score }: Pick<RiskAssessment, "score">, highBand: Settings["highBand"]): boolean {
  return score >= blockThreshold || (score >= escalateThreshold && highBand === "deny");
}

/** Observe mode: what would be held or denied passes, except what is critical or protected. */
function observed(enforced: Ruling, input: DecisionInput): Ruling {
  const { outcome, text } = enforced;
  // Somebody wanted to be asked about an action that would be denied even now; or the agent asks, and only a human can answer.
  if (enforced.reason === "ask_next_time" || enforced.reason === "agent_asks") return enforced;
  if (outcome !== "ESCALATE" && (outcome !== "DENIED" || staysDenied(input))) return enforced;
  const instead = outcome === "ESCALATE" ? "you would have been asked" : "it would have been denied";
  return {
    ...enforced,
    outcome: "APPROVED",
    reason: "observed",
    text: `Observe mode let it pass; ${instead}: ${text}`,
  };
}

/** Denials that observe mode does not override, whichever of several came first. */
function staysDenied({ standing, risk, grant, boundary, protected: isProtected }: DecisionInput): boolean {
  if (boundary?.refused !== undefined) return true;
  return standing !== undefined || risk.score >= blockThreshold || grant?.effect === "deny" || isProtected === true;
}

/** Whether a human must be asked. A rule that allows the action answers for the risk band, never for another rule. */
function escalation(policy: PolicyDecision, risk: RiskAssessment, highBand: Settings["highBand"]): Ruling | undefined {
  const high = risk.score >= escalateThreshold;
  if (high && highBand === "deny") return byRisk("DENIED", risk, "The risk is high, and the settings deny that.");
  if (policy.effect === "escalate") return byPolicy(policy, "ESCALATE");
  if (!high || highBand === "allow" || policy.effect === "allow") return undefined;
  return byRisk("ESCALATE", risk, "The risk is high enough to ask a human.");
}

/** However low the risk: what lies outside the sandbox is opened by a rule or a human. */
function atBoundary(boundary: BoundaryRequest | undefined, { effect }: PolicyDecision): Ruling | undefined {
  if (boundary === undefined || effect === "allow" || effect === "condition") return undefined;
  return byBoundary("ESCALATE", "It is outside what the contained run may reach.");
}

function byBoundary(outcome: Outcome, text: string): Ruling {
  return { outcome, reason: "outside_containment", decider: "engine", phase: 4, text };
}

/** What may run while the policy attaches conditions may run under these. */
function withConditions(ruling: Ruling, { effect, conditions }: PolicyDecision): Ruling {
  const conditional = effect === "condition" || conditions.length > 0;
  return ruling.outcome === "APPROVED" && conditional ? { ...ruling, outcome: "CONDITIONAL" } : ruling;
}

function byStanding(fault: StandingFault): Ruling {
  return { outcome: "DENIED", reason: fault.reason, decider: "engine", phase: 2, text: fault.text };
}

function byPolicy(policy: PolicyDecision, outcome: Outcome): Ruling {
  return {
    outcome,
    reason: policy.reason,
    decider: "policy",
    phase: 2,
    text: policy.text,
    ...(policy.rule === undefined ? {} : { rule: policy.rule }),
  };
}

function byRisk(outcome: Outcome, risk: RiskAssessment, text: string): Ruling {
  const reason = risk.score >= blockThreshold ? "risk_blocked" : riskReasons[risk.level];
  return { outcome, reason, decider: "risk", phase: 3, text };
}

const riskReasons = {
  LOW: "risk_low",
  MEDIUM: "risk_medium",
  HIGH: "risk_high",
  CRITICAL: "risk_blocked",
} as const satisfies Record<RiskLevel, ReasonCode>;

const approvals: Record<RiskLevel, string> = {
  LOW: "The risk is low.",
  MEDIUM: "The risk is medium, which passes.",
  HIGH: "The risk is high, but the settings allow it.",
  CRITICAL: "The risk is critical.",
};

function byGrant(grant: Grant, outcome: Outcome): Ruling {
  const text = `A grant by ${grant.issuedBy} ${outcome === "APPROVED" ? "allows" : "denies"} it: ${grant.title}.`;
  return { outcome, reason: "grant", decider: "grant", phase: 2, text, rule: `grant:${grant.grantId}` };
}

/** The same question and nothing worse: a finding that was not on the card, or another rule, is for the human to see. */
function answers({ rule: ruleBefore, findings, score }: EarlierAnswer, asked: Ruling, risk: RiskAssessment): boolean {
  return asked.rule === ruleBefore && risk.score <= score && risk.findings.every(({ id }) => findings.includes(id));
}

function byEarlierAnswer({ intentId }: EarlierAnswer): Ruling {
  const text = `A human approved this call when the agent's hook asked (${intentId}).`;
  return { outcome: "APPROVED", reason: "human_approved", decider: "human", phase: 3, text };
}

/** Asking is never turned into a pass by observe mode: the score alone would deny. */
function byOverride({ grantId, issuedBy, override }: OverrideGrant): Ruling {
  const shared = { decider: "grant", phase: 3, rule: `grant:${grantId}` } as const;
  return override.effect === "allow"
    ? {
        ...shared,
        outcome: "APPROVED",
        reason: "denial_lifted",
        text: `${issuedBy} overrode the denial by score for exactly this action.`,
      }
    : {
        ...shared,
        outcome: "ESCALATE",
        reason: "ask_next_time",
        text: `${issuedBy} wanted to be asked about exactly this action instead of a denial by score.`,
      };
}

function conditionsOf(input: DecisionInput, ruling: Ruling): readonly Condition[] {
  const { risk, policy } = input;
  if (ruling.outcome === "ESCALATE" || risk.score < warnThreshold) return policy.conditions;
  const text = `Risk ${risk.score.toFixed(2)} (${risk.level}): proceed with care.`;
  return [...policy.conditions, { kind: "warning", text }];
}

function riskSentence(risk: RiskAssessment): string {
  const found = risk.findings[0];
  const because = found === undefined ? "" : `: ${found.reason}`;
  const silent = risk.modelStatus === "late" || risk.modelStatus === "unavailable";
  const model = silent ? ` The model was ${risk.modelStatus}; heuristics decided alone.` : "";
  return ` Risk ${risk.score.toFixed(2)} (${risk.level})${because}.${model}`.replace(/\.\.$/, ".");
}
