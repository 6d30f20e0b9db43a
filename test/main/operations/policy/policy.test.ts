// The policy as people handle it, over a real engine: checks, use of rules, versions and the way back, what-if.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Gatehouse } from "../../../../src/main/app/start.ts";
import type { WhatIfReport } from "../../../../src/shared/contract/policy-api.ts";
import type { Operations } from "../../../../src/shared/contract/contract.ts";
import { call, command, intentParams, startGatehouse } from "../../../support/engine/gatehouse.ts";

type Answer<Name extends keyof Operations> = Extract<Awaited<ReturnType<Operations[Name]>>, { ok: true }>["value"];

async function good<Name extends keyof Operations>(answer: ReturnType<Operations[Name]>): Promise<Answer<Name>> {
  const result = await answer;
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

// Engines and threads start in each of them.
vi.setConfig({ testTimeout: 60_000 });

const open = `defaults:\n  tools:\n    "*": { allowed: true }\n`;
const denyMake = `${open}rules:\n  - { id: no-make, effect: deny, programs: [make], reason: Not here }\n`;

const savedAs = (gatehouse: Gatehouse, text: string, actor: string) =>
  good<"savePolicy">(gatehouse.operations.savePolicy({ text }, actor));

test("a draft is checked by the real compiler, with line and column", async () => {
  const { operations } = await startGatehouse();
  const broken = await good<"checkPolicy">(
    operations.checkPolicy({ text: `${open}rules:\n  - id: x\n    effect: dney\n` }, "test"),
  );
  expect(broken.loaded).toBeUndefined();
  expect(broken.problems[0]).toMatchObject({ line: 6, column: 5, path: "rules[0].effect" });
  const fine = await good<"checkPolicy">(operations.checkPolicy({ text: denyMake }, "test"));
  expect(fine).toMatchObject({ problems: [], loaded: { rules: 1, sequences: 0 } });
});

test("a save is refused when the file has changed since the draft was begun, or does not load", async () => {
  const { operations, address } = await startGatehouse();
  const { id } = await good<"getPolicy">(operations.getPolicy({}, "test"));
  writeFileSync(join(address.dataDirectory, "policy.yaml"), denyMake);
  expect(await operations.savePolicy({ text: open, base: id }, "test")).toMatchObject({
    ok: false,
    error: { code: "stale" },
  });
  const now = await good<"getPolicy">(operations.getPolicy({}, "test"));
  expect(now.text).toBe(denyMake);
  expect(await operations.savePolicy({ text: "rules: 3", base: now.id }, "test")).toMatchObject({
    ok: false,
    error: { code: "refused" },
  });
  expect((await operations.savePolicy({ text: open, base: now.id }, "test")).ok).toBe(true);
});

test("a file that does not load is shown as it stands, beside the text in force", async () => {
  const { operations, address } = await startGatehouse();
  const before = await good<"getPolicy">(operations.getPolicy({}, "test"));
  writeFileSync(join(address.dataDirectory, "policy.yaml"), "rules: [");
  const now = await good<"getPolicy">(operations.getPolicy({}, "test"));
  expect(now.text).toBe(before.text);
  expect(now.file?.text).toBe("rules: [");
  expect(now.file?.problems.length).toBeGreaterThan(0);
});

test("every change is a version with its author, and an earlier one can be restored, which is a change itself", async () => {
  const gatehouse = await startGatehouse();
  const { operations, address } = gatehouse;
  const first = await good<"getPolicy">(operations.getPolicy({}, "test"));
  await savedAs(gatehouse, denyMake, "console");
  const listed = await good<"listPolicyVersions">(operations.listPolicyVersions({}, "test"));
  expect(listed.map(({ how, actor, kept, current }) => ({ how, actor, kept, current }))).toEqual([
    { how: "saved", actor: "console", kept: true, current: true },
    { how: "start", actor: "start", kept: true, current: false },
  ]);
  const old = listed[1]?.id ?? "";
  expect((await good<"getPolicyVersion">(operations.getPolicyVersion({ id: old }, "test"))).text).toBe(first.text);
  await good<"restorePolicy">(operations.restorePolicy({ id: old }, "cli:anna"));
  expect(readFileSync(join(address.dataDirectory, "policy.yaml"), "utf8")).toBe(first.text);
  const after = await good<"listPolicyVersions">(operations.listPolicyVersions({}, "test"));
  expect(after[0]).toMatchObject({ how: "restored", actor: "cli:anna", current: true, id: old });

  // A kept text that somebody changed is not what the ledger recorded.
  const folder = join(address.dataDirectory, "policy-versions");
  expect(readdirSync(folder)).toHaveLength(2);
  writeFileSync(join(folder, `${listed[0]?.id}.yaml`), open);
  expect(await operations.restorePolicy({ id: listed[0]?.id ?? "" }, "test")).toMatchObject({
    ok: false,
    error: { code: "not_found" },
  });
});

test("a policy that was exchanged while Gatehouse was closed is a version, an unchanged one is not", async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), "gatehouse-"));
  onTestFinished(() => rmSync(dataDirectory, { recursive: true, force: true }));
  await (await startGatehouse({ dataDirectory })).stop();
  await (await startGatehouse({ dataDirectory })).stop();
  writeFileSync(join(dataDirectory, "policy.yaml"), denyMake);
  const { operations } = await startGatehouse({ dataDirectory });
  const listed = await good<"listPolicyVersions">(operations.listPolicyVersions({}, "test"));
  expect(listed.map(({ how }) => how)).toEqual(["start", "start"]);
});

test("rules are listed with how often they decided and when last; limits that decided follow", async () => {
  const gatehouse = await startGatehouse();
  await savedAs(
    gatehouse,
    `${denyMake}  - { id: never, effect: escalate, programs: [cobc] }\n`.replace(
      "allowed: true }",
      "allowed: true }\n    fetch_url: { allowed: false }",
    ),
    "test",
  );
  for (const text of ["make", "make all", "ls"]) await call(gatehouse, "a2g/intent", command(text));
  await call(gatehouse, "a2g/intent", intentParams("fetch_url", { url: "https://example.com" }));
  await vi.waitFor(async () => {
    const rules = await good<"listRuleUse">(gatehouse.operations.listRuleUse({ days: 30 }, "test"));
    expect(rules.map(({ id, kind, effect, hits }) => [id, kind, effect, hits])).toEqual([
      ["no-make", "rule", "deny", 2],
      ["never", "rule", "escalate", 0],
      ["tools.fetch_url", "other", undefined, 1],
    ]);
    expect(rules[0]?.lastUsedAt).toBeGreaterThan(Date.now() - 60_000);
    expect(rules[1]?.lastUsedAt).toBeUndefined();
  }, 30_000);
});

test("a rule that allows says how far it goes, and one that is off decides nothing", async () => {
  const gatehouse = await startGatehouse();
  const rules = [
    "  - { id: my-git, effect: allow, programs: [git] }",
    "  - { id: idle, effect: allow, programs: [make], enabled: false }",
    "  - { id: no-cargo, effect: deny, programs: [cargo], enabled: false, match: [cargo build] }",
    "",
  ];
  await savedAs(gatehouse, denyMake.replace(/rules:\n[^]*$/, `rules:\n${rules.join("\n")}`), "test");
  const listed = await good<"listRuleUse">(gatehouse.operations.listRuleUse({ days: 30 }, "test"));
  const [git, idle] = listed;
  expect(git?.widest).toMatch(/^git /);
  expect(idle).not.toHaveProperty("widest");
  const explain = (text: string) =>
    good<"explain">(gatehouse.operations.explain({ tool: "execute_command", arguments: { command: text } }, "test"));
  expect((await explain(git?.widest ?? "")).verdict.outcome).toBe("APPROVED");
  expect((await explain("cargo build")).verdict.rule).toBeUndefined();
});

test("explain judges by a draft when one is given", async () => {
  const gatehouse = await startGatehouse();
  const input = { tool: "execute_command", arguments: { command: "make" } };
  const now = await good<"explain">(gatehouse.operations.explain(input, "test"));
  expect(now.verdict.outcome).toBe("APPROVED");
  const draft = await good<"explain">(gatehouse.operations.explain({ ...input, draft: denyMake }, "test"));
  expect(draft.verdict).toMatchObject({ outcome: "DENIED", rule: "no-make" });
  expect(draft.considered).toContainEqual(expect.objectContaining({ rule: "no-make", result: "matched" }));
});

test("explain by a draft heeds the project's own file, as the policy in force does", async () => {
  const gatehouse = await startGatehouse();
  const workspace = mkdtempSync(join(tmpdir(), "gatehouse-project-"));
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }));
  const own = "rules:\n  - { id: no-cmake, effect: deny, programs: [cmake], reason: We build with ninja }\n";
  writeFileSync(join(workspace, ".gatehouse.yaml"), own);
  const input = { tool: "execute_command", arguments: { command: "cmake ." }, workspace };
  for (const draft of [undefined, denyMake]) {
    const given = draft === undefined ? input : { ...input, draft };
    const { verdict } = await good<"explain">(gatehouse.operations.explain(given, "test"));
    expect(verdict).toMatchObject({ outcome: "DENIED", rule: expect.stringContaining("no-cmake") });
  }
});

async function whatIf({ operations }: Gatehouse, text: string): Promise<WhatIfReport> {
  const { runId } = await good<"startWhatIf">(operations.startWhatIf({ text, days: 30 }, "test"));
  return vi.waitFor(async () => {
    const state = await good<"getWhatIf">(operations.getWhatIf({ runId }, "test"));
    if (state.status !== "done") throw new Error(JSON.stringify(state));
    return state.report;
  }, 40_000);
}

test("what-if decides the past again and says what the draft would change, and what it could not see", async () => {
  const gatehouse = await startGatehouse();
  await savedAs(
    gatehouse,
    `${open}rules:\n  - { id: ask-push, effect: escalate, programs: [git] }\n  - { id: no-npm, effect: deny, programs: [npm] }\n`,
    "test",
  );
  for (const text of ["make", "ls", "git push", "npm test"]) await call(gatehouse, "a2g/intent", command(text));
  const long = "x".repeat(5000);
  await call(gatehouse, "a2g/intent", intentParams("write_file", { path: "/tmp/a.txt", content: long }));
  await call(gatehouse, "a2g/intent", command(`echo ${long}`));

  const draft = `${open}rules:\n  - { id: no-make, effect: deny, programs: [make] }\n  - { id: ask-npm, effect: escalate, programs: [npm] }\n  - { id: ask-write, effect: escalate, tools: [write_file] }\n`;
  const report = await whatIf(gatehouse, draft);
  expect(report.counts).toEqual({ denied: 1, asked: 2, allowed: 1, conditions: 0 });
  expect(report.replayed).toBe(5);
  expect(report.partial).toBe(1);
  expect(report.skipped).toEqual({ cut: 1, texts: 0, standing: 0 });
  const found = new Map(report.changes.map((change) => [change.rule ?? change.summary, change]));
  expect(found.get("no-make")).toMatchObject({
    group: "denied",
    recorded: "APPROVED",
    after: "DENIED",
    partial: false,
  });
  expect(found.get("ask-npm")).toMatchObject({ group: "asked", before: "DENIED", after: "ESCALATE" });
  expect(found.get("ask-write")).toMatchObject({ group: "asked", partial: true });
  expect(found.get("git push")).toMatchObject({ group: "allowed", before: "ESCALATE", after: "APPROVED" });

  // The policy in force changes nothing about its own past.
  const same = await whatIf(gatehouse, (await good<"getPolicy">(gatehouse.operations.getPolicy({}, "test"))).text);
  expect(same.counts).toEqual({ denied: 0, asked: 0, allowed: 0, conditions: 0 });
});

test("what-if refuses a draft that does not load, and can be cancelled", async () => {
  const { operations } = await startGatehouse();
  expect(await operations.startWhatIf({ text: "rules: 3", days: 1 }, "test")).toMatchObject({ ok: false });
  const { runId } = await good<"startWhatIf">(operations.startWhatIf({ text: denyMake, days: 1 }, "test"));
  expect(await operations.cancelWhatIf({ runId }, "test")).toEqual({ ok: true, value: { status: "cancelled" } });
  expect(await operations.getWhatIf({ runId: "other" }, "test")).toMatchObject({
    ok: false,
    error: { code: "not_found" },
  });
});

test("the addresses are told, and a token only when there is one and it is asked for", async () => {
  const { operations, address } = await startGatehouse({ token: "a-token-of-some-length" });
  const info = await good<"getConnection">(operations.getConnection({}, "test"));
  expect(info).toMatchObject({
    http: address.http,
    token: true,
    telemetryToken: false,
    tls: false,
    address: "127.0.0.1",
  });
  expect(JSON.stringify(info)).not.toContain("a-token");
  expect(info.transports.find(({ id }) => id === "agentSocket")?.address).toBe(address.agentSocket);
  expect(info.transports.find(({ id }) => id === "scoreRisk")?.address).toBeUndefined();
  expect(await operations.revealToken({ which: "agents" }, "test")).toMatchObject({
    value: { token: "a-token-of-some-length" },
  });
  expect((await operations.revealToken({ which: "telemetry" }, "test")).ok).toBe(false);
});

test("an edit of a held request is explained where it would run", async () => {
  const gatehouse = await startGatehouse();
  const { operations } = gatehouse;
  await savedAs(gatehouse, `${open}rules:\n  - { id: ask-make, effect: escalate, programs: [make] }\n`, "test");
  await call(gatehouse, "a2g/intent", command("make", { workspace: "/srv/shop", working_directory: "/srv/shop/sub" }));
  const [held] = await good<"listApprovals">(operations.listApprovals({}, "test"));
  const approvalId = held?.approvalId ?? "";
  const edit = { tool: "execute_command", arguments: { command: "rm old.txt" } };
  const { facts } = await good<"explain">(operations.explain({ ...edit, approvalId }, "test"));
  expect(facts.paths).toMatchObject([{ path: "/srv/shop/sub/old.txt", access: "delete" }]);
  const gone = await operations.explain({ ...edit, approvalId: "none" }, "test");
  expect(gone).toMatchObject({ ok: false, error: { code: "not_found" } });
});
