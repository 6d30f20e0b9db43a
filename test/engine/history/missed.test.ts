// What counts as missed, from entries alone.
import { describe, expect, test } from "vitest";
import { dismissalEntry, dismissedThrough, missedItems } from "../../../src/main/engine/history/missed.ts";
import type { LedgerEntry, NewEntry } from "../../../src/shared/domain/audit.ts";
import { minute } from "../../../src/shared/lib/clock.ts";

let sequence = 0;

function entry(changes: Partial<NewEntry>): LedgerEntry {
  sequence += 1;
  const kept = { sequence, previousHash: "", hash: "" };
  return {
    kind: "verdict",
    at: 0,
    agentDid: "did:a",
    intentId: `i-${sequence}`,
    summary: "",
    body: {},
    ...changes,
    ...kept,
  };
}

const timeout = (at: number) => entry({ at, outcome: "DENIED", reason: "timeout", decider: "timeout" });
const pass = (at: number, changes: Partial<NewEntry> = {}) =>
  entry({ at, outcome: "APPROVED", reason: "grant", rule: "grant:1", ...changes });
const find = (verdicts: readonly LedgerEntry[], acts: readonly LedgerEntry[] = [], summaryOf = () => "same") =>
  missedItems({ verdicts, acts, open: [], summaryOf });

describe("endings", () => {
  test("without an answer are missed, whoever was there; a person's are not", () => {
    const act = entry({ kind: "directive", at: 9, body: { issued_by: "console" } });
    const denied = entry({ outcome: "DENIED", reason: "human_denied", decider: "human" });
    expect(find([timeout(10), denied], [act]).items).toMatchObject([{ kind: "unanswered", reason: "timeout", at: 10 }]);
  });

  test("of the same request are one line with a count, the latest first; another request is another line", () => {
    const [older, newer, other] = [timeout(1), timeout(5), timeout(3)];
    const summaryOf = (verdict: LedgerEntry) => (verdict === other ? "other" : "same");
    const { items } = missedItems({ verdicts: [older, newer, other], acts: [], open: [], summaryOf });
    expect(items).toMatchObject([
      { intentId: newer.intentId, count: 2, at: 5 },
      { intentId: other.intentId, count: 1, at: 3 },
    ]);
  });

  test("that a crash left open count as a shutdown", () => {
    const open = [entry({ outcome: "ESCALATE", reason: "rule_escalate" })];
    expect(missedItems({ verdicts: [], acts: [], open, summaryOf: () => "" }).items).toMatchObject([
      { kind: "unanswered", reason: "shutdown" },
    ]);
  });
});

describe("what passed", () => {
  test.each([
    ["a grant", pass(0), 1],
    ["a person's rule", pass(0, { reason: "rule_allow", rule: "human-1" }), 1],
    ["another rule that allows a high score", pass(0, { reason: "rule_allow", rule: "mine", score: 0.7 }), 1],
    ["another rule that allows what would pass anyway", pass(0, { reason: "rule_allow", rule: "mine", score: 0.2 }), 0],
    ["a low score", pass(0, { reason: "risk_low" }), 0],
  ])("by %s", (_name, verdict, count) => expect(find([verdict]).items).toHaveLength(count));

  test.each([
    ["console", 1, 0],
    ["cli:anna", 1, 0],
    ["console", 6, 1],
    ["console", -1, 1],
    ["rule:x", 1, 1],
  ])("is no news within five minutes of what %s did %i minutes before", (issued_by, minutes, count) => {
    const act = entry({ kind: "directive", at: 100 * minute - minutes * minute, body: { issued_by } });
    expect(find([pass(100 * minute)], [act]).items).toHaveLength(count);
  });

  test("by the same decision is one line", () => {
    expect(find([pass(1), pass(2), pass(3, { rule: "grant:2" })]).items).toMatchObject([
      { rule: "grant:2", count: 1 },
      { rule: "grant:1", count: 2 },
    ]);
  });
});

test("a dismissal says how far it reaches", () => {
  const dismissal = dismissalEntry(17, "console", 5);
  expect(dismissedThrough(entry(dismissal))).toBe(17);
  expect(dismissedThrough(entry({ kind: "lifecycle", body: { event: "start" } }))).toBeUndefined();
});
