// The card says each thing once: the reason in front, the findings and scores below, and between them only what is left.
import { expect, test } from "vitest";
import { decide } from "../../../src/main/engine/pipeline/decide.ts";
import { reasoningBeside } from "../../../src/shared/reach/reasoning.ts";
import { reasons } from "../../../src/shared/domain/verdict.ts";
import { decisionInput, policySays, riskOf } from "../../support/engine/decision.ts";

test.each([0.1, 0.55, 0.76])("score and finding at %d are not told a second time", (score) => {
  const finding = { id: "x", threat: "Persistence", score, reason: "It changes a hook" };
  const risk = { ...riskOf(score), findings: [finding] };
  const ruling = decide(decisionInput({ risk, policy: policySays("escalate") }));
  expect(ruling.reasoning).toContain(`Risk ${score.toFixed(2)}`);
  const left = reasoningBeside(ruling.reasoning, `${reasons[ruling.reason]}.`);
  expect(left).not.toContain("Risk");
  expect(left).not.toContain(finding.reason);
  expect(left).toContain(policySays("escalate").text.replace(/\.$/, ""));
});

test("what a rule says about risk in its own words stays", () => {
  const said = "Rule deploy asks a human: Risk it only on Fridays.";
  expect(reasoningBeside(said, "A policy rule asks a human.")).toBe(said);
});
