// A decision's input with everything calm; tests change the one thing they are about.
import type { DecisionInput } from "../../../src/main/engine/pipeline/decide.ts";
import type { PolicyDecision } from "../../../src/main/engine/policy/snapshot.ts";
import { type RiskAssessment, riskLevelOf } from "../../../src/shared/domain/verdict.ts";

export function riskOf(heuristicScore: number, modelScore = 0): RiskAssessment {
  const score = Math.max(heuristicScore, modelScore);
  return {
    score,
    level: riskLevelOf(score),
    modelScore,
    heuristicScore,
    modelStatus: "off",
    threats: [],
    findings: [],
  };
}

export function policySays(effect: PolicyDecision["effect"]): PolicyDecision {
  const reason = effect === "none" ? "risk_low" : (`rule_${effect}` as const);
  return {
    effect,
    reason,
    rule: effect === "none" ? "" : "some-rule",
    text: `The rule says ${effect}.`,
    conditions: [],
  };
}

export function decisionInput(changes: Partial<DecisionInput> = {}): DecisionInput {
  return {
    intentId: "intent-1",
    description: "It runs ls",
    policy: policySays("none"),
    policyVersion: "1.0.0",
    constitutionHash: "sha256:0",
    mode: "enforce",
    risk: riskOf(0.1),
    settings: { highBand: "escalate", verdictExpirySeconds: 300 },
    manifest: { maxMemoryMb: 50, maxCpuPercent: 10, timeoutSeconds: 30, networkAllowed: false, filesystemScope: [] },
    now: 1_000_000,
    ...changes,
  };
}
