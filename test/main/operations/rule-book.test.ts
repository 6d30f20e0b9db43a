// Decisions for ever and the person who edits policy.yaml: neither loses what the other has written.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { Gatehouse } from "../../../src/main/app/start.ts";
import { call, command, startGatehouse } from "../../support/engine/gatehouse.ts";

// Engines start in each of them.
vi.setConfig({ testTimeout: 60_000 });

const policy = `defaults:
  tools:
    "*": { allowed: true }
rules:
  - { id: ask-make, effect: escalate, programs: [make] }
`;
const beingWritten = `${policy}  - { id: no-git, effect: dney, programs: [git] } # not finished\n`;

function file({ address }: Gatehouse): string {
  return join(address.dataDirectory, "policy.yaml");
}

async function started(): Promise<Gatehouse> {
  const gatehouse = await startGatehouse();
  const saved = await gatehouse.operations.savePolicy({ text: policy }, "test");
  if (!saved.ok) throw new Error(saved.error.message);
  return gatehouse;
}

async function allowAlways(gatehouse: Gatehouse) {
  const { operations } = gatehouse;
  const asked = await call(gatehouse, "a2g/intent", command("make", { working_directory: "/srv/shop" }));
  expect(asked.result).toMatchObject({ verdict: "ESCALATE" });
  const listed = await operations.listApprovals({}, "test");
  const approval = listed.ok ? listed.value[0] : undefined;
  if (approval === undefined) throw new Error("Nothing is held.");
  const { approvalId, digest } = approval;
  const always = { scope: "exact", duration: "always" } as const;
  return () => operations.resolveApproval({ approvalId, digest, decision: "approve", ...always }, "test");
}

async function grantsOf({ operations }: Gatehouse) {
  const listed = await operations.listGrants({}, "test");
  return listed.ok ? listed.value : [];
}

test("a file that somebody is writing is not written over, and the request goes on waiting", async () => {
  const gatehouse = await started();
  const answer = await allowAlways(gatehouse);
  writeFileSync(file(gatehouse), beingWritten);
  expect(await answer()).toMatchObject({ ok: false, error: { code: "refused" } });
  expect(readFileSync(file(gatehouse), "utf8")).toBe(beingWritten);
  expect(await gatehouse.operations.listApprovals({}, "test")).toMatchObject({ value: [{}] });
  writeFileSync(file(gatehouse), policy);
  expect(await answer()).toMatchObject({ ok: true, value: { outcome: "APPROVED" } });
});

test("a change of the file that nobody has read yet is kept", async () => {
  const gatehouse = await started();
  const answer = await allowAlways(gatehouse);
  writeFileSync(file(gatehouse), `# Mine\n${policy}`);
  expect(await answer()).toMatchObject({ ok: true });
  const text = readFileSync(file(gatehouse), "utf8");
  expect(text).toMatch(/^# Mine\n/);
  expect(text).toContain("id: human-");
});

test("a decision whose rule cannot be taken out now can be revoked later", async () => {
  const gatehouse = await started();
  await (
    await allowAlways(gatehouse)
  )();
  const [grant] = await grantsOf(gatehouse);
  const grantId = grant?.grantId ?? "";
  const whole = readFileSync(file(gatehouse), "utf8");
  writeFileSync(file(gatehouse), beingWritten);
  expect(await gatehouse.operations.revokeGrant({ grantId }, "test")).toMatchObject({
    ok: false,
    error: { code: "refused" },
  });
  expect(readFileSync(file(gatehouse), "utf8")).toBe(beingWritten);
  writeFileSync(file(gatehouse), whole);
  expect(await gatehouse.operations.revokeGrant({ grantId }, "test")).toMatchObject({ ok: true });
  expect(readFileSync(file(gatehouse), "utf8").trim()).toBe(policy.trim());
});

test("a rule that was taken out by hand is no grant any more, and revoking it is no fault", async () => {
  const gatehouse = await started();
  await (
    await allowAlways(gatehouse)
  )();
  const [grant] = await grantsOf(gatehouse);
  writeFileSync(file(gatehouse), policy);
  await gatehouse.operations.getPolicy({}, "test");
  expect(await grantsOf(gatehouse)).toEqual([]);
  expect(await gatehouse.operations.revokeGrant({ grantId: grant?.grantId ?? "" }, "test")).toMatchObject({ ok: true });
});
