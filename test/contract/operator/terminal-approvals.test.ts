// What a terminal may approve: at once with Undo, after a word in the window, or not at all. Real commands over the real socket.
import { describe, expect, onTestFinished, test } from "vitest";
import { connectOperator, type Operator } from "../../../src/cli/operator.ts";
import type { StartOptions, Gatehouse } from "../../../src/main/app/start.ts";
import type { HeldApproval } from "../../../src/shared/domain/approval.ts";
import type { Settings } from "../../../src/shared/contract/settings.ts";
import { ended, runCommand, startCommand } from "../../support/process/command.ts";
import { agentDid, call, command, connectAgent, startGatehouse } from "../../support/engine/gatehouse.ts";

interface House {
  readonly gatehouse: Gatehouse;
  readonly run: (...words: string[]) => ReturnType<typeof runCommand>;
  readonly start: (...words: string[]) => ReturnType<typeof startCommand>;
  readonly operator: Operator["call"];
  readonly terminal: () => Promise<Awaited<ReturnType<Gatehouse["operations"]["getTerminal"]>> & { ok: true }>;
}

async function house(setting: Settings["terminalApprovals"], options: Partial<StartOptions> = {}): Promise<House> {
  const gatehouse = await startGatehouse(options);
  await gatehouse.operations.saveSettings({ terminalApprovals: setting }, "console");
  const where = ["--data-dir", gatehouse.address.dataDirectory];
  const connected = await connectOperator(gatehouse.address.operatorSocket ?? "", 10_000);
  if (!connected.ok) throw new Error(connected.error.message);
  onTestFinished(connected.value.close);
  return {
    gatehouse,
    run: (...words) => runCommand([...words, ...where]),
    start: (...words) => startCommand([...words, ...where]),
    operator: connected.value.call,
    terminal: async () => {
      const state = await gatehouse.operations.getTerminal({}, "console");
      if (!state.ok) throw new Error(state.error.message);
      return state;
    },
  };
}

async function hold(gatehouse: Gatehouse, text = "git push --force origin main"): Promise<HeldApproval> {
  const intent = command(text);
  expect((await call(gatehouse, "a2g/intent", intent)).result).toMatchObject({ verdict: "ESCALATE" });
  const list = await gatehouse.operations.listApprovals({}, "console");
  const held = list.ok ? list.value.find((each) => each.intent.intentId === intent["intent_id"]) : undefined;
  if (held === undefined) throw new Error("Nothing is held.");
  return held;
}

async function story({ operations }: Gatehouse, { intent }: HeldApproval) {
  const found = await operations.getStory({ intentId: intent.intentId, agentDid }, "console");
  if (!found.ok) throw new Error(found.error.message);
  return found.value.entries;
}

const windowed = { hasWindow: () => true };
const await_ = (gatehouse: Gatehouse, { intent }: HeldApproval) =>
  call(gatehouse, "a2g/await", { agent_did: agentDid, intent_id: intent.intentId, timeout_ms: 0 });

describe("at once", () => {
  test("it is recorded with program, process and terminal, and the window can undo it", async () => {
    const { gatehouse, run, terminal } = await house("auto");
    const agent = await connectAgent(gatehouse);
    await agent.call("a2g/register", { agent_did: agentDid });
    const held = await hold(gatehouse);
    expect(await run("approve", held.approvalId)).toMatchObject({ code: 0 });
    expect(await agent.pushed("g2a/directive")).toMatchObject({ directive: "APPROVE" });

    const directive = (await story(gatehouse, held)).find((entry) => entry.kind === "directive");
    expect(directive?.body["via"]).toMatchObject({ program: "node", pid: process.pid });
    expect(directive?.summary).toMatch(/^APPROVE by cli:\S+ \(node, process \d+, [^)]+\): /);
    const shown = await run("ledger", "show", held.intent.intentId);
    expect(shown.stdout).toContain(`(node, process ${process.pid}, `);

    const { actions } = (await terminal()).value;
    expect(actions).toMatchObject([
      { title: "Allow once: git push --force origin main", undo: "possible", origin: { pid: process.pid } },
    ]);
    const actionId = actions[0]?.actionId ?? "";
    expect(await gatehouse.operations.undoTerminalAction({ actionId }, "console")).toMatchObject({
      value: { undo: "done" },
    });
    expect(await agent.pushed("g2a/directive")).toMatchObject({ directive: "DENY", intent_id: held.intent.intentId });
    expect((await await_(gatehouse, held)).result).toMatchObject({ verdict: "DENIED" });
    const again = await gatehouse.operations.undoTerminalAction({ actionId }, "console");
    expect(again).toMatchObject({ ok: false, error: { code: "not_found" } });
  });

  test("a lasting one, resuming and settings can be undone too", async () => {
    const { gatehouse, run, operator, terminal } = await house("on", windowed);
    const { operations } = gatehouse;
    const undoLast = async () => {
      const actionId = (await terminal()).value.actions.at(-1)?.actionId ?? "";
      expect(await operations.undoTerminalAction({ actionId }, "console")).toMatchObject({ ok: true });
    };
    const held = await hold(gatehouse);
    await run("approve", held.approvalId, "--duration", "1h");
    expect(await operations.listGrants({}, "console")).toMatchObject({ value: [{ effect: "allow" }] });
    await undoLast();
    expect(await operations.listGrants({}, "console")).toMatchObject({ value: [] });

    await run("halt");
    await run("resume");
    await undoLast();
    expect(await operations.getStatus({}, "console")).toMatchObject({ value: { halted: true } });

    await operator("saveSettings", { highBand: "allow" });
    await undoLast();
    expect(await operations.getSettings({}, "console")).toMatchObject({ value: { highBand: "escalate" } });
  });

  test("of several at once the others are taken back when one was undone before", async () => {
    const { gatehouse, operator, terminal } = await house("on", windowed);
    const held = [await hold(gatehouse), await hold(gatehouse, "git push --force origin dev")];
    const items = held.map(({ approvalId, digest }) => ({ approvalId, digest }));
    expect(await operator("resolveApprovals", { decision: "approve", items })).toMatchObject({ ok: true });
    await gatehouse.operations.undoDecision({ approvalId: items[0]?.approvalId ?? "" }, "console");
    const actionId = (await terminal()).value.actions.at(-1)?.actionId ?? "";
    expect(await gatehouse.operations.undoTerminalAction({ actionId }, "console")).toMatchObject({ ok: true });
    for (const each of held)
      expect((await await_(gatehouse, each)).result).toMatchObject({ verdict: "DENIED", reason: "withdrawn" });
  });

  test("observe mode can be undone: rules are enforced again", async () => {
    const { gatehouse, run, terminal } = await house("on", windowed);
    expect(await run("observe", "on")).toMatchObject({ code: 0 });
    expect(await gatehouse.operations.getStatus({}, "console")).toMatchObject({ value: { mode: "observe" } });
    const [action] = (await terminal()).value.actions;
    expect(action).toMatchObject({ undo: "possible" });
    await gatehouse.operations.undoTerminalAction({ actionId: action?.actionId ?? "" }, "console");
    expect(await gatehouse.operations.getStatus({}, "console")).toMatchObject({ value: { mode: "enforce" } });
  });

  test("an overridden denial can be undone, before the agent has used it and after", async () => {
    const { gatehouse, run, terminal } = await house("on", windowed);
    const agent = await connectAgent(gatehouse);
    const denied = command("terraform destroy -auto-approve");
    await agent.call("a2g/intent", denied);
    const override = () => run("allow-once", String(denied["intent_id"]), "--reason", "Test stack");
    const undoLast = async () => {
      const actionId = (await terminal()).value.actions.at(-1)?.actionId ?? "";
      return gatehouse.operations.undoTerminalAction({ actionId }, "console");
    };
    const ask = (id: string) => agent.call("a2g/intent", { ...denied, intent_id: id });

    expect(await override()).toMatchObject({ code: 0 });
    expect(await undoLast()).toMatchObject({ ok: true });
    expect(await ask("before")).toMatchObject({ result: { verdict: "DENIED", reason: "risk_blocked" } });

    expect(await override()).toMatchObject({ code: 0 });
    expect(await ask("after")).toMatchObject({ result: { verdict: "APPROVED" } });
    expect(await undoLast()).toMatchObject({ ok: true });
    expect(await agent.call("a2g/await", { agent_did: agentDid, intent_id: "after", timeout_ms: 0 })).toMatchObject({
      result: { verdict: "DENIED", reason: "withdrawn" },
    });
  });
});

describe("with a word in the window", () => {
  /** A command that asks for the approval, and what it writes to the window. */
  async function asking(given: House, held: HeldApproval) {
    const child = given.start("approve", held.approvalId);
    const end = ended(child);
    await expect.poll(async () => (await given.terminal()).value.confirmations.length, { timeout: 10_000 }).toBe(1);
    const [confirmation] = (await given.terminal()).value.confirmations;
    return { child, end, confirmationId: confirmation?.confirmationId ?? "", confirmation };
  }

  test("it waits, says so, and takes effect when it is confirmed", async () => {
    const given = await house("auto", windowed);
    const { gatehouse } = given;
    const held = await hold(gatehouse);
    const { end, confirmation, confirmationId } = await asking(given, held);
    expect(confirmation).toMatchObject({
      title: "Allow once: git push --force origin main",
      origin: { program: "node", pid: process.pid },
      level: held.verdict.risk.level,
    });
    expect((await await_(gatehouse, held)).result).toMatchObject({ verdict: "ESCALATE" });
    await gatehouse.operations.answerConfirmation({ confirmationId, allow: true }, "console");
    const { code, stderr } = await end;
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Confirm in the Gatehouse window/),
    });
    const directive = (await story(gatehouse, held)).find((entry) => entry.kind === "directive");
    expect(directive?.body["via"]).toMatchObject({ confirmed_by: "console", pid: process.pid });
    expect((await given.terminal()).value.actions).toMatchObject([{ undo: "possible" }]);
  });

  test("rejected, it fails and the request goes on waiting", async () => {
    const given = await house("confirm", windowed);
    const held = await hold(given.gatehouse);
    const { end, confirmationId } = await asking(given, held);
    await given.gatehouse.operations.answerConfirmation({ confirmationId, allow: false }, "console");
    expect(await end).toMatchObject({ code: 1, stderr: expect.stringContaining("rejected in the Gatehouse window") });
    expect((await story(given.gatehouse, held)).map(({ kind }) => kind)).toEqual(["intent", "verdict"]);
    expect(await given.gatehouse.operations.listApprovals({}, "console")).toMatchObject({ value: [{}] });
  });

  test("a command that ends takes its question along", async () => {
    const given = await house("confirm", windowed);
    const { child, end, confirmationId } = await asking(given, await hold(given.gatehouse));
    child.kill();
    await end;
    await expect.poll(async () => (await given.terminal()).value.confirmations).toEqual([]);
    const late = await given.gatehouse.operations.answerConfirmation({ confirmationId, allow: true }, "console");
    expect(late).toMatchObject({ ok: false, error: { code: "not_found" } });
  });

  test("a terminal can neither confirm nor undo by itself", async () => {
    const { operator } = await house("confirm", windowed);
    const refused = { ok: false, error: { code: "refused" } };
    expect(await operator("answerConfirmation", { confirmationId: "1", allow: true })).toMatchObject(refused);
    expect(await operator("undoTerminalAction", { actionId: "1" })).toMatchObject(refused);
  });

  test("without a window nobody can confirm, and that is said at once", async () => {
    const { gatehouse, run } = await house("confirm");
    const { approvalId } = await hold(gatehouse);
    expect(await run("approve", approvalId)).toMatchObject({ code: 1, stderr: expect.stringContaining("has none") });
  });
});

describe("switched off", () => {
  test("nothing is given, but everything is taken away", async () => {
    const { gatehouse, run, operator } = await house("off");
    const held = await hold(gatehouse);
    const off = { code: 1, stderr: expect.stringContaining("switched off") };
    expect(await run("approve", held.approvalId)).toMatchObject(off);
    expect(await run("approve", held.approvalId, "--duration", "always")).toMatchObject(off);
    expect(
      await operator("resolveApprovals", {
        decision: "approve",
        items: [held].map(({ approvalId, digest }) => ({ approvalId, digest })),
      }),
    ).toMatchObject({ ok: false, error: { code: "refused" } });
    expect(await run("pair", agentDid, "accept")).toMatchObject(off);
    expect(await run("deny", held.approvalId)).toMatchObject({ code: 0 });
    expect(await run("halt")).toMatchObject({ code: 0 });
    expect(await run("resume")).toMatchObject(off);
    const policy = await gatehouse.operations.getPolicy({}, "console");
    const refused = { ok: false, error: { code: "refused" } };
    expect(await operator("savePolicy", { text: policy.ok ? policy.value.text : "" })).toMatchObject(refused);
    expect(await operator("setMode", { mode: "observe" })).toMatchObject(refused);
    expect(await operator("saveSettings", { halted: false })).toMatchObject(refused);
    expect(await operator("saveSettings", { highBand: "allow" })).toMatchObject(refused);
  });

  test("only the window loosens the setting itself", async () => {
    const { gatehouse, operator } = await house("on", windowed);
    const set = (terminalApprovals: Settings["terminalApprovals"]) => operator("saveSettings", { terminalApprovals });
    expect(await set("confirm")).toMatchObject({ ok: true });
    for (const looser of ["auto", "on"] as const)
      expect(await set(looser)).toMatchObject({
        ok: false,
        error: { code: "refused", message: expect.stringContaining("only be loosened") },
      });
    expect(await set("off")).toMatchObject({ ok: true });
    expect(await set("confirm")).toMatchObject({ ok: false });
    expect(await gatehouse.operations.saveSettings({ terminalApprovals: "on" }, "console")).toMatchObject({ ok: true });
  });
});
