// Answers for several requests at once: what may be answered together, and that each has its own result.
import { expect, test, vi } from "vitest";
import type { Engine } from "../../../src/main/engine/engine.ts";
import { approvalOperations } from "../../../src/main/operations/approvals.ts";
import type { OperationPorts } from "../../../src/main/operations/ports.ts";
import type { HeldApproval } from "../../../src/shared/domain/approval.ts";
import { notificationActor } from "../../../src/shared/contract/contract.ts";
import type { Duration } from "../../../src/shared/domain/directive.ts";
import { fail, ok } from "../../../src/shared/lib/result.ts";
import type { RiskLevel } from "../../../src/shared/domain/verdict.ts";
import { lifelikeApprovals } from "../../support/engine/lifelike.ts";

function held(...levels: readonly RiskLevel[]): readonly HeldApproval[] {
  const [sample] = lifelikeApprovals(0);
  if (sample === undefined) throw new Error("There is no sample.");
  return levels.map((level, index) => ({
    ...sample,
    approvalId: `held-${index}`,
    verdict: { ...sample.verdict, risk: { ...sample.verdict.risk, level } },
  }));
}

function operationsOver(waiting: readonly HeldApproval[]) {
  const resolve = vi.fn<Engine["approvals"]["resolve"]>(({ approvalId }) =>
    Promise.resolve(
      approvalId === "held-1"
        ? fail({ code: "stale", message: "It has changed." })
        : ok({ approvalId, outcome: "APPROVED" }),
    ),
  );
  const engine = { approvals: { list: () => waiting, resolve } };
  const ports = { engine, grants: {}, clock: {} } as unknown as OperationPorts;
  const items = waiting.map(({ approvalId, digest }) => ({ approvalId, digest }));
  return { resolve, answer: () => approvalOperations(ports).resolveApprovals({ decision: "approve", items }, "test") };
}

test("requests of one level are answered once each, and each has its own result", async () => {
  const { resolve, answer } = operationsOver(held("MEDIUM", "MEDIUM", "MEDIUM"));
  expect(await answer()).toMatchObject({
    ok: true,
    value: [
      { approvalId: "held-0", answer: { ok: true } },
      { approvalId: "held-1", answer: { ok: false, error: { code: "stale" } } },
      { approvalId: "held-2", answer: { ok: true } },
    ],
  });
  for (const [given] of resolve.mock.calls) expect(given).toMatchObject({ scope: "exact", duration: "once" });
});

test("a write is bound to the file as it was seen, in a batch as by itself", async () => {
  const [sample] = held("MEDIUM");
  if (sample === undefined) throw new Error("There is no sample.");
  const { command: _command, ...facts } = sample.facts;
  const path = { given: "a", path: "/a", access: "write", zone: "project", pattern: false } as const;
  const writes = ["kept", "changed"].map((approvalId) => ({
    ...sample,
    approvalId,
    facts: { ...facts, paths: [{ ...path, path: `/${approvalId}` }] },
  }));
  const resolve = vi.fn<Engine["approvals"]["resolve"]>(({ approvalId }) =>
    Promise.resolve(ok({ approvalId, outcome: "APPROVED" })),
  );
  const presentText = (file: string) => ({ exists: true, digest: file === "/kept" ? "seen" : "another" });
  const engine = { approvals: { list: () => writes, resolve } };
  const operations = approvalOperations({ engine, grants: {}, clock: {}, presentText } as unknown as OperationPorts);
  const items = writes.map(({ approvalId, digest }) => ({ approvalId, digest, targetDigest: "seen" }));
  expect(await operations.resolveApprovals({ decision: "approve", items }, "test")).toMatchObject({
    ok: true,
    value: [
      { approvalId: "kept", answer: { ok: true } },
      { approvalId: "changed", answer: { ok: false, error: { code: "stale" } } },
    ],
  });
  expect(resolve).toHaveBeenCalledTimes(1);
  await operations.resolveApprovals({ decision: "deny", items }, "test");
  expect(resolve).toHaveBeenCalledTimes(3);
});

test.each([
  ["several levels", held("MEDIUM", "HIGH"), /one risk level/],
  ["a critical one", held("CRITICAL", "CRITICAL"), /one by one/],
  ["one critical among others", held("LOW", "CRITICAL"), /one by one/],
])("%s are not answered together, and none of them is", async (_what, waiting, why) => {
  const { resolve, answer } = operationsOver(waiting);
  const answered = await answer();
  expect(answered.ok ? "" : answered.error.message).toMatch(why);
  expect(resolve).not.toHaveBeenCalled();
});

test.each<[RiskLevel, Duration, boolean]>([
  ["LOW", "once", true],
  ["MEDIUM", "once", true],
  ["MEDIUM", "5m", false],
  ["HIGH", "once", false],
  ["CRITICAL", "once", false],
])("a notification's button: %s risk, %s", async (level, duration, allowed) => {
  const waiting = held(level);
  const resolve = vi.fn<Engine["approvals"]["resolve"]>(({ approvalId }) =>
    Promise.resolve(ok({ approvalId, outcome: "APPROVED" })),
  );
  const ports = { engine: { approvals: { list: () => waiting, resolve } }, grants: {}, clock: {} };
  const { resolveApproval } = approvalOperations(ports as unknown as OperationPorts);
  const answer = { approvalId: "held-0", digest: "", scope: "exact", duration } as const;
  expect(await resolveApproval({ ...answer, decision: "approve" }, notificationActor)).toMatchObject({ ok: allowed });
  expect(resolve).toHaveBeenCalledTimes(allowed ? 1 : 0);
  expect(await resolveApproval({ ...answer, decision: "deny" }, notificationActor)).toMatchObject({ ok: true });
  expect(await resolveApproval({ ...answer, decision: "approve" }, "console")).toMatchObject({ ok: true });
});
