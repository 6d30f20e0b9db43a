// An approval withdrawn: nothing of it is left in force, the agent gets a directive, and what it did meanwhile is recorded.
import { describe, expect, test } from "vitest";
import type { HeldApproval } from "../../../src/shared/domain/approval.ts";
import type { Duration } from "../../../src/shared/domain/directive.ts";
import { commandIntent, type TestEngine, testEngine } from "../../support/engine/engine.ts";

const publish = "npm publish";

async function hold(engine: TestEngine, text = publish): Promise<HeldApproval> {
  const intent = commandIntent(text);
  await engine.governor.submit(intent);
  const approval = engine.governor.approvals.list().find((each) => each.intent.intentId === intent.intentId);
  if (approval === undefined) throw new Error("Not held.");
  return approval;
}

async function approve(engine: TestEngine, { approvalId, digest }: HeldApproval, duration: Duration = "once") {
  const answer = { approvalId, digest, decision: "approve", scope: "exact", duration } as const;
  const resolved = await engine.governor.approvals.resolve(answer, "cli:anna");
  if (!resolved.ok) throw new Error(resolved.error.message);
  return resolved.value;
}

const key = ({ intent: { agentDid, intentId } }: HeldApproval) => ({ agentDid, intentId });
const verdictOf = (engine: TestEngine, { intent }: HeldApproval) =>
  engine.governor.settled(intent.agentDid, intent.intentId, 0);

describe("withdrawing", () => {
  test("an approval for once: the agent is told, and asking again for the answer gives the denial", async () => {
    const engine = testEngine();
    const approval = await hold(engine);
    await approve(engine, approval);
    const withdrawn = await engine.governor.approvals.undo(approval.approvalId, "console");
    expect(withdrawn).toMatchObject({ ok: true, value: { withdrawn: [key(approval)], finished: 0 } });
    expect(engine.directives.at(-1)).toMatchObject({
      directive: { kind: "DENY", issuedBy: "console", intentId: approval.intent.intentId },
      verdict: { outcome: "DENIED", reason: "withdrawn", decider: "human" },
    });
    expect(await verdictOf(engine, approval)).toMatchObject({ outcome: "DENIED", reason: "withdrawn" });
    expect(await engine.governor.submit(approval.intent)).toMatchObject({ value: { reason: "withdrawn" } });
    expect(engine.entries.slice(-2)).toMatchObject([
      { kind: "directive", body: { directive: "DENY", issued_by: "console", withdraws: "APPROVED" } },
      { kind: "verdict", outcome: "DENIED", reason: "withdrawn" },
    ]);
    expect(engine.events.at(-1)).toMatchObject({ type: "feed_changed", item: { outcome: "DENIED" } });
    expect(await engine.governor.approvals.undo(approval.approvalId, "console")).toMatchObject({ ok: false });
  });

  test.each(["1h", "always"] as const)(
    "a lasting one (%s): the grant goes, with everything it released",
    async (duration) => {
      const engine = testEngine();
      const first = await hold(engine);
      const other = await hold(engine, "npm publish --tag next");
      const answer = { approvalId: first.approvalId, digest: first.digest, decision: "approve", duration } as const;
      const resolved = await engine.governor.approvals.resolve({ ...answer, scope: "agent" }, "cli:anna");
      expect(resolved).toMatchObject({ ok: true });
      expect(await verdictOf(engine, other)).toMatchObject({ outcome: "APPROVED" });
      const withdrawn = await engine.governor.approvals.undo(first.approvalId, "console");
      expect(withdrawn).toMatchObject({
        ok: true,
        value: { withdrawn: [key(first), key(other)], ruleEnded: true },
      });
      expect(await verdictOf(engine, other)).toMatchObject({ reason: "withdrawn" });
      expect(engine.policyText()).not.toContain("effect: allow");
      expect(await engine.governor.submit(commandIntent(publish))).toMatchObject({ value: { outcome: "ESCALATE" } });
    },
  );

  test("what was reported before stays as it is; what is reported afterwards is recorded as such", async () => {
    const engine = testEngine();
    const [done, late] = [await hold(engine), await hold(engine, "npm publish --dry-run")];
    for (const approval of [done, late]) await approve(engine, approval);
    const report = (approval: HeldApproval) => engine.governor.reports.take({ ...key(approval), status: "SUCCESS" });
    await report(done);
    expect(await engine.governor.approvals.undo(done.approvalId, "console")).toMatchObject({
      ok: true,
      value: { withdrawn: [], finished: 1 },
    });
    expect(await verdictOf(engine, done)).toMatchObject({ outcome: "APPROVED" });
    await engine.governor.approvals.undo(late.approvalId, "console");
    expect(await report(late)).toMatchObject({ ok: true, value: { violation: false } });
    expect(engine.entries.at(-1)).toMatchObject({
      kind: "report",
      summary: "SUCCESS (after the approval was withdrawn)",
      body: { withdrawn: true },
    });
  });

  test("holds although the ledger cannot record it", async () => {
    const engine = testEngine();
    const approval = await hold(engine);
    await approve(engine, approval);
    engine.breakLedger(new Error("read-only"));
    expect(await engine.governor.approvals.undo(approval.approvalId, "console")).toMatchObject({
      ok: false,
      error: { code: "unavailable" },
    });
    expect(await verdictOf(engine, approval)).toMatchObject({ reason: "withdrawn" });
  });

  test.each(["once", "1h"] as const)(
    "a denial (%s) allows nothing, and asking again asks a human again",
    async (duration) => {
      const engine = testEngine();
      const { approvalId, digest, intent } = await hold(engine);
      const answer = { approvalId, digest, decision: "deny", scope: "exact", duration } as const;
      await engine.governor.approvals.resolve(answer, "cli:anna");
      expect(await engine.governor.submit(intent)).toMatchObject({ value: { outcome: "DENIED" } });
      expect(await engine.governor.approvals.undo(approvalId, "console")).toMatchObject({
        value: { withdrawn: [], reopened: 1, ruleEnded: duration === "1h" },
      });
      const settled = await engine.governor.settled(intent.agentDid, intent.intentId, 0);
      expect(settled).toMatchObject({ outcome: "DENIED", reason: "denial_undone" });
      expect(engine.directives.at(-1)).toMatchObject({ directive: { kind: "DENY", issuedBy: "console" } });
      expect(await engine.governor.submit(intent)).toMatchObject({ value: { outcome: "ESCALATE" } });
      expect(engine.governor.approvals.list()).toHaveLength(1);
      expect(await engine.governor.approvals.undo(approvalId, "console")).toMatchObject({ ok: false });
    },
  );
});

test("an agent's denials include a human's, those nobody answered and what is withdrawn, each once", async () => {
  const counted: string[] = [];
  const agents = {
    view: (did: string) => ({ did, name: "Test agent", requested: undefined }),
    standing: () => undefined,
    count: () => {},
    countDenial: (did: string) => void counted.push(did),
  };
  const engine = testEngine({ agents });
  const denied = await hold(engine);
  const answer = { approvalId: denied.approvalId, digest: denied.digest, decision: "deny" } as const;
  await engine.governor.approvals.resolve({ ...answer, scope: "exact", duration: "once" }, "console");
  expect(counted).toEqual([denied.intent.agentDid]);
  await engine.governor.approvals.undo(denied.approvalId, "console");
  expect(counted).toHaveLength(1);
  const allowed = await hold(engine, "npm publish --tag next");
  await approve(engine, allowed);
  expect(counted).toHaveLength(1);
  await engine.governor.approvals.undo(allowed.approvalId, "console");
  expect(counted).toHaveLength(2);
  await hold(engine, "npm publish --tag beta");
  await engine.pass(3_600_000);
  await expect.poll(() => counted.length).toBe(3);
});
