// Failing closed: what the engine answers when something in it fails is a denial with the reason.
import { type Facts, nothingDone } from "../../../shared/domain/facts.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import { type ReasonCode, reasons, type RiskAssessment, type Verdict } from "../../../shared/domain/verdict.ts";
import type { Evaluation } from "./evaluation.ts";
import type { Clock, PolicySource } from "../ports.ts";

/** The verdict turned into a denial. */
export function deniedInstead(verdict: Verdict, reason: ReasonCode, text: string): Verdict {
  const { manifest: _manifest, rule: _rule, ...rest } = verdict;
  return { ...rest, outcome: "DENIED", reason, reasoning: text, decider: "engine", conditions: [] };
}

/** The verdict turned into a denial for a reason that explains itself. */
export function deniedBecause(verdict: Verdict, reason: ReasonCode, detail?: string): Verdict {
  return deniedInstead(verdict, reason, `${reasons[reason]}.${detail === undefined ? "" : ` ${detail}`}`);
}

const unknownRisk: RiskAssessment = {
  score: 0,
  level: "LOW",
  modelScore: 0,
  heuristicScore: 0,
  modelStatus: "unavailable",
  threats: [],
  findings: [],
};

/** An evaluation that threw. The error's text may quote the agent's input, so it is left out. */
export function faultEvaluation(
  ports: { readonly clock: Clock; readonly policies: PolicySource },
  intent: Intent,
  error: unknown,
): Evaluation {
  const now = timeOf(ports.clock);
  const facts: Facts = {
    ...nothingDone,
    tool: "other",
    givenTool: intent.tool,
    secrets: [],
    uninspected: [{ part: intent.tool, why: "syntax" }],
  };
  const verdict: Verdict = {
    intentId: intent.intentId,
    outcome: "DENIED",
    reason: "engine_fault",
    reasoning: `${reasons.engine_fault}. Please report this: ${error instanceof Error ? error.name : "unknown error"}.`,
    decider: "engine",
    phase: 1,
    risk: unknownRisk,
    conditions: [],
    ...policyOf(ports.policies),
    decidedAt: now,
    expiresAt: now,
  };
  return {
    facts,
    verdict,
    timings: { facts: 0, policy: 0, risk: 0, manifest: 0 },
    agentName: intent.agentDid,
    marks: [],
  };
}

/** The clock may be what failed. */
function timeOf(clock: Clock): number {
  try {
    return clock.now();
  } catch {
    return 0;
  }
}

/** So may the policy. */
function policyOf(policies: PolicySource): Pick<Verdict, "policyVersion" | "constitutionHash"> {
  try {
    const { version, constitutionHash } = policies.current();
    return { policyVersion: version, constitutionHash };
  } catch {
    return { policyVersion: "unknown", constitutionHash: "unknown" };
  }
}
