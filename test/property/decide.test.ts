// What must hold for every decision, whatever goes in.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decide, type DecisionInput } from "../../src/main/engine/pipeline/decide.ts";
import { outcomes, reasonCodes } from "../../src/shared/domain/verdict.ts";
import type { OverrideGrant } from "../../src/shared/domain/approval.ts";
import { decisionInput, policySays, riskOf } from "../support/engine/decision.ts";

const strictness = { APPROVED: 0, CONDITIONAL: 1, ESCALATE: 2, DENIED: 3 } as const;
/** Right at the edges of the bands, where a mistake would be, and between them. */
const ladder = [0, 0.2, 0.4, 0.4999, 0.5, 0.6, 0.6999, 0.7, 0.72, 0.75, 0.77, 0.7999, 0.8, 0.85, 0.8999, 0.9, 0.95, 1];
const score = fc.oneof(
  fc.integer({ min: 0, max: 10_000 }).map((value) => value / 10_000),
  fc.constantFrom(...ladder),
);
/** Mostly nothing: what ends a decision early hides everything after it. */
const seldom = <Value>(...values: readonly Value[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...values) });
const condition = { kind: "dry_run", text: "Try it first" } as const;
const runs = { numRuns: 1000 };

const inputs: fc.Arbitrary<DecisionInput> = fc
  .record({
    policy: fc
      .tuple(fc.constantFrom("none", "allow", "deny", "escalate", "condition"), fc.boolean())
      .map(([effect, conditional]) => ({ ...policySays(effect), conditions: conditional ? [condition] : [] })),
    mode: fc.constantFrom("enforce", "observe"),
    heuristic: score,
    model: score,
    highBand: fc.constantFrom("escalate", "allow", "deny"),
    standing: seldom({ reason: "agent_halted", text: "Stopped." } as const),
    exhausted: seldom({ reason: "rate_exceeded", text: "Too fast." } as const),
    grant: seldom<"allow" | "deny">("allow", "deny"),
    isProtected: fc.boolean(),
  })
  .map(({ policy, mode, isProtected, heuristic, model, highBand, standing, exhausted, grant }) =>
    decisionInput({
      policy,
      mode,
      protected: isProtected,
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
      runs,
    );
  });

  test("raising the score never loosens", () => {
    fc.assert(
      fc.property(inputs, score, (input, other) => {
        const steps = [...ladder, input.risk.score, other].toSorted((left, right) => left - right);
        const outcomesUp = steps.map((step) => strictness[decide({ ...input, risk: riskOf(step) }).outcome]);
        expect(outcomesUp).toEqual(outcomesUp.toSorted((left, right) => left - right));
      }),
      runs,
    );
  });

  test("a policy that denies never loosens", () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { outcome, wouldBe } = decide({ ...input, policy: policySays("deny") });
        expect(wouldBe?.outcome ?? outcome).toBe("DENIED");
      }),
      runs,
    );
  });

  test("observe mode never loosens a critical or protected denial, and holds nothing", () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const enforced = decide({ ...input, mode: "enforce" });
        const observed = decide({ ...input, mode: "observe" });
        const { standing, grant, risk, protected: isProtected } = input;
        const stays = standing !== undefined || grant?.effect === "deny" || risk.score >= 0.8 || isProtected === true;
        expect(observed.outcome).not.toBe("ESCALATE");
        const { wouldBe: _wouldBe, ...rest } = observed;
        const binding = enforced.outcome === "DENIED" && stays;
        expect(binding ? rest : enforced).toEqual(enforced);
        expect(risk.score < 0.8 || observed.outcome === "DENIED").toBe(true);
        expect(strictness[observed.outcome]).toBeLessThanOrEqual(strictness[enforced.outcome]);
      }),
      runs,
    );
  });

  test("observe mode never changes what is recorded as the enforced verdict", () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { outcome, reason, wouldBe, ...enforced } = decide({ ...input, mode: "enforce" });
        const observed = decide({ ...input, mode: "observe" });
        expect(wouldBe).toBeUndefined();
        expect(observed.wouldBe).toEqual({ outcome, reason });
        // What passes anyway is the same verdict, to the letter; what passes only now says so.
        const same = { ...enforced, outcome, reason, wouldBe: { outcome, reason } };
        const passes = outcome === "APPROVED" || outcome === "CONDITIONAL";
        expect(passes ? observed : same).toEqual(same);
        expect(passes || observed.outcome === "DENIED" || observed.reason === "observed").toBe(true);
      }),
      runs,
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
      runs,
    );
  });
});

describe("an override", () => {
  const override = (effect: OverrideGrant["override"]["effect"]): OverrideGrant => ({
    grantId: "l",
    effect: "allow",
    scope: "exact",
    duration: "once",
    title: "t",
    agentDid: "d",
    tool: "t",
    effects: [],
    hosts: [],
    issuedBy: "console",
    issuedAt: 0,
    uses: 0,
    fromIntent: "i",
    override: { effect, digest: "0", level: "CRITICAL" },
  });
  const effects = fc.constantFrom<OverrideGrant["override"]["effect"]>("allow", "ask");

  test("changes nothing but a denial by score", () => {
    fc.assert(
      fc.property(inputs, effects, (input, effect) => {
        const enforced = decide({ ...input, mode: "enforce" });
        if (enforced.outcome === "DENIED" && enforced.decider === "risk") return;
        expect(decide({ ...input, override: override(effect) })).toEqual(decide(input));
      }),
      runs,
    );
  });

  test("turns a denial by score into what the human chose, and keeps every other denial and condition", () => {
    let overridden = 0;
    fc.assert(
      fc.property(inputs, effects, (input, effect) => {
        const before = decide(input);
        if (before.outcome !== "DENIED" || before.decider !== "risk") return;
        const after = decide({ ...input, override: override(effect) });
        // The next test is about these.
        if (input.exhausted !== undefined || input.grant?.effect === "deny") return;
        overridden += 1;
        const conditional = input.policy.effect === "condition" || input.policy.conditions.length > 0;
        expect(after).toMatchObject({
          outcome: effect === "ask" ? "ESCALATE" : conditional ? "CONDITIONAL" : "APPROVED",
          reason: effect === "ask" ? "ask_next_time" : "denial_lifted",
          rule: "grant:l",
        });
        expect(after.conditions).toEqual(expect.arrayContaining([...input.policy.conditions]));
      }),
      runs,
    );
    expect(overridden).toBeGreaterThan(0);
  });

  test("never helps a stopped agent, a used-up limit, a policy that denies or a grant that denies", () => {
    const stop = fc.constantFrom<Partial<DecisionInput>>(
      { standing: { reason: "capability_revoked", text: "Revoked." } },
      { exhausted: { reason: "quota_exceeded", text: "Used up." } },
      { policy: policySays("deny") },
      { grant: { ...override("allow"), effect: "deny" } },
    );
    fc.assert(
      fc.property(inputs, effects, stop, (input, effect, denies) => {
        const stopped = { ...input, ...denies };
        expect(decide({ ...stopped, mode: "enforce", override: override(effect) }).outcome).toBe("DENIED");
        expect(decide({ ...stopped, override: override(effect) }).outcome).toBe(decide(stopped).outcome);
      }),
      runs,
    );
  });
});
