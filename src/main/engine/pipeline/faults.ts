// What the engine answers when it fails itself: denied, with the reason, whatever went wrong.
import { type Facts, nothingDone } from "../../shared/facts.ts";
import type { Intent } from "../../shared/intent.ts";
import { type ReasonCode, reasons, type RiskAssessment, type Verdict } from "../../shared/verdict.ts";
import type { Evaluation } from "./evaluate.ts";
import type { Clock, PolicySource } from "./ports.ts";

/** A verdict turned into a denial by something stronger than itself. */
export function overruled(verdict: Verdict, reason: ReasonCode, text: string): Verdict {
  const { manifest: _manifest, rule: _rule, ...rest } = verdict;
  return { ...rest, outcome: "DENIED", reason, reasoning: text, decider: "engine", conditions: [] };
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

/** An evaluation that threw. The error's text may quote the agent's input, so it is not handed on. */
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

/** So may the clock. */
function timeOf(clock: Clock): number {
  try {
    return clock.now();
  } catch {
    return 0;
  }
}

/** The policy itself may be what failed. */
function policyOf(policies: PolicySource): Pick<Verdict, "policyVersion" | "constitutionHash"> {
  try {
    const { version, constitutionHash } = policies.current();
    return { policyVersion: version, constitutionHash };
  } catch {
    return { policyVersion: "unknown", constitutionHash: "unknown" };
  }
}
