// An unsigned name belongs to the process that first used it: real processes over the real listener.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createReader } from "../../src/main/store/reader.ts";
import { startAgent } from "../support/agent-process.ts";
import { call, command, startGatehouse } from "../support/gatehouse.ts";
import { signingAgent } from "../support/signing.ts";

const foreign = { code: -32002, data: { reason: "agent_belongs_to_another" } };
const agentDid = "did:aeon:tester:1.0:abc123";

describe.runIf(process.platform === "linux")("an unsigned name", () => {
  test("is of no use to another process, whatever the method", async () => {
    const gatehouse = await startGatehouse();
    const [owner, thief] = await Promise.all([startAgent("owner"), startAgent("thief")]);
    const intent = command("npm test", { session_id: "s" });
    expect((await owner.call(gatehouse, "a2g/intent", intent)).result).toMatchObject({ verdict: "APPROVED" });
    const attempts = [
      ["a2g/register", { agent_did: agentDid }],
      ["a2g/intent", command("npm test", { session_id: "s" })],
      ["a2g/report", { agent_did: agentDid, intent_id: intent["intent_id"], status: "FAILURE" }],
      ["a2g/heartbeat", { agent_did: agentDid }],
      ["a2g/await", { agent_did: agentDid, intent_id: intent["intent_id"], timeout_ms: 0 }],
      ["a2g/await", { intent_id: intent["intent_id"], timeout_ms: 0 }],
      ["tools/call", { agent_did: agentDid, name: "execute_command", arguments: { command: "true" } }],
    ] as const;
    for (const [method, params] of attempts) {
      const { error } = await thief.call(gatehouse, method, params);
      expect(error, method).toMatchObject(foreign);
      expect(error?.message).toContain(`gatehouse agents release ${agentDid}`);
    }
    const report = { agent_did: agentDid, intent_id: intent["intent_id"], status: "SUCCESS" };
    expect((await owner.call(gatehouse, "a2g/report", report)).result).toMatchObject({ acknowledged: true });
  });

  test("serves everything the owner starts", async () => {
    const gatehouse = await startGatehouse();
    // This process first, then a child of it.
    expect((await call(gatehouse, "a2g/intent", command("ls"))).result).toMatchObject({ verdict: "APPROVED" });
    const child = await startAgent("child", { below: true });
    expect((await child.call(gatehouse, "a2g/intent", command("ls"))).result).toMatchObject({ verdict: "APPROVED" });
  });

  test("belongs to what started two helpers that use it at the same time", async () => {
    const gatehouse = await startGatehouse();
    const [one, two, another] = await Promise.all([
      startAgent("hook", { below: true }),
      startAgent("hook", { below: true }),
      startAgent("hook"),
    ]);
    expect((await one.call(gatehouse, "a2g/intent", command("ls"))).error).toBeUndefined();
    expect((await two.call(gatehouse, "a2g/intent", command("ls"))).error).toBeUndefined();
    expect((await call(gatehouse, "a2g/intent", command("ls"))).error).toBeUndefined();
    expect((await another.call(gatehouse, "a2g/intent", command("ls"))).error).toMatchObject(foreign);
  });

  test("goes to the same program once the owner has ended, and to no other; also after a restart", async () => {
    const dataDirectory = mkdtempSync(join(tmpdir(), "gatehouse-test-"));
    const first = await startGatehouse({ dataDirectory });
    const owner = await startAgent("kimi");
    await owner.call(first, "a2g/register", { agent_did: agentDid });
    await first.stop();
    const gatehouse = await startGatehouse({ dataDirectory });
    const [again, thief] = await Promise.all([startAgent("kimi"), startAgent("thief")]);
    // The owner still runs.
    expect((await again.call(gatehouse, "a2g/intent", command("ls"))).error).toMatchObject(foreign);
    expect((await owner.call(gatehouse, "a2g/intent", command("ls"))).error).toBeUndefined();
    await owner.kill();
    expect((await thief.call(gatehouse, "a2g/intent", command("ls"))).error).toMatchObject(foreign);
    expect((await again.call(gatehouse, "a2g/intent", command("ls"))).error).toBeUndefined();
  });

  test("is free again when a human releases it, and that is recorded", async () => {
    const gatehouse = await startGatehouse();
    const [owner, heir] = await Promise.all([startAgent("owner"), startAgent("heir")]);
    await owner.call(gatehouse, "a2g/intent", command("ls"));
    const listed = await gatehouse.operations.listAgents({}, "test");
    expect(listed).toMatchObject({ value: [{ owner: expect.stringContaining(`process ${owner.pid}`) }] });
    expect(await gatehouse.operations.releaseAgent({ agentDid }, "console")).toMatchObject({ ok: true });
    expect((await heir.call(gatehouse, "a2g/intent", command("ls"))).error).toBeUndefined();
    expect((await owner.call(gatehouse, "a2g/intent", command("ls"))).error).toMatchObject(foreign);
    const reader = createReader(gatehouse.address.dataDirectory);
    onTestFinished(reader.close);
    const recorded = reader.page({ filter: { kinds: ["registration"] } }).entries;
    expect(recorded).toContainEqual(
      expect.objectContaining({ agentDid, summary: expect.stringContaining("Name released by console") }),
    );
  });

  test("that nobody gave is another one for each process", async () => {
    const gatehouse = await startGatehouse();
    const [one, two] = await Promise.all([startAgent("one"), startAgent("two")]);
    const params = { name: "execute_command", arguments: { command: "true" } };
    for (const agent of [one, two, one]) {
      expect((await agent.call(gatehouse, "tools/call", params)).error).toBeUndefined();
    }
    const listed = await gatehouse.operations.listAgents({}, "test");
    expect(listed).toMatchObject({
      value: [
        { agentDid: "did:aeon:aeon-client:1.0:local", intents: 2 },
        { agentDid: expect.stringMatching(/^did:aeon:aeon-client:1\.0:local-/), intents: 1 },
      ],
    });
  });
});

test("a name with a key is the key's, from any process", async () => {
  const gatehouse = await startGatehouse();
  const [one, two] = await Promise.all([startAgent("one"), startAgent("two")]);
  const robot = signingAgent();
  const signed = () => robot.sign({ ...command("ls"), agent_did: robot.agentDid });
  for (const agent of [one, two]) {
    expect((await agent.call(gatehouse, "a2g/intent", signed())).result).toMatchObject({ verdict: "APPROVED" });
  }
  const unsigned = await one.call(gatehouse, "a2g/intent", { ...command("ls"), agent_did: robot.agentDid });
  expect(unsigned.error).toMatchObject({ data: { reason: "signature_required" } });
});
