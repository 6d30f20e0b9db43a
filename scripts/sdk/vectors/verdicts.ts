// Verdicts and directives for the vectors, as the engine makes them.
import type { CapabilityManifest, Condition, Verdict } from "../../../src/shared/domain/verdict.ts";

export const agentDid = "did:aeon:kimi:1.0:abc123";
export const decidedAt = Date.parse("2026-11-17T12:00:00.000Z");
export const proposed = { path: "/tmp/test.txt", content: "Hello" };

const manifest: CapabilityManifest = {
  maxMemoryMb: 50,
  maxCpuPercent: 10,
  timeoutSeconds: 30,
  networkAllowed: false,
  filesystemScope: ["/tmp/**", "/workspace/**"],
};

const approved: Verdict = {
  intentId: "i-1",
  outcome: "APPROVED",
  reason: "risk_low",
  reasoning: "The risk is low (0.05).",
  decider: "risk",
  phase: 3,
  risk: {
    score: 0.05,
    level: "LOW",
    modelScore: 0.05,
    heuristicScore: 0,
    modelStatus: "scored",
    modelOrigin: "builtin",
    threats: [],
    findings: [],
  },
  manifest,
  conditions: [],
  policyVersion: "1",
  constitutionHash: "sha256:ab",
  decidedAt,
  expiresAt: decidedAt + 300_000,
};

const { manifest: _, ...withoutManifest } = approved;
const high = {
  ...approved.risk,
  score: 0.95,
  level: "CRITICAL",
  heuristicScore: 0.95,
  threats: ["Destructive command"],
} as const;
/** What a rule or a human made of the proposed arguments. */
export const safe = { path: "/tmp/safe.txt", content: "Hello" };
const changed: Condition = { kind: "arguments", text: "Only in /tmp", value: safe };

export const verdicts = {
  approved,
  conditional: {
    ...approved,
    outcome: "CONDITIONAL",
    reason: "rule_condition",
    reasoning: "The rule only-tmp allows it under conditions.",
    decider: "policy",
    rule: "only-tmp",
    phase: 2,
    conditions: [changed, { kind: "no_network", text: "Without the network" }],
  },
  rehearsal: {
    ...approved,
    outcome: "CONDITIONAL",
    reason: "rule_condition",
    reasoning: "The rule rehearse allows a dry run.",
    decider: "policy",
    rule: "rehearse",
    phase: 2,
    conditions: [{ kind: "dry_run", text: "Only as a dry run" }],
  },
  escalated: {
    ...approved,
    outcome: "ESCALATE",
    reason: "rule_escalate",
    reasoning: "The rule ask-first asks a human.",
    decider: "policy",
    rule: "ask-first",
    phase: 2,
  },
  risky: {
    ...withoutManifest,
    outcome: "DENIED",
    reason: "risk_blocked",
    reasoning: "The risk is above the blocking threshold (0.95): Destructive command.",
    risk: high,
  },
  forbidden: {
    ...withoutManifest,
    outcome: "DENIED",
    reason: "path_blocked",
    reasoning: "/tmp/test.txt is blocked by the policy.",
    decider: "policy",
    rule: "tools.write_file.blocked_paths",
    phase: 2,
  },
  exhausted: {
    ...withoutManifest,
    outcome: "DENIED",
    reason: "rate_exceeded",
    reasoning: "The agent may ask 5 times a minute. Try again in a minute.",
    decider: "policy",
    phase: 2,
  },
  denied: {
    ...withoutManifest,
    outcome: "DENIED",
    reason: "human_denied",
    reasoning: "A human denied it: use staging",
    decider: "human",
    phase: 2,
  },
} as const satisfies Record<string, Verdict>;

const issued = { agentDid, intentId: "i-1", issuedBy: "console", issuedAt: decidedAt } as const;

export const directives = {
  approve: {
    directive: { ...issued, kind: "APPROVE", reason: "Go ahead." },
    verdict: { ...verdicts.approved, reason: "human_approved", decider: "human" },
  },
  modify: {
    directive: { ...issued, kind: "MODIFY", reason: "Not there.", arguments: safe },
    verdict: {
      ...verdicts.conditional,
      reason: "human_modified",
      decider: "human",
      conditions: [changed],
    },
  },
  deny: { directive: { ...issued, kind: "DENY", reason: "use staging" }, verdict: verdicts.denied },
  askAgain: {
    directive: { ...issued, kind: "ASK_AGAIN", reason: "A human overrode the denial." },
    verdict: verdicts.risky,
  },
} as const;
