// What must hold for every decision, whatever goes in.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decide, type DecisionInput } from "../../src/main/engine/decide.ts";
import { outcomes, reasonCodes } from "../../src/shared/verdict.ts";
import { decisionInput, policySays, riskOf } from "../support/decision.ts";

const strictness = { APPROVED: 0, CONDITIONAL: 1, ESCALATE: 2, DENIED: 3 } as const;
const score = fc.integer({ min: 0, max: 10_000 }).map((value) => value / 10_000);

const inputs: fc.Arbitrary<DecisionInput> = fc
  .record({
    policy: fc.constantFrom("none", "allow", "deny", "escalate", "condition").map(policySays),
    mode: fc.constantFrom("enforce", "observe"),
    heuristic: score,
    model: score,
    highBand: fc.constantFrom("escalate", "allow", "deny"),
    standing: fc.constantFrom(undefined, { reason: "agent_halted", text: "Stopped." } as const),
    exhausted: fc.constantFrom(undefined, { reason: "rate_exceeded", text: "Too fast." } as const),
    grant: fc.constantFrom(undefined, "allow", "deny"),
  })
  .map(({ policy, mode, heuristic, model, highBand, standing, exhausted, grant }) =>
    decisionInput({
      policy,
      mode,
      risk: riskOf(heuristic, model),
      settings: { highBand, verdictExpirySeconds: 300 },
      ...(standing === undefined ? {} : { standing }),
      ...(exhausted === undefined ? {} : { exhausted }),
      ...(grant === undefined
        ? {}
        : {
            grant: {
              grantId: "g",
              effect: grant,
              scope: "agent",
              duration: "1h",
              title: "t",
              agentDid: "d",
              tool: "t",
              effects: [],
              hosts: [],
              issuedBy: "console",
              issuedAt: 0,
              uses: 0,
              fromIntent: "i",
            },
          }),
    }),
  );

describe("decide", () => {
  test("is total and deterministic, and speaks the closed vocabulary", () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const verdict = decide(input);
        expect(outcomes).toContain(verdict.outcome);
        expect(reasonCodes).toContain(verdict.reason);
        expect(verdict.reasoning).not.toBe("");
        expect(verdict.risk.score).toBe(Math.max(verdict.risk.modelScore, verdict.risk.heuristicScore));
        expect(decide(input)).toEqual(verdict);
      }),
    );
  });

  test("raising the score never loosens", () => {
    fc.assert(
      fc.property(inputs, score, (input, raise) => {
        const higher = Math.min(1, Math.round((input.risk.score + raise) * 10_000) / 10_000);
        const before = strictness[decide(input).outcome];
        const after = strictness[decide({ ...input, risk: riskOf(higher) }).outcome];
        expect(after).toBeGreaterThanOrEqual(before);
      }),
    );
  });

  test("a policy that denies never loosens", () => {
    fc.assert(
      fc.property(inputs, (input) => {
        expect(decide({ ...input, policy: policySays("deny") }).outcome).toBe("DENIED");
      }),
    );
  });

  test("whatever may not run has no manifest and no conditions", () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const verdict = decide(input);
        if (verdict.outcome !== "DENIED") return;
        expect(verdict.manifest).toBeUndefined();
        expect(verdict.conditions).toEqual([]);
      }),
    );
  });
});
