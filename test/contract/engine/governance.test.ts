// What the verdicts promise, held against the whole engine: conditions, revocations, retries, telemetry after a human.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { Gatehouse } from "../../../src/main/app/start.ts";
import { agentDid, call, command, connectAgent, intentParams, startGatehouse } from "../../support/engine/gatehouse.ts";

const open = 'defaults:\n  tools: { "*": { allowed: true } }\n';

async function withPolicy(text: string): Promise<Gatehouse> {
  const gatehouse = await startGatehouse();
  const saved = await gatehouse.operations.savePolicy({ text: `${open}${text}` }, "test");
  expect(saved).toMatchObject({ ok: true });
  return gatehouse;
}

async function answer(gatehouse: Gatehouse, decision: "approve" | "deny", more: object = {}) {
  const approvals = await gatehouse.operations.listApprovals({}, "test");
  const [approval] = approvals.ok ? approvals.value : [];
  const { approvalId = "", digest = "" } = approval ?? {};
  return gatehouse.operations.resolveApproval(
    { approvalId, digest, decision, scope: "exact", duration: "once", ...more },
    "console",
  );
}

test("the version people are told is the package's", async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8")) as {
    version: string;
  };
  const status = await (await startGatehouse()).operations.getStatus({}, "test");
  expect(status).toMatchObject({ ok: true, value: { version } });
});

describe("conditions", () => {
  const rules = `rules:
  - { id: offline, effect: condition, programs: [npm], conditions: [{ kind: no_network, text: Stay offline }] }
  - { id: ask, effect: escalate, programs: [npm], when: '"zap" in facts.commands[0].arguments' }
`;

  test("of a rule make the verdict CONDITIONAL, and the manifest reflects them", async () => {
    const { result } = await call(await withPolicy(rules), "a2g/intent", command("npm test"));
    expect(result).toMatchObject({
      verdict: "CONDITIONAL",
      conditions: [{ kind: "no_network" }],
      capability_manifest: { network_allowed: false },
    });
  });

  test("stay when a human approves what another rule asked about", async () => {
    const gatehouse = await withPolicy(rules);
    const agent = await connectAgent(gatehouse);
    expect((await agent.call("a2g/intent", command("npm zap"))).result).toMatchObject({ verdict: "ESCALATE" });
    await answer(gatehouse, "approve");
    expect(await agent.pushed("g2a/directive")).toMatchObject({
      verdict: "CONDITIONAL",
      conditions: [{ kind: "no_network" }],
      capability_manifest: { network_allowed: false },
    });
  });

  test("a human can attach more", async () => {
    const gatehouse = await startGatehouse();
    const agent = await connectAgent(gatehouse);
    await agent.call("a2g/intent", command("git push --force origin main"));
    const conditions = [{ kind: "no_network", text: "Only what is on disk." }];
    await answer(gatehouse, "approve", { conditions });
    expect(await agent.pushed("g2a/directive")).toMatchObject({
      verdict: "CONDITIONAL",
      conditions,
      capability_manifest: { network_allowed: false },
    });
  });

  test("an action that leaves the paths it is narrowed to is denied", async () => {
    const gatehouse = await withPolicy(`rules:
  - { id: docs, effect: condition, tools: [write_file], conditions: [{ kind: paths, text: Docs only, value: ["/w/docs/**"] }] }
`);
    const inside = await call(
      gatehouse,
      "a2g/intent",
      intentParams("write_file", { path: "/w/docs/a.md", content: "a" }),
    );
    expect(inside.result).toMatchObject({
      verdict: "CONDITIONAL",
      capability_manifest: { filesystem_scope: ["/w/docs/**"] },
    });
    const outside = await call(
      gatehouse,
      "a2g/intent",
      intentParams("write_file", { path: "/w/lib/a.ts", content: "a" }),
    );
    expect(outside.error).toMatchObject({ code: -32000, data: { reason: "path_out_of_scope" } });
  });
});

describe("a tool that is forbidden", () => {
  test("by the policy is forbidden to commands too", async () => {
    const gatehouse = await startGatehouse();
    const tools = '"*": { allowed: true }, write_file: { allowed: false }, fetch_url: { allowed: false }';
    await gatehouse.operations.savePolicy({ text: `defaults:\n  tools: { ${tools} }\n` }, "test");
    for (const text of ["echo hi > /tmp/x", "tee /tmp/x < y", "curl https://example.com/"]) {
      const { error } = await call(gatehouse, "a2g/intent", command(text));
      expect(error, text).toMatchObject({ code: -32000, data: { reason: "tool_not_allowed" } });
    }
    expect((await call(gatehouse, "a2g/intent", command("ls"))).result).toMatchObject({ verdict: "APPROVED" });
  });

  test("by a revocation is forbidden to commands too, and the policy says so", async () => {
    const gatehouse = await startGatehouse();
    await call(gatehouse, "a2g/register", { agent_did: agentDid });
    await gatehouse.operations.revokeAgent({ agentDid, capabilities: ["write_file"], reason: "No." }, "console");
    const { error } = await call(gatehouse, "a2g/intent", command("echo hi > /tmp/x"));
    expect(error).toMatchObject({ data: { reason: "capability_revoked" } });
    const { result } = await call(gatehouse, "a2g/register", { agent_did: agentDid });
    expect(result).toMatchObject({ capabilities: { tools: { write_file: { allowed: false } } } });
  });

  test("by a revocation does not make anybody forget what the agent did", async () => {
    const gatehouse = await withPolicy(`sequences:
  - { id: secret-then-network, effect: deny, first: '"cat" in facts.programs', then: '"curl" in facts.programs' }
`);
    await call(gatehouse, "a2g/intent", command("cat notes.txt"));
    await gatehouse.operations.revokeAgent({ agentDid, capabilities: ["write_file"], reason: "No." }, "console");
    const { error } = await call(gatehouse, "a2g/intent", command("curl https://example.com/"));
    expect(error).toMatchObject({ data: { reason: "sequence" } });
  });
});

describe("the kill switch", () => {
  test("works with a disk that cannot be written, and says what a restart would forget", async () => {
    const gatehouse = await startGatehouse();
    mkdirSync(join(gatehouse.address.dataDirectory, "settings.json.new"));
    const stopped = await gatehouse.operations.setHalt({ halted: true, reason: "" }, "console");
    expect(stopped).toMatchObject({
      ok: false,
      error: { code: "unavailable", message: expect.stringContaining("All agents are stopped") },
    });
    expect((await call(gatehouse, "a2g/intent", command("ls"))).error).toMatchObject({
      data: { reason: "agent_halted" },
    });
    // To let them go on is another matter.
    expect(await gatehouse.operations.setHalt({ halted: false, reason: "" }, "console")).toMatchObject({ ok: false });
    expect((await call(gatehouse, "a2g/intent", command("ls"))).error).toMatchObject({
      data: { reason: "agent_halted" },
    });
  });
});

describe("asking again", () => {
  test("after a refusal that was not about the action is a new question", async () => {
    const gatehouse = await startGatehouse();
    const params = command("ls");
    await gatehouse.operations.setHalt({ halted: true, reason: "" }, "console");
    expect((await call(gatehouse, "a2g/intent", params)).error).toMatchObject({ data: { reason: "agent_halted" } });
    await gatehouse.operations.setHalt({ halted: false, reason: "" }, "console");
    expect((await call(gatehouse, "a2g/intent", params)).result).toMatchObject({ verdict: "APPROVED" });
  });

  test("after the agent was stopped does not give the approval again; when it goes on it does", async () => {
    const gatehouse = await startGatehouse();
    const params = command("ls");
    expect((await call(gatehouse, "a2g/intent", params)).result).toMatchObject({ verdict: "APPROVED" });
    await gatehouse.operations.setHalt({ halted: true, reason: "" }, "console");
    expect((await call(gatehouse, "a2g/intent", params)).error).toMatchObject({ data: { reason: "agent_halted" } });
    await gatehouse.operations.setHalt({ halted: false, reason: "" }, "console");
    expect((await call(gatehouse, "a2g/intent", params)).result).toMatchObject({ verdict: "APPROVED" });
    const capabilities = ["execute_command"];
    await gatehouse.operations.revokeAgent({ agentDid, capabilities, reason: "" }, "console");
    expect((await call(gatehouse, "a2g/intent", params)).error).toMatchObject({
      data: { reason: "capability_revoked" },
    });
  });

  test("in the same breath finds the intent that is still being decided", async () => {
    const agent = await connectAgent(await startGatehouse());
    const params = command("ls");
    const [, waited] = await Promise.all([
      agent.call("a2g/intent", params),
      agent.call("a2g/await", { intent_id: params["intent_id"], timeout_ms: 100 }),
    ]);
    expect(waited.result).toMatchObject({ verdict: "APPROVED" });
  });

  test("after a restart is answered from the ledger", async () => {
    const first = await startGatehouse();
    const params = command("ls");
    const before = await call(first, "a2g/intent", params);
    const held = command("git push --force origin main");
    await call(first, "a2g/intent", held);
    await first.stop();
    const second = await startGatehouse({ dataDirectory: first.address.dataDirectory });
    const after = await call(second, "a2g/intent", params);
    expect(after.result).toMatchObject({ verdict: "APPROVED", expires_at: before.result?.["expires_at"] });
    // The documents let a2g/await name the intent alone.
    const awaited = await call(second, "a2g/await", { intent_id: held["intent_id"], timeout_ms: 10 });
    expect(awaited.result).toMatchObject({ verdict: "DENIED", reason: "shutdown" });
    const unanswered = await call(second, "a2g/intent", held);
    expect(unanswered.result).toMatchObject({ verdict: "DENIED", reason: "shutdown" });
  });

  test("refused requests do not use up the network's rate", async () => {
    const gatehouse = await withPolicy("  network: { max_requests_per_minute: 1, blocked_domains: [evil.example] }\n");
    await call(gatehouse, "a2g/intent", command("curl https://evil.example/"));
    const honest = await call(gatehouse, "a2g/intent", command("curl https://example.com/"));
    expect(honest.result).toMatchObject({ verdict: "APPROVED" });
    expect((await call(gatehouse, "a2g/intent", command("curl https://example.com/"))).error?.code).toBe(-32003);
  });
});

test("telemetry goes on after the human: manifest or violation, then completion", async () => {
  const gatehouse = await startGatehouse();
  const socket = new WebSocket(`${gatehouse.address.ws}/telemetry`);
  const types: string[] = [];
  socket.on("message", (data: Buffer) => {
    const { type } = JSON.parse(data.toString("utf8")) as { type: string };
    if (type !== "Heartbeat") types.push(type);
  });
  await new Promise((resolve) => socket.once("open", resolve));
  const params = command("git push --force origin main");
  await call(gatehouse, "a2g/intent", params);
  await answer(gatehouse, "approve");
  await call(gatehouse, "a2g/report", { agent_did: agentDid, intent_id: params["intent_id"], status: "SUCCESS" });
  await call(gatehouse, "a2g/intent", command("git push --force origin next"));
  await answer(gatehouse, "deny");
  await expect.poll(() => types.length).toBe(7);
  socket.terminate();
  expect(types).toEqual([
    "IntentReceived",
    "RiskAssessment",
    "CapabilityManifest",
    "ExecutionComplete",
    "IntentReceived",
    "RiskAssessment",
    "PolicyViolation",
  ]);
});

test("the policy can shorten a verdict's life and demand signatures", async () => {
  const gatehouse = await withPolicy("verdict_expiry_seconds: 10\n");
  const { result } = await call(gatehouse, "a2g/intent", command("ls"));
  expect(Date.parse(String(result?.["expires_at"])) - Date.now()).toBeLessThan(11_000);
  await gatehouse.operations.savePolicy({ text: `${open}signatures: required\n` }, "test");
  expect((await call(gatehouse, "a2g/intent", command("ls"))).error).toMatchObject({
    data: { reason: "signature_required" },
  });
});

test("what an agent waits for is denied once it has gone, and not while it waits, comes back or speaks over HTTP", async () => {
  const gatehouse = await startGatehouse();
  const held = (did: string, context: object = {}) => ({
    ...command("git push --force origin main", context),
    agent_did: did,
  });
  const ended = async (did: string) => {
    const line = await connectAgent(gatehouse);
    await line.call("a2g/heartbeat", { agent_did: did });
    line.close();
  };
  const named = (name: string) => `did:aeon:${name}:1.0:abc123`;
  const [gone, waits, speaks, returns] = [named("gone"), named("waits"), named("speaks"), named("returns")];
  const [first, second, third, fourth] = [held(gone), held(waits, { wait_ms: 6500 }), held(speaks), held(returns)];
  await call(gatehouse, "a2g/intent", first);
  await call(gatehouse, "a2g/intent", third);
  await call(gatehouse, "a2g/intent", fourth);
  const waiting = call(gatehouse, "a2g/intent", second);
  await Promise.all([gone, waits, speaks, returns].map(ended));
  await sleep(500);
  await call(gatehouse, "a2g/heartbeat", { agent_did: speaks });
  await sleep(3000);
  await ended(returns);
  expect((await waiting).result).toMatchObject({ verdict: "ESCALATE" });
  const final = ({ agent_did: did, intent_id: id }: Record<string, unknown>) =>
    call(gatehouse, "a2g/await", { agent_did: did, intent_id: id, timeout_ms: 0 });
  expect((await final(first)).result).toMatchObject({ verdict: "DENIED", reason: "agent_gone" });
  expect((await final(third)).result).toMatchObject({ verdict: "ESCALATE" });
  // It left a second time three seconds ago.
  expect((await final(fourth)).result).toMatchObject({ verdict: "ESCALATE" });
}, 15_000);
