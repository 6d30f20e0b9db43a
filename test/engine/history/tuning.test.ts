// What a person's own decisions suggest, from entries of the ledger alone.
import { describe, expect, test } from "vitest";
import { judgements } from "../../../src/main/engine/history/judgements.ts";
import { lowerSuggestions } from "../../../src/main/engine/history/tuning.ts";
import type { LedgerEntry, NewEntry } from "../../../src/shared/domain/audit.ts";
import type { JsonObject } from "../../../src/shared/lib/json.ts";

let sequence = 0;
const agentDid = "did:a";

function entry(changes: Partial<NewEntry> & Pick<NewEntry, "kind">): LedgerEntry {
  sequence += 1;
  return { at: sequence, agentDid, summary: "", body: {}, ...changes, sequence, previousHash: "", hash: "" };
}

interface Made {
  readonly score?: number;
  readonly findings?: readonly JsonObject[];
  readonly model?: number;
  readonly answer?: "approved" | "refused" | "overridden" | "disputed" | "timeout";
}

const finding = (id: string, score: number): JsonObject => ({ id, score, threat: `Threat of ${id}`, reason: "" });

/** The entries of one action, newest first. */
function action({
  score = 0.74,
  findings = [finding("rule-a", score)],
  model = 0.1,
  answer,
}: Made): readonly LedgerEntry[] {
  const intentId = `i-${(sequence += 1)}`;
  const outcome = score >= 0.8 ? "DENIED" : score >= 0.7 ? "ESCALATE" : "APPROVED";
  const entries = [
    entry({ kind: "intent", intentId, summary: `command ${intentId}`, tool: "Bash" }),
    entry({
      kind: "verdict",
      intentId,
      outcome,
      decider: "risk",
      score,
      reason: "risk_high",
      body: { findings, model_score: model },
    }),
  ];
  if (answer === "approved")
    entries.push(entry({ kind: "verdict", intentId, outcome: "APPROVED", reason: "human_approved" }));
  if (answer === "refused")
    entries.push(entry({ kind: "verdict", intentId, outcome: "DENIED", reason: "human_denied" }));
  if (answer === "timeout") entries.push(entry({ kind: "verdict", intentId, outcome: "DENIED", reason: "timeout" }));
  if (answer === "overridden") entries.push(entry({ kind: "override", intentId }));
  if (answer === "disputed") entries.push(entry({ kind: "feedback", intentId, body: { verdict: outcome } }));
  return entries.toReversed();
}

function suggest(past: readonly (readonly LedgerEntry[])[], score = 0.74) {
  const rules = [{ id: "rule-a", score }];
  return lowerSuggestions(judgements(past.toReversed().flat()), { rules, highBand: "escalate" });
}

const asked = (answer: NonNullable<Made["answer"]>) => action({ answer });
const denied = (answer?: Made["answer"]) => action({ score: 0.84, ...(answer === undefined ? {} : { answer }) });

describe("a rule that asks", () => {
  test("and was only ever approved may let pass with a warning", () => {
    expect(suggest([asked("approved"), asked("approved"), asked("approved")])).toMatchObject([
      {
        id: "lower:rule-a:warn",
        change: { kind: "lower_rule", rule: "rule-a", to: "warn" },
        why: "It asked 3 times and you approved every time.",
        evidence: { asked: 3, approved: 3, refused: 0 },
        effect: { fewerAsks: 3, fewerDenials: 0 },
      },
    ]);
  });

  test("stays when one was refused, or when there are too few answers", () => {
    expect(suggest([asked("approved"), asked("approved"), asked("approved"), asked("refused")])).toEqual([]);
    expect(suggest([asked("approved"), asked("approved"), asked("timeout")])).toEqual([]);
  });

  test("counts a question that was marked as wrong as an approval", () => {
    expect(suggest([asked("approved"), asked("approved"), asked("disputed")])).toMatchObject([
      { id: "lower:rule-a:warn" },
    ]);
  });

  test("is not blamed where another finding or the model would have asked too", () => {
    const two = [finding("rule-a", 0.74), finding("rule-b", 0.74)];
    const both = action({ score: 0.76, findings: two, answer: "approved" });
    const model = action({ model: 0.75, answer: "approved" });
    expect(suggest([both, both, both, model, model, model])).toEqual([]);
  });

  test("stays when a person said that something it found should not have passed", () => {
    const passed = action({ score: 0.55, findings: [finding("rule-a", 0.55)], answer: "disputed" });
    expect(suggest([asked("approved"), asked("approved"), asked("approved"), passed])).toEqual([]);
  });

  test("is not suggested again once it is lowered", () => {
    expect(suggest([asked("approved"), asked("approved"), asked("approved")], 0.55)).toEqual([]);
  });
});

describe("a rule that denies", () => {
  test("asks instead when at least half of its denials were overridden or marked as wrong", () => {
    expect(suggest([denied("overridden"), denied()], 0.84)).toMatchObject([
      { id: "lower:rule-a:ask", evidence: { denied: 2, overridden: 1 }, effect: { fewerDenials: 2, fewerAsks: 0 } },
    ]);
    expect(suggest([denied("disputed"), denied(), denied()], 0.84)).toEqual([]);
  });

  test("stays when nobody objected", () => {
    expect(suggest([denied(), denied(), denied()], 0.84)).toEqual([]);
  });
});

test("what the policy decided says nothing about a rule", () => {
  const byPolicy = asked("approved").map((each) =>
    each.decider === "risk" ? { ...each, decider: "policy" as const } : each,
  );
  expect(suggest([byPolicy, byPolicy, byPolicy])).toEqual([]);
});
