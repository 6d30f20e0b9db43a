// The decision, case by case.
import { describe, expect, test } from "vitest";
import { decide } from "../../../src/main/engine/pipeline/decide.ts";
import type { Grant } from "../../../src/shared/domain/approval.ts";
import { decisionInput, policySays, riskOf } from "../../support/engine/decision.ts";

const grant: Grant = {
  grantId: "g1",
  effect: "allow",
  scope: "agent",
  duration: "1h",
  title: "execute_command by this agent",
  agentDid: "did:aeon:a:1:k",
  tool: "execute_command",
  effects: [],
  hosts: [],
  issuedBy: "console",
  issuedAt: 0,
  uses: 0,
  fromIntent: "i0",
};

describe("risk alone", () => {
  test.each([
    [0, "APPROVED", "risk_low"],
    [0.3999, "APPROVED", "risk_low"],
    [0.4, "APPROVED", "risk_medium"],
    [0.6999, "APPROVED", "risk_medium"],
    [0.7, "ESCALATE", "risk_high"],
    [0.7999, "ESCALATE", "risk_high"],
    [0.8, "DENIED", "risk_blocked"],
    [1, "DENIED", "risk_blocked"],
  ] as const)("%d is %s", (score, outcome, reason) => {
    expect(decide(decisionInput({ risk: riskOf(score) }))).toMatchObject({
      outcome,
      reason,
      phase: 3,
      decider: "risk",
    });
  });

  test("a warning goes along from 0.5", () => {
    expect(decide(decisionInput({ risk: riskOf(0.4999) })).conditions).toEqual([]);
    expect(decide(decisionInput({ risk: riskOf(0.5) })).conditions).toMatchObject([{ kind: "warning" }]);
  });

  test.each([
    ["deny", "DENIED", "risk_high"],
    ["allow", "APPROVED", "risk_high"],
  ] as const)("the high band can be set to %s", (highBand, outcome, reason) => {
    const settings = { highBand, verdictExpirySeconds: 300 };
    expect(decide(decisionInput({ risk: riskOf(0.75), settings }))).toMatchObject({ outcome, reason });
  });
});

test("a high band that is set to deny is not softened by a rule that asks", () => {
  const settings = { highBand: "deny", verdictExpirySeconds: 300 } as const;
  expect(decide(decisionInput({ risk: riskOf(0.75), settings, policy: policySays("escalate") })).outcome).toBe(
    "DENIED",
  );
});

describe("policy", () => {
  test.each([
    ["deny", "DENIED"],
    ["escalate", "ESCALATE"],
    ["condition", "CONDITIONAL"],
    ["allow", "APPROVED"],
  ] as const)("%s gives %s in phase 2", (effect, outcome) => {
    const verdict = decide(decisionInput({ policy: policySays(effect) }));
    expect(verdict).toMatchObject({
      outcome,
      reason: `rule_${effect}`,
      phase: 2,
      decider: "policy",
      rule: "some-rule",
    });
  });

  test("a rule that allows answers for the high band", () => {
    expect(decide(decisionInput({ policy: policySays("allow"), risk: riskOf(0.75) })).outcome).toBe("APPROVED");
  });

  test("no rule overrides the blocking threshold", () => {
    expect(decide(decisionInput({ policy: policySays("allow"), risk: riskOf(0.8) })).outcome).toBe("DENIED");
  });

  test("a denial still carries the score, and no manifest", () => {
    const verdict = decide(decisionInput({ policy: policySays("deny"), risk: riskOf(0.92) }));
    expect(verdict.risk.score).toBe(0.92);
    expect(verdict.manifest).toBeUndefined();
  });

  test("a human is asked although the risk is low when a rule says so", () => {
    expect(decide(decisionInput({ policy: policySays("escalate"), risk: riskOf(0) })).manifest).toBeDefined();
  });
});

describe("grants", () => {
  test("answer for a rule that asks and for the high band", () => {
    expect(decide(decisionInput({ policy: policySays("escalate"), grant }))).toMatchObject({
      outcome: "APPROVED",
      reason: "grant",
    });
    expect(decide(decisionInput({ risk: riskOf(0.75), grant }))).toMatchObject({
      outcome: "APPROVED",
      rule: "grant:g1",
    });
  });

  test("never answer for a denial", () => {
    expect(decide(decisionInput({ policy: policySays("deny"), grant })).outcome).toBe("DENIED");
    expect(decide(decisionInput({ risk: riskOf(0.8), grant })).outcome).toBe("DENIED");
  });

  test("that deny win over everything that would allow", () => {
    const denying: Grant = { ...grant, effect: "deny" };
    expect(decide(decisionInput({ policy: policySays("allow"), grant: denying })).outcome).toBe("DENIED");
  });
});

describe("observe mode", () => {
  test("holds nothing and says so", () => {
    const verdict = decide(decisionInput({ mode: "observe", risk: riskOf(0.75) }));
    expect(verdict).toMatchObject({
      outcome: "APPROVED",
      reason: "observed",
      wouldBe: { outcome: "ESCALATE", reason: "risk_high" },
    });
    expect(verdict.reasoning).toMatch(/^Observe mode let it pass; you would have been asked: /);
  });

  test("lets pass what the policy denies, and says so", () => {
    const verdict = decide(decisionInput({ mode: "observe", policy: policySays("deny") }));
    expect(verdict).toMatchObject({
      outcome: "APPROVED",
      reason: "observed",
      rule: "some-rule",
      wouldBe: { outcome: "DENIED", reason: "rule_deny" },
    });
  });

  test("still denies what is critical or protected", () => {
    const policy = policySays("deny");
    expect(decide(decisionInput({ mode: "observe", risk: riskOf(0.8) })).outcome).toBe("DENIED");
    expect(decide(decisionInput({ mode: "observe", policy, protected: true })).outcome).toBe("DENIED");
    expect(decide(decisionInput({ mode: "observe", policy, risk: riskOf(0.8) })).outcome).toBe("DENIED");
  });
});

test("a stopped agent is denied whatever else is true", () => {
  const standing = { reason: "agent_halted", text: "A human stopped this agent." } as const;
  const verdict = decide(decisionInput({ standing, policy: policySays("allow"), grant }));
  expect(verdict).toMatchObject({ outcome: "DENIED", reason: "agent_halted", decider: "engine" });
});

test("the reasoning names the rule's sentence, the score and a silent model", () => {
  const risk = { ...riskOf(0.75), modelStatus: "late" as const };
  expect(decide(decisionInput({ risk })).reasoning).toContain("0.75 (HIGH)");
  expect(decide(decisionInput({ risk })).reasoning).toContain("The model was late");
});

test("expires after the time the settings say", () => {
  const verdict = decide(decisionInput({ settings: { highBand: "escalate", verdictExpirySeconds: 60 } }));
  expect(verdict.expiresAt - verdict.decidedAt).toBe(60_000);
});

describe("a human's answer to the same call a moment ago", () => {
  const finding = { id: "history-rewrite", score: 0.75, threat: "Lost history", reason: "It overwrites" };
  const risk = { ...riskOf(0.75), findings: [finding] };
  const answered = { agentDid: "did:aeon:a:1:k", intentId: "hook-1", findings: [finding.id], score: 0.75 };

  test("answers the same question", () => {
    expect(decide(decisionInput({ risk, answered }))).toMatchObject({
      outcome: "APPROVED",
      reason: "human_approved",
      decider: "human",
      reasoning: expect.stringContaining("hook-1"),
    });
  });

  test.each([
    ["a higher score", { risk: { ...risk, score: 0.76 } }],
    ["a finding that was not on the card", { risk: { ...risk, findings: [finding, { ...finding, id: "other" }] } }],
    ["a rule that had not asked", { policy: policySays("escalate") }],
  ])("does not answer %s", (_name, more) => {
    expect(decide(decisionInput({ risk, answered, ...more })).outcome).toBe("ESCALATE");
  });

  test.each([
    ["the policy", { policy: policySays("deny") }],
    ["the score", { risk: riskOf(0.8), answered: { ...answered, score: 1 } }],
    ["a grant", { grant: { ...grant, effect: "deny" as const } }],
    ["the setting of the high band", { settings: { highBand: "deny" as const, verdictExpirySeconds: 300 } }],
  ])("gives way to a denial by %s", (_name, more) => {
    expect(decide(decisionInput({ risk, answered, ...more })).outcome).toBe("DENIED");
  });
});
