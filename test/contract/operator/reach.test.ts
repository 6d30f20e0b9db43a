// A decision's reach on a whole Gatehouse: the rule before it is saved, its past, the file beside a change, observe mode.
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Gatehouse } from "../../../src/main/app/start.ts";
import type { HeldApproval } from "../../../src/shared/domain/approval.ts";
import type { Result } from "../../../src/shared/lib/result.ts";
import { agentDid, call, command, intentParams, startGatehouse } from "../../support/engine/gatehouse.ts";

const publish = "npm publish --access public";
const place = { workspace: "/home/anna/site", working_directory: "/home/anna/site" };

async function held(gatehouse: Gatehouse): Promise<HeldApproval> {
  const list = valueOf(await gatehouse.operations.listApprovals({}, "test"));
  const [first] = list;
  if (first === undefined) throw new Error("Nothing is held.");
  return first;
}

function valueOf<Value>(result: Result<Value, { readonly message: string }>): Value {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

test("a rule is shown with its text, its past and where it ends, and nothing is in force for it", async () => {
  const gatehouse = await startGatehouse();
  for (let count = 0; count < 3; count += 1) {
    await call(gatehouse, "a2g/intent", command(publish, place));
    const { approvalId, digest } = await held(gatehouse);
    await gatehouse.operations.resolveApproval(
      { approvalId, digest, decision: "approve", scope: "exact", duration: "once" },
      "test",
    );
  }
  await call(gatehouse, "a2g/intent", command("npm publish --access restricted", place));
  await call(gatehouse, "a2g/intent", command(publish, place));
  const approval = valueOf(await gatehouse.operations.listApprovals({}, "test")).at(-1);
  const subject = { approvalId: approval?.approvalId ?? "" };
  const wanted = { subject, decision: "approve", scope: "exact", duration: "always" } as const;
  // The reader sees what the indexer has caught up with.
  const preview = await expect
    .poll(async () => valueOf(await gatehouse.operations.previewReach(wanted, "test")), { timeout: 8000 })
    .toMatchObject({ past: { matched: 3, denied: 0 } })
    .then(async () => valueOf(await gatehouse.operations.previewReach(wanted, "test")));
  expect(preview.rule?.text).toContain(publish);
  expect(preview.verified).toContain("answers the rule");
  expect(preview.nearMiss).toMatchObject({ why: "it is not word for word the same" });
  expect(valueOf(await gatehouse.operations.listGrants({}, "test"))).toEqual([]);
  expect(valueOf(await gatehouse.operations.getPolicy({}, "test")).text).not.toContain("human-");
});

test("a compound command has no wider rule to show", async () => {
  const gatehouse = await startGatehouse();
  await call(gatehouse, "a2g/intent", command(`${publish} && ls`, place));
  const { approvalId } = await held(gatehouse);
  const wanted = { subject: { approvalId }, decision: "approve", scope: "agent", duration: "1h" } as const;
  expect(await gatehouse.operations.previewReach(wanted, "test")).toMatchObject({
    ok: false,
    error: { code: "refused", message: expect.stringContaining("never widened") },
  });
});

test("where a project's own file asks, no rule is promised that would not be heard there", async () => {
  const gatehouse = await startGatehouse();
  const workspace = mkdtempSync(join(tmpdir(), "gatehouse-project-"));
  onTestFinished(() => rmSync(workspace, { recursive: true }));
  writeFileSync(
    join(workspace, ".gatehouse.yaml"),
    "rules:\n  - { id: ask-make, effect: escalate, programs: [make] }\n",
  );
  await call(gatehouse, "a2g/intent", command("make", { workspace, working_directory: workspace }));
  const { approvalId, digest, verdict } = await held(gatehouse);
  expect(verdict.rule).toContain("ask-make");
  const always = { decision: "approve", scope: "exact", duration: "always" } as const;
  const refused = { ok: false, error: { message: expect.stringContaining("The project's own file asks here") } };
  const { previewReach, resolveApproval } = gatehouse.operations;
  expect(await previewReach({ subject: { approvalId }, ...always }, "test")).toMatchObject(refused);
  expect(await resolveApproval({ approvalId, digest, ...always }, "test")).toMatchObject({ ok: false });
});

test("the file beside a change is shown without its secrets, and an approval of an older sight of it is refused", async () => {
  const gatehouse = await startGatehouse();
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-target-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, ".github-workflow.sh");
  const token = `ghp_${"aB3dE5fG7hJ9kL1mN2pQ".repeat(2).slice(0, 36)}`;
  writeFileSync(path, `name: deploy\ntoken: ${token}\n`);
  const gate = "rules:\n  - { id: ask-write, effect: escalate, tools: [write_file] }\n";
  const { text } = valueOf(await gatehouse.operations.getPolicy({}, "test"));
  const asked = await gatehouse.operations.savePolicy({ text: text.replace(/^rules:\n/m, gate) }, "test");
  expect(asked.ok).toBe(true);
  await call(gatehouse, "a2g/intent", intentParams("write_file", { path, content: "name: other\n" }));
  const { approvalId, digest } = await held(gatehouse);
  const target = valueOf(await gatehouse.operations.readTarget({ approvalId }, "test"));
  expect(target).toMatchObject({ exists: true, text: expect.stringContaining("name: deploy") });
  expect(target.text).not.toContain(token);

  writeFileSync(path, "name: changed meanwhile\n");
  const answer = { approvalId, digest, decision: "approve", scope: "exact", duration: "once" } as const;
  const late = await gatehouse.operations.resolveApproval({ ...answer, targetDigest: target.digest }, "test");
  expect(late).toMatchObject({ ok: false, error: { code: "stale" } });
  const seen = valueOf(await gatehouse.operations.readTarget({ approvalId }, "test"));
  const good = await gatehouse.operations.resolveApproval({ ...answer, targetDigest: seen.digest }, "test");
  expect(good).toMatchObject({ ok: true });
});

test("what observe mode let pass is listed, and one decision makes a rule of it", async () => {
  const gatehouse = await startGatehouse();
  valueOf(await gatehouse.operations.setMode({ mode: "observe" }, "test"));
  expect(valueOf(await gatehouse.operations.getStatus({}, "test"))).toMatchObject({
    mode: "observe",
    observing: { by: "test" },
  });
  for (let count = 0; count < 2; count += 1) {
    const answer = await call(gatehouse, "a2g/intent", command(publish, place));
    expect(answer.result).toMatchObject({ verdict: "APPROVED" });
  }
  await expect
    .poll(async () => valueOf(await gatehouse.operations.listObserved({}, "test")), { timeout: 8000 })
    .toMatchObject([{ agentDid, count: 2, summary: publish }]);
  const [observed] = valueOf(await gatehouse.operations.listObserved({}, "test"));
  const decided = await gatehouse.operations.decidePast(
    { agentDid, intentId: observed?.intentId ?? "", decision: "approve", scope: "exact", duration: "always" },
    "test",
  );
  expect(decided).toMatchObject({ ok: true });
  expect(valueOf(await gatehouse.operations.listObserved({}, "test"))).toMatchObject([{ decided: "allow" }]);
  valueOf(await gatehouse.operations.setMode({ mode: "enforce" }, "test"));
  const answer = await call(gatehouse, "a2g/intent", command(publish, place));
  expect(answer.result).toMatchObject({ verdict: "APPROVED" });
});

test("a rule written for a link outlives where the link led", async () => {
  const directories = ["gatehouse-", "site-"].map((name) => mkdtempSync(join(tmpdir(), name)));
  onTestFinished(() => directories.forEach((directory) => rmSync(directory, { recursive: true, force: true })));
  const [dataDirectory = "", site = ""] = directories;
  const link = join(site, "deploy");
  const pointTo = (version: string) => {
    rmSync(link, { force: true });
    symlinkSync(join(site, version), link);
  };
  for (const version of ["one", "two"]) writeFileSync(join(site, version), "");
  const policy =
    'defaults: { tools: { "*": { allowed: true } } }\nrules: [{ id: ask, effect: escalate, when: "true" }]\n';
  writeFileSync(join(dataDirectory, "policy.yaml"), policy);
  const before = await startGatehouse({ dataDirectory });
  const ask = async (gatehouse: Gatehouse) =>
    (await call(gatehouse, "a2g/intent", command("./deploy", { workspace: site, working_directory: site }))).result;

  pointTo("one");
  await ask(before);
  const { approvalId, digest } = await held(before);
  const answer = { approvalId, digest, decision: "approve", scope: "command_form", duration: "always" } as const;
  expect(await before.operations.resolveApproval(answer, "test")).toMatchObject({ ok: true });
  expect(await ask(before)).toMatchObject({ verdict: "APPROVED" });
  await before.stop();

  pointTo("two");
  const after = await startGatehouse({ dataDirectory });
  expect(await ask(after)).toMatchObject({ verdict: "ESCALATE" });
  pointTo("one");
  // Where a link leads is remembered for a quarter of a second.
  await expect.poll(() => ask(after)).toMatchObject({ verdict: "APPROVED" });
});
