// An unsigned name belongs to the process that first used it: real processes over the real listener.
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createReader } from "../../../src/main/store/read/reader.ts";
import type { Gatehouse } from "../../../src/main/app/start.ts";
import type { JsonObject } from "../../../src/shared/lib/json.ts";
import { startAgent } from "../../support/process/agent-process.ts";
import { call, command, startGatehouse } from "../../support/engine/gatehouse.ts";
import { signingAgent } from "../../support/protocols/signing.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

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

  test("answers a2g/await without a name for the same peer only", async () => {
    const gatehouse = await startGatehouse();
    const [owner, thief] = await Promise.all([startAgent("owner"), startAgent("thief")]);
    const question = { intent_id: "mine", timeout_ms: 0 };
    await owner.call(gatehouse, "a2g/intent", { ...command("npm test"), intent_id: "mine" });
    const unknown = { code: -32602, data: { reason: "unknown_intent" } };
    expect((await thief.call(gatehouse, "a2g/await", question)).error).toMatchObject(unknown);
    // Nor can another agent take the answer away by using the same id.
    const same = { ...command("npm test"), intent_id: "mine", agent_did: "did:aeon:thief:1.0:abc" };
    await thief.call(gatehouse, "a2g/intent", same);
    expect((await owner.call(gatehouse, "a2g/await", question)).result).toMatchObject({ verdict: "APPROVED" });
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

describe("a tool call that comes again", () => {
  const counting = (file: string) => ({ name: "execute_command", arguments: { command: `echo ran >> ${file}` } });
  const runs = (file: string) => readFileSync(file, "utf8").trim().split("\n").length;
  const place = () => {
    const workspace = temporaryDirectory();
    return { file: join(workspace, "runs"), context: { working_directory: workspace, workspace } };
  };

  test("is refused when it was signed, with its own nonce or another", async () => {
    const gatehouse = await startGatehouse();
    const { file, context } = place();
    const robot = signingAgent();
    const params = { agent_did: robot.agentDid, ...counting(file), context };
    const signed = robot.sign(params, { method: "tools/call" });
    expect((await call(gatehouse, "tools/call", signed)).error).toBeUndefined();
    const reasons = async (message: JsonObject) => (await call(gatehouse, "tools/call", message)).error?.data;
    expect(await reasons(signed)).toMatchObject({ reason: "nonce_replayed" });
    const renewed = { ...signed, signature: { ...(signed["signature"] as JsonObject), nonce: "a-new-one" } };
    expect(await reasons(renewed)).toMatchObject({ reason: "signature_invalid" });
    expect(await reasons(robot.sign(params, { method: "a2g/intent" }))).toMatchObject({ reason: "signature_invalid" });
    expect(runs(file)).toBe(1);
  });

  test("is executed once when it has an id, also at the same time and after a restart", async () => {
    const dataDirectory = mkdtempSync(join(tmpdir(), "gatehouse-test-"));
    const first = await startGatehouse({ dataDirectory });
    const { file, context } = place();
    const params = { agent_did: agentDid, intent_id: "once", ...counting(file), context };
    const answers = await Promise.all([1, 2, 3].map(() => call(first, "tools/call", params)));
    const repeated = { code: -32602, data: { reason: "call_repeated" } };
    const errors = answers.map(({ error }) => error).filter((error) => error !== undefined);
    expect(errors).toMatchObject([repeated, repeated]);
    await first.stop();
    const gatehouse = await startGatehouse({ dataDirectory });
    expect((await call(gatehouse, "tools/call", params)).error).toMatchObject(repeated);
    expect(runs(file)).toBe(1);
  });
});

describe.runIf(process.platform === "linux")("limits and sequences", () => {
  const named = (name: string, text: string, session: string) => ({
    ...command(text, { session_id: session, workspace: "/home/dev/shop" }),
    agent_did: `did:aeon:${name}:1.0:abc`,
  });

  async function withPolicy(more: string): Promise<Gatehouse> {
    const gatehouse = await startGatehouse();
    const policy = `version: "1"\ndefaults: { tools: { "*": { allowed: true } } }\n${more}`;
    expect(await gatehouse.operations.savePolicy({ text: policy }, "test")).toMatchObject({ ok: true });
    return gatehouse;
  }

  test("a new name or session does not begin a new minute, and another process has its own", async () => {
    const gatehouse = await withPolicy("quotas: { intents_per_minute: 3 }\n");
    const [loud, quiet] = await Promise.all([startAgent("loud"), startAgent("quiet")]);
    for (const each of [1, 2, 3])
      expect((await loud.call(gatehouse, "a2g/intent", named(`n${each}`, "ls", `s${each}`))).error).toBeUndefined();
    const fourth = await loud.call(gatehouse, "a2g/intent", named("n4", "ls", "s4"));
    expect(fourth.error).toMatchObject({ code: -32003, data: { reason: "rate_exceeded" } });
    expect((await quiet.call(gatehouse, "a2g/intent", named("q", "ls", "s"))).error).toBeUndefined();
  });

  test("a sequence is seen through a new session and a new name", async () => {
    const gatehouse = await withPolicy(
      `sequences:\n  - { id: then-npm, effect: deny, first: '"cat" in facts.programs', then: '"npm" in facts.programs' }\n`,
    );
    const [agent, other] = await Promise.all([startAgent("agent"), startAgent("other")]);
    await agent.call(gatehouse, "a2g/intent", named("a", "cat notes", "one"));
    for (const [name, session] of [
      ["a", "two"],
      ["b", "three"],
    ] as const) {
      const second = await agent.call(gatehouse, "a2g/intent", named(name, "npm test", session));
      expect(second.error).toMatchObject({ code: -32000, data: { rule: "then-npm" } });
    }
    expect((await other.call(gatehouse, "a2g/intent", named("c", "npm test", "one"))).error).toBeUndefined();
  });
});
