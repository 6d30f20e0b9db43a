// Who is asking: keys, signatures, nonces, pairing, sessions, over the real listener.
import { describe, expect, test } from "vitest";
import { call, command, connectAgent, startGatehouse } from "../../support/engine/gatehouse.ts";
import { signingAgent } from "../../support/protocols/signing.ts";

function signed(agent: ReturnType<typeof signingAgent>, text: string, options: Parameters<typeof agent.sign>[1] = {}) {
  return agent.sign({ ...command(text), agent_did: agent.agentDid }, options);
}

describe("an agent with a whole key", () => {
  test("is believed when it signs, and only then", async () => {
    const gatehouse = await startGatehouse();
    const agent = signingAgent();
    const registration = { agent_did: agent.agentDid, public_key: `ed25519:${agent.key}` };
    expect(
      (await call(gatehouse, "a2g/register", agent.sign(registration, { method: "a2g/register" }))).error,
    ).toBeUndefined();
    expect((await call(gatehouse, "a2g/intent", signed(agent, "ls"))).result).toMatchObject({ verdict: "APPROVED" });
    const bare = await call(gatehouse, "a2g/intent", { ...command("ls"), agent_did: agent.agentDid });
    expect(bare.error).toMatchObject({ code: -32602, data: { reason: "signature_required" } });
  });

  test("cannot be replayed, tampered with or sent from another time", async () => {
    const gatehouse = await startGatehouse();
    const agent = signingAgent();
    const once = signed(agent, "ls");
    expect((await call(gatehouse, "a2g/intent", once)).result).toMatchObject({ verdict: "APPROVED" });
    expect((await call(gatehouse, "a2g/intent", once)).error).toMatchObject({
      code: -32602,
      data: { reason: "nonce_replayed" },
    });
    const altered = { ...signed(agent, "ls"), arguments: { command: "ls /" } };
    expect((await call(gatehouse, "a2g/intent", altered)).error).toMatchObject({
      data: { reason: "signature_invalid" },
    });
    const old = signed(agent, "ls", { timestamp: Date.now() - 6 * 60_000 });
    expect((await call(gatehouse, "a2g/intent", old)).error).toMatchObject({
      code: -32602,
      data: { reason: expect.stringMatching(/timestamp/) },
    });
  });

  test("may await its intent without its name, and nobody else may", async () => {
    const gatehouse = await startGatehouse();
    const robot = signingAgent();
    const { agentDid: did } = robot;
    await call(
      gatehouse,
      "a2g/register",
      robot.sign({ agent_did: did, public_key: `ed25519:${robot.key}` }, { method: "a2g/register" }),
    );
    const intent = { agent_did: did, intent_id: "mine", tool: "execute_command", arguments: { command: "npm test" } };
    await call(gatehouse, "a2g/intent", robot.sign(intent));
    const question = { intent_id: "mine", timeout_ms: 0 };
    const own = await call(gatehouse, "a2g/await", robot.sign(question, { method: "a2g/await" }));
    expect(own.result).toMatchObject({ verdict: "APPROVED", intent_id: "mine" });
    const foreign = await call(gatehouse, "a2g/await", signingAgent("other").sign(question, { method: "a2g/await" }));
    expect(foreign.error).toMatchObject({ code: -32602, data: { reason: "signature_invalid" } });
    const unsigned = await call(gatehouse, "a2g/await", question);
    expect(unsigned.error).toMatchObject({ code: -32602, data: { reason: "signature_required" } });
  });

  test("with another key is refused until a human agrees", async () => {
    const gatehouse = await startGatehouse();
    const first = signingAgent("robot", true);
    const second = { ...signingAgent("robot", true), agentDid: first.agentDid };
    const registration = (agent: typeof first) =>
      agent.sign({ agent_did: first.agentDid, public_key: `ed25519:${agent.key}` }, { method: "a2g/register" });
    expect((await call(gatehouse, "a2g/register", registration(first))).error).toBeUndefined();
    const refused = await call(gatehouse, "a2g/register", registration(second));
    expect(refused.error).toMatchObject({ code: -32002, data: { reason: "key_changed" } });
    await gatehouse.operations.pairAgent({ agentDid: first.agentDid, accept: true }, "console");
    expect((await call(gatehouse, "a2g/register", registration(second))).error).toBeUndefined();
  });
});

test("strict identity refuses agents without a key", async () => {
  const gatehouse = await startGatehouse();
  await gatehouse.operations.saveSettings({ identity: "strict" }, "test");
  const short = await call(gatehouse, "a2g/register", {
    agent_did: "did:aeon:kimi:1.0:abc",
    public_key: "ed25519:abc",
  });
  expect(short.error?.code).toBe(-32002);
  expect((await call(gatehouse, "a2g/intent", command("ls"))).error?.code).toBe(-32002);
});

test("pairing by approval: a stranger may do nothing until a human accepts it", async () => {
  const gatehouse = await startGatehouse();
  await gatehouse.operations.saveSettings({ pairing: "approve" }, "test");
  const agent = await connectAgent(gatehouse);
  const before = await agent.call("a2g/intent", command("ls"));
  expect(before.error).toMatchObject({ code: -32000, data: { reason: "pairing_required" } });
  const [waiting] = await agents(gatehouse);
  expect(waiting).toMatchObject({ state: "pending" });
  await gatehouse.operations.pairAgent({ agentDid: waiting?.agentDid ?? "", accept: true }, "console");
  expect((await agent.call("a2g/intent", command("ls"))).result).toMatchObject({ verdict: "APPROVED" });
});

test("a session that was silent too long is -32004 until the agent registers again", async () => {
  const gatehouse = await startGatehouse();
  await gatehouse.operations.saveSettings({ sessionSeconds: 1 }, "test");
  const registration = { agent_did: "did:aeon:tester:1.0:abc123", public_key: "ed25519:abc123..." };
  await call(gatehouse, "a2g/register", registration);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  expect((await call(gatehouse, "a2g/intent", command("ls"))).error?.code).toBe(-32004);
  await call(gatehouse, "a2g/register", registration);
  expect((await call(gatehouse, "a2g/intent", command("ls"))).result).toMatchObject({ verdict: "APPROVED" });
});

test("an agent that registered for less may not do more", async () => {
  const gatehouse = await startGatehouse();
  await call(gatehouse, "a2g/register", {
    agent_did: "did:aeon:tester:1.0:abc123",
    capabilities_requested: ["read_file"],
  });
  const { error } = await call(gatehouse, "a2g/intent", command("ls"));
  expect(error).toMatchObject({ code: -32000, data: { reason: "tool_not_granted", blocked_by: "static_policy" } });
});

async function agents(gatehouse: Awaited<ReturnType<typeof startGatehouse>>) {
  const listed = await gatehouse.operations.listAgents({}, "test");
  return listed.ok ? listed.value : [];
}
