// What may be decided together.
import { describe, expect, test } from "vitest";
import { batchesOf } from "../../../src/renderer/lib/batch.ts";
import type { HeldApproval } from "../../../src/shared/domain/approval.ts";
import { batchSchema } from "../../../src/shared/domain/directive.ts";
import { lifelikeApprovals } from "../../support/engine/lifelike.ts";

const push = lifelikeApprovals(0).find((approval) => approval.intent.intentId === "push");
if (push === undefined) throw new Error("There is no approval to test with.");

function like(approvalId: string, changes: Partial<HeldApproval> = {}): HeldApproval {
  return { ...push, ...changes, approvalId } as HeldApproval;
}

const withLevel = (level: "LOW" | "HIGH" | "CRITICAL"): Partial<HeldApproval> => ({
  verdict: { ...push.verdict, risk: { ...push.verdict.risk, level } },
});

const ids = (approvals: readonly HeldApproval[]) =>
  batchesOf(approvals).map((batch) => batch.map((each) => each.approvalId));

describe("a batch", () => {
  test("is of one agent, one level and one effect", () => {
    const other = like("other", { intent: { ...push.intent, agentDid: "did:aeon:other:1:x" } });
    const graver = like("graver", withLevel("HIGH"));
    const deletes = like("deletes", { facts: { ...push.facts, effects: ["delete"] } });
    expect(ids([like("a"), other, like("b"), graver, deletes])).toEqual([["a", "b"]]);
  });

  test("is never of one request, and never critical", () => {
    expect(ids([like("a")])).toEqual([]);
    expect(ids([like("a", withLevel("CRITICAL")), like("b", withLevel("CRITICAL"))])).toEqual([]);
  });

  test("is no longer than one answer takes", () => {
    const many = Array.from({ length: 620 }, (_, index) => like(`${index}`));
    const [batch = []] = batchesOf(many);
    const items = batch.map(({ approvalId, digest }) => ({ approvalId, digest }));
    expect(batchSchema.safeParse({ decision: "deny", items }).success).toBe(true);
  });

  test("the same effects in another order are the same", () => {
    const turned = like("b", { facts: { ...push.facts, effects: push.facts.effects.toReversed() } });
    expect(ids([like("a"), turned])).toEqual([["a", "b"]]);
  });
});
