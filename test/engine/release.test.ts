// What a lasting allow releases from the queue: listed before, high risk only when it was on the list, and taken back by undo.
import { describe, expect, test } from "vitest";
import type { Duration, Scope } from "../../src/shared/domain/directive.ts";
import type { HeldApproval, Resolved } from "../../src/shared/domain/approval.ts";
import type { RiskModel } from "../../src/main/engine/ports.ts";
import { commandIntent, testEngine, type TestEngine } from "../support/engine/engine.ts";

/** High risk for whatever names production. */
const model: RiskModel = {
  origin: () => "test",
  score: async (question) => {
    const production = question.kind === "call" && JSON.stringify(question.arguments).includes("production");
    return { score: production ? 0.75 : 0.1, threats: [], origin: "test" };
  },
};

const commandOf = ({ intent }: HeldApproval) => intent.arguments["command"];
const waiting = (engine: TestEngine) => engine.governor.approvals.list().map(commandOf);

async function hold(engine: TestEngine, command: string): Promise<HeldApproval> {
  expect(await engine.governor.submit(commandIntent(command))).toMatchObject({ value: { outcome: "ESCALATE" } });
  const approval = engine.governor.approvals.list().find((each) => commandOf(each) === command);
  if (approval === undefined) throw new Error("Nothing is held.");
  return approval;
}

function preview(engine: TestEngine, { approvalId }: HeldApproval, scope: Scope, duration: Duration) {
  return engine.governor.approvals.wouldRelease(approvalId, { decision: "approve", scope, duration }, undefined, "me");
}

async function allow(
  engine: TestEngine,
  { approvalId, digest }: HeldApproval,
  [scope, duration]: readonly [Scope, Duration],
  listed?: readonly { readonly approvalId: string; readonly digest: string }[],
): Promise<Extract<Resolved, { grantId?: string }>> {
  const answer = { approvalId, digest, decision: "approve", scope, duration } as const;
  const resolved = await engine.governor.approvals.resolve(
    listed === undefined ? answer : { ...answer, listed: [...listed] },
    "console",
  );
  if (!resolved.ok || resolved.value.outcome === "REFUSED") throw new Error(JSON.stringify(resolved));
  return resolved.value;
}

describe.each(["1h", "always"] as const)("a decision for %s", (duration) => {
  const reach = ["agent", duration] as const;

  test("lists exactly the waiting requests that it then releases", async () => {
    const engine = testEngine({ model });
    const first = await hold(engine, "npm publish");
    await hold(engine, "npm publish ./b");
    await hold(engine, "npm publish ./production");
    await hold(engine, "npm publish && ls");
    const listed = await preview(engine, first, ...reach);
    if (!listed.ok) throw new Error(listed.error.message);
    expect(listed.value.map(({ summary, level }) => [summary, level])).toEqual([
      ["npm publish ./b", "LOW"],
      ["npm publish ./production", "HIGH"],
    ]);
    expect(listed.value[0]).toMatchObject({ agentName: "Test agent", headline: expect.stringContaining("npm") });
    // Nothing is in force for having been looked at.
    expect(waiting(engine)).toHaveLength(4);
    expect(await allow(engine, first, reach, listed.value)).toMatchObject({ released: 2, heldBack: 0 });
    expect(waiting(engine)).toEqual(["npm publish && ls"]);
  });

  test("leaves a request of high risk waiting that was not on the list, also when the policy is read again", async () => {
    const engine = testEngine({ model });
    const first = await hold(engine, "npm publish");
    const listed = await preview(engine, first, ...reach);
    await hold(engine, "npm publish ./production");
    await hold(engine, "npm publish ./b");
    const resolved = await allow(engine, first, reach, listed.ok ? listed.value : []);
    expect(resolved).toMatchObject({ released: 1, heldBack: 1 });
    await engine.governor.approvals.reevaluate();
    expect(waiting(engine)).toEqual(["npm publish ./production"]);
    const [kept] = engine.governor.approvals.list();
    expect(kept?.askedBecause).toContain("not on the list");
    expect(kept?.verdict.outcome).toBe("ESCALATE");
    // It is answered like any other.
    if (kept !== undefined) await allow(engine, kept, ["exact", "once"]);
    expect(waiting(engine)).toEqual([]);
  });

  test("does not take a request for listed that has changed since", async () => {
    const engine = testEngine({ model });
    const first = await hold(engine, "npm publish");
    const { approvalId } = await hold(engine, "npm publish ./production");
    await allow(engine, first, reach, [{ approvalId, digest: "0".repeat(64) }]);
    expect(waiting(engine)).toEqual(["npm publish ./production"]);
  });

  test("never releases what is critical, listed or not", async () => {
    const engine = testEngine({ model });
    const first = await hold(engine, "npm publish");
    const second = await hold(engine, "npm publish ./b");
    const { verdict } = second;
    Object.assign(verdict, { risk: { ...verdict.risk, level: "CRITICAL" } });
    const listed = await preview(engine, first, ...reach);
    expect(listed).toMatchObject({ ok: true, value: [] });
    await allow(engine, first, reach, [second]);
    expect(waiting(engine)).toEqual(["npm publish ./b"]);
  });

  test("undone, its rule is gone and what was not reported yet is denied", async () => {
    const engine = testEngine({ model });
    const before = engine.policyText();
    const first = await hold(engine, "npm publish");
    const second = await hold(engine, "npm publish ./b");
    const listed = await preview(engine, first, ...reach);
    await allow(engine, first, reach, listed.ok ? listed.value : []);
    const later = commandIntent("npm publish ./c");
    expect(await engine.governor.submit(later)).toMatchObject({ value: { outcome: "APPROVED" } });
    const { agentDid, intentId } = second.intent;
    await engine.governor.reports.take({ agentDid, intentId, status: "SUCCESS" });
    engine.directives.length = 0;

    const undone = await engine.governor.approvals.undo(first.approvalId, "console");
    expect(undone).toMatchObject({ ok: true, value: { finished: 1, ruleEnded: true } });
    const withdrawn = new Set([first.intent.intentId, later.intentId]);
    expect(undone.ok && new Set(undone.value.withdrawn.map((each) => each.intentId))).toEqual(withdrawn);
    expect(new Set(engine.directives.map(({ directive }) => directive.intentId))).toEqual(withdrawn);
    expect(engine.directives).toMatchObject([{ directive: { kind: "DENY" } }, { directive: { kind: "DENY" } }]);
    expect(await engine.governor.settled(later.agentDid, later.intentId, 0)).toMatchObject({ outcome: "DENIED" });
    expect(engine.policyText().trim()).toBe(before.trim());
    expect(engine.saved.size).toBe(0);
    // It may have begun before it heard of it: recorded, and no violation.
    expect(await engine.governor.reports.take({ ...later, status: "SUCCESS" })).toMatchObject({
      value: { violation: false },
    });
    await hold(engine, "npm publish ./d");
    expect(await engine.governor.approvals.undo(first.approvalId, "console")).toMatchObject({ ok: false });
  });

  test("tells whose answer ended the others", async () => {
    const engine = testEngine({ model });
    const first = await hold(engine, "npm publish");
    const second = await hold(engine, "npm publish ./b");
    await allow(engine, first, reach);
    const ends = engine.events.filter((event) => event.type === "approval_resolved");
    expect(ends.map(({ approvalId, cause }) => [approvalId, cause])).toEqual([
      [first.approvalId, undefined],
      [second.approvalId, first.approvalId],
    ]);
  });
});

test("a policy that allows more releases no request of high risk by itself", async () => {
  const engine = testEngine({ model });
  await hold(engine, "npm publish ./production");
  await hold(engine, "npm publish");
  engine.setPolicy(
    'defaults: { tools: { "*": { allowed: true } } }\nrules: [{ id: all, effect: allow, programs: [npm] }]\n',
  );
  await engine.governor.approvals.reevaluate();
  expect(waiting(engine)).toEqual(["npm publish ./production"]);
  const [kept] = engine.governor.approvals.list();
  if (kept !== undefined) await allow(engine, kept, ["exact", "once"]);
  expect(waiting(engine)).toEqual([]);
});

test("an answer for once can be undone while nothing was reported, and a lasting no ends with its rule", async () => {
  const engine = testEngine();
  const first = await hold(engine, "npm publish");
  await allow(engine, first, ["exact", "once"]);
  expect(await engine.governor.approvals.undo(first.approvalId, "console")).toMatchObject({
    ok: true,
    value: { withdrawn: [{ intentId: first.intent.intentId }], finished: 0, ruleEnded: false },
  });
  expect(engine.directives.at(-1)).toMatchObject({ directive: { kind: "DENY" }, verdict: { outcome: "DENIED" } });

  const { approvalId, digest } = await hold(engine, "npm publish");
  const answer = { approvalId, digest, decision: "deny", scope: "exact", duration: "always" } as const;
  await engine.governor.approvals.resolve(answer, "console");
  expect(await engine.governor.approvals.undo(approvalId, "console")).toMatchObject({
    ok: true,
    value: { withdrawn: [], ruleEnded: true },
  });
  await hold(engine, "npm publish");
});

test("a countdown that was stopped can run on, from where it was", async () => {
  const engine = testEngine();
  const { approvalId, deadline = 0, heldAt } = await hold(engine, "npm publish");
  await engine.pass(60_000);
  expect(engine.governor.approvals.keepWaiting(approvalId)).toMatchObject({ pausedMs: deadline - heldAt - 60_000 });
  await engine.pass(3_600_000);
  expect(waiting(engine)).toEqual(["npm publish"]);
  const running = engine.governor.approvals.letExpire(approvalId);
  expect(running).toMatchObject({ deadline: deadline + 3_600_000 });
  expect(running?.pausedMs).toBeUndefined();
  await engine.pass(deadline - heldAt - 60_000);
  expect(waiting(engine)).toEqual([]);
});
