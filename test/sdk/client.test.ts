// The client against a real server: both transports, signatures, humans, heartbeats, lost connections.
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  type ClientOptions,
  GovernanceClient,
  RefusedError,
  UnreachableError,
} from "../../sdk/typescript/src/index.ts";
import { createVerifier, readSignature } from "../../src/main/identity/signature.ts";
import type { JsonObject } from "../../src/shared/lib/json.ts";
import { type A2gServer, type Script, serveA2g } from "../support/protocols/a2g-server.ts";

const did = "did:aeon:robot:1.0:abc123";
const approved = { result: { verdict: "APPROVED", reasoning: "fine", capability_manifest: { timeout_seconds: 5 } } };
const escalated = { result: { verdict: "ESCALATE", reasoning: "a human must decide" } };
const policy = {
  agent_did: did,
  version: "7",
  constitution_hash: "sha256:ab",
  capabilities: { tools: { Bash: { allowed: true } } },
};

async function open(url: string, options: Partial<ClientOptions> = {}) {
  const client = new GovernanceClient(url, {
    agentDid: did,
    heartbeatMs: 0,
    timeoutMs: 2000,
    extensions: [],
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
}

const methods = (server: A2gServer): readonly string[] => server.received.map(({ method }) => method);

describe.each(["http", "ws"] as const)("over %s", (kind) => {
  test("register, ask, report", async () => {
    const server = await serveA2g(({ method, params }) => {
      if (method === "a2g/register") return { result: policy };
      return method === "a2g/intent"
        ? approved
        : { result: { acknowledged: true, intent_id: params["intent_id"] ?? null } };
    });
    const client = await open(server[kind]);
    const registration = { capabilities: ["Bash"], name: "Robot", version: "1.0.0", runtime: "node" };
    expect(await client.register(registration)).toEqual({
      version: "7",
      constitutionHash: "sha256:ab",
      capabilities: policy.capabilities,
    });
    const decision = await client.requestIntent({
      tool: "Bash",
      arguments: { command: "ls" },
      sessionId: "s",
      reasoning: "look around",
      workingDirectory: "/tmp",
    });
    expect(decision).toMatchObject({ verdict: "APPROVED", approved: true, reason: "fine" });
    await client.report(decision.intentId, "SUCCESS", { result: { lines: 3 }, metrics: { duration_ms: 4 } });
    expect(server.received).toEqual([
      {
        method: "a2g/register",
        params: {
          agent_did: did,
          capabilities_requested: ["Bash"],
          metadata: { name: "Robot", version: "1.0.0", runtime: "node" },
        },
      },
      {
        method: "a2g/intent",
        params: {
          agent_did: did,
          intent_id: decision.intentId,
          tool: "Bash",
          arguments: { command: "ls" },
          context: { session_id: "s", reasoning: "look around", working_directory: "/tmp" },
        },
      },
      {
        method: "a2g/report",
        params: {
          agent_did: did,
          intent_id: decision.intentId,
          status: "SUCCESS",
          result: { lines: 3 },
          metrics: { duration_ms: 4 },
        },
      },
    ]);
  });

  test("a denial is a decision, as a result and as an error; other errors are thrown", async () => {
    const answers: JsonObject[] = [
      { result: { verdict: "DENIED", reasoning: "too risky", risk_assessment: { score: 0.9 } } },
      { error: { code: -32000, message: "Policy violation: no", data: { risk_score: 0.92 } } },
      { error: { code: -32602, message: "tool is missing", data: { path: "tool" } } },
      { result: { verdict: "MAYBE" } },
    ];
    const server = await serveA2g(() => answers.shift());
    const client = await open(server[kind]);
    const ask = () => client.requestIntent({ tool: "Bash", arguments: {} });
    expect(await ask()).toMatchObject({ verdict: "DENIED", approved: false, reason: "too risky", riskScore: 0.9 });
    expect(await ask()).toMatchObject({ verdict: "DENIED", reason: "Policy violation: no", riskScore: 0.92 });
    const error = await ask().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({ code: -32602, message: "tool is missing", data: { path: "tool" } });
    await expect(ask()).rejects.toThrow(/"MAYBE" is no verdict/);
  });

  test("with a key every message is signed, each with its own nonce", async () => {
    const server = await serveA2g(({ method }) => (method === "a2g/register" ? { result: policy } : approved));
    const client = await open(server[kind], {
      privateKey: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
    });
    await client.register();
    await client.requestIntent({ tool: "Bash", arguments: { z: 1, a: "größe", nested: { b: [true, null, 1.5e-9] } } });
    const key = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
    expect(server.received[0]?.params["public_key"]).toBe(`ed25519:${key}`);
    const nonces = server.received.map(({ method, params }) => {
      const signature = readSignature(params["signature"] ?? null);
      if (!signature.ok) throw new Error(signature.error);
      expect(createVerifier().verify(key, method, params, signature.value)).toBe(true);
      expect(Math.abs(signature.value.timestamp - Date.now())).toBeLessThan(5000);
      return signature.value.nonce;
    });
    expect(new Set(nonces).size).toBe(2);
  });

  test("an expired session is renewed, once, when the agent had registered", async () => {
    const expired = { error: { code: -32004, message: "The session has expired." } };
    const answers: JsonObject[] = [
      { result: policy },
      expired,
      { result: policy },
      approved,
      expired,
      { result: policy },
      expired,
    ];
    const server = await serveA2g(() => answers.shift());
    const client = await open(server[kind]);
    await client.register({ name: "Robot" });
    expect(await client.requestIntent({ tool: "Bash", arguments: {} })).toMatchObject({ approved: true });
    await expect(client.requestIntent({ tool: "Bash", arguments: {} })).rejects.toMatchObject({ code: -32004 });
    expect(methods(server).filter((method) => method === "a2g/register")).toHaveLength(3);
    expect(server.received[2]?.params).toMatchObject({ metadata: { name: "Robot" } });
  });

  test("heartbeats begin with the registration and end with the client", async () => {
    const server = await serveA2g(() => ({ result: policy }));
    const client = await open(server[kind], { heartbeatMs: 20 });
    await sleep(60);
    expect(methods(server)).toEqual([]);
    await client.register();
    await expect.poll(() => methods(server).filter((method) => method === "a2g/heartbeat").length).toBeGreaterThan(2);
    client.close();
    await sleep(30);
    const count = methods(server).length;
    await sleep(60);
    expect(methods(server)).toHaveLength(count);
  });

  test("the token is sent", async () => {
    const server = await serveA2g(() => approved);
    const client = await open(server[kind], { token: "s3cret&" });
    await client.requestIntent({ tool: "Bash", arguments: {} });
    expect(server.authorizations).toEqual([kind === "http" ? "Bearer s3cret&" : "s3cret&"]);
  });

  test("nobody there, no answer in time, a closed client", async () => {
    const nowhere = await open(`${kind}://127.0.0.1:1`);
    await expect(nowhere.register()).rejects.toThrow(/cannot be reached at .*127\.0\.0\.1:1.* Is it running\?/);
    const silent = await serveA2g(() => new Promise(() => {}));
    const client = await open(silent[kind], { timeoutMs: 50 });
    await expect(client.register()).rejects.toBeInstanceOf(UnreachableError);
    client.close();
    await expect(client.register()).rejects.toThrow("The client was closed.");
  });

  test("waitMs 0 does not wait for a human, and a short one ends", async () => {
    const server = await serveA2g(async ({ method, params }) => {
      if (method === "a2g/await") await sleep(Number(params["timeout_ms"]));
      return escalated;
    });
    const client = await open(server[kind]);
    expect(await client.requestIntent({ tool: "Bash", arguments: {}, waitMs: 0 })).toMatchObject({
      verdict: "ESCALATE",
      approved: false,
    });
    expect(methods(server)).toEqual(["a2g/intent"]);
    expect(await client.requestIntent({ tool: "Bash", arguments: {}, waitMs: 120 })).toMatchObject({
      verdict: "ESCALATE",
    });
  });
});

describe("humans", () => {
  test("over HTTP the answer is asked for until it is there, also as an error", async () => {
    const script: JsonObject[] = [
      escalated,
      escalated,
      escalated,
      { error: { code: -32000, message: "A human denied it: use staging" } },
    ];
    const server = await serveA2g(() => script.shift());
    const client = await open(server.http);
    const decision = await client.requestIntent({ tool: "Bash", arguments: {}, intentId: "held" });
    expect(decision).toMatchObject({ intentId: "held", verdict: "DENIED", reason: "A human denied it: use staging" });
    expect(methods(server)).toEqual(["a2g/intent", "a2g/await", "a2g/await", "a2g/await"]);
    expect(server.received[1]?.params).toMatchObject({ agent_did: did, intent_id: "held", timeout_ms: 25_000 });
  });

  test("over HTTP a short break does not end the waiting", async () => {
    let calls = 0;
    const server = await serveA2g(() => {
      calls += 1;
      return calls === 1 ? escalated : calls === 2 ? undefined : approved;
    });
    const client = await open(server.http);
    expect(await client.requestIntent({ tool: "Bash", arguments: {} })).toMatchObject({ approved: true });
  });

  test("over WebSocket the directive is the answer, and nobody else's is", async () => {
    const server = await serveA2g(() => escalated);
    const client = await open(server.ws);
    const seen: unknown[] = [];
    client.onDirective((directive) => seen.push(directive));
    const waiting = client.requestIntent({ tool: "Bash", arguments: { command: "a" }, intentId: "mine" });
    await expect.poll(() => server.received).toHaveLength(1);
    server.push("g2a/directive", { intent_id: "other", directive: "APPROVE", reason: "" });
    server.push("g2a/directive", {
      intent_id: "mine",
      directive: "MODIFY",
      verdict: "CONDITIONAL",
      arguments: { command: "b" },
      reason: "safer",
      issued_by: "console",
    });
    expect(await waiting).toMatchObject({
      verdict: "CONDITIONAL",
      approved: true,
      arguments: { command: "b" },
      reason: "safer",
    });
    expect(seen).toEqual([
      { kind: "APPROVE", intentId: "other", reason: "", issuedBy: "" },
      { kind: "MODIFY", intentId: "mine", reason: "safer", issuedBy: "console" },
    ]);
    expect(methods(server)).toEqual(["a2g/intent"]);
  });

  test("two that ask for the same intent both hear the answer, also when one gives up first", async () => {
    const server = await serveA2g(async ({ method, params }) => {
      if (method === "a2g/await") await sleep(Number(params["timeout_ms"]));
      return escalated;
    });
    const client = await open(server.ws);
    const ask = (waitMs?: number) =>
      client.requestIntent({ tool: "Bash", arguments: {}, intentId: "twice", ...(waitMs !== undefined && { waitMs }) });
    const both = Promise.all([ask(), ask()]);
    expect(await ask(30)).toMatchObject({ verdict: "ESCALATE" });
    server.push("g2a/directive", { intent_id: "twice", directive: "APPROVE", reason: "yes" });
    expect(await both).toMatchObject([{ reason: "yes" }, { reason: "yes" }]);
  });

  test("a directive that overtakes the verdict is not lost", async () => {
    const server: A2gServer = await serveA2g(async () => {
      server.push("g2a/directive", { intent_id: "fast", directive: "APPROVE", reason: "quick" });
      await sleep(30);
      return escalated;
    });
    const client = await open(server.ws);
    expect(await client.requestIntent({ tool: "Bash", arguments: {}, intentId: "fast" })).toMatchObject({
      reason: "quick",
    });
  });

  test("a lost connection is opened again and the answer asked for", async () => {
    const script: Script = ({ method }) => (method === "a2g/await" ? approved : escalated);
    const server = await serveA2g(script);
    const client = await open(server.ws);
    const waiting = client.requestIntent({ tool: "Bash", arguments: {} });
    await expect.poll(() => server.received).toHaveLength(1);
    server.dropConnections();
    expect(await waiting).toMatchObject({ approved: true });
    expect(methods(server)).toEqual(["a2g/intent", "a2g/await"]);
  });
});

test("somebody who listens and never answers is no Gatehouse, and the next request tries again", async () => {
  let connections = 0;
  const server = createServer(() => (connections += 1)).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = await open(`ws://127.0.0.1:${port}`, { timeoutMs: 50 });
  await expect(client.register()).rejects.toThrow("cannot be reached");
  await sleep(60);
  await expect(client.register()).rejects.toThrow("cannot be reached");
  expect(connections).toBeGreaterThan(1);
});

test("a request in flight when the connection breaks is sent again, the same intent", async () => {
  let answers = false;
  const server = await serveA2g(() => (answers ? approved : undefined));
  const client = await open(server.ws);
  const asked = client.requestIntent({ tool: "Bash", arguments: {} });
  await expect.poll(() => server.received).toHaveLength(1);
  answers = true;
  server.dropConnections();
  expect(await asked).toMatchObject({ approved: true });
  const [first, second] = server.received;
  expect(second).toEqual(first);
});

test("policy and revocations are heard, by everyone who listens", async () => {
  const server = await serveA2g(() => ({ result: policy }));
  const client = await open(server.ws);
  const heard: unknown[] = [];
  const stop = client.onPolicy(({ version }) => heard.push(version));
  client.onRevoke((revocation) => heard.push(revocation));
  await client.register();
  server.push("g2a/policy", { ...policy, version: "8" });
  server.push("g2a/revoke", { agent_did: did, capabilities: ["Bash"], reason: "enough" });
  server.push("g2a/revoke", { agent_did: did, capabilities: "*", reason: "" });
  await expect.poll(() => heard).toHaveLength(3);
  stop();
  server.push("g2a/policy", { ...policy, version: "9" });
  server.push("g2a/revoke", { agent_did: did, reason: "unreadable" });
  await expect.poll(() => heard).toHaveLength(4);
  expect(heard).toEqual([
    "8",
    { capabilities: ["Bash"], reason: "enough" },
    { capabilities: "*", reason: "" },
    { capabilities: "*", reason: "unreadable" },
  ]);
});

test.each(["", "abc", "g".repeat(64), "9d".repeat(33)])("the private key %j is refused", async (privateKey) => {
  await expect(GovernanceClient.connect("http://127.0.0.1:1", { agentDid: did, privateKey })).rejects.toThrow(
    /64 hex digits/,
  );
});

describe("extensions", () => {
  const agreed = { result: { ...policy, extensions: ["a2g/delegate", "a2g/escalate"] } };

  test("nothing is sent to an engine that has not agreed", async () => {
    const server = await serveA2g(() => ({ result: policy }));
    const client = await open(server.ws, { extensions: ["a2g/delegate", "a2g/escalate"] });
    await client.register();
    const child = { childDid: "did:aeon:child:1.0:abc", capabilities: ["Bash"] };
    await expect(client.delegate(child)).rejects.toMatchObject({ name: "RefusedError", code: -32_601 });
    await expect(client.escalate("Which one?")).rejects.toMatchObject({ name: "RefusedError", code: -32_601 });
    expect(methods(server)).toEqual(["a2g/register"]);
    expect(server.received[0]?.params).toMatchObject({ extensions: ["a2g/delegate", "a2g/escalate"] });
  });

  test("delegate and escalate", async () => {
    const child = { agent_did: "did:aeon:child:1.0:abc", parent_did: did, chain: [did, "did:aeon:child:1.0:abc"] };
    const server: A2gServer = await serveA2g(({ method, params }) => {
      if (method === "a2g/register") return agreed;
      if (method === "a2g/delegate") return { result: { ...child, capabilities: ["Bash"] } };
      server.push("g2a/directive", {
        intent_id: params["intent_id"] ?? "",
        directive: "APPROVE",
        reason: "the left one",
      });
      return escalated;
    });
    const client = await open(server.ws, { extensions: ["a2g/delegate", "a2g/escalate"] });
    await client.register();
    expect(await client.delegate({ childDid: child.agent_did, capabilities: ["Bash"], reason: "tests" })).toEqual({
      agentDid: child.agent_did,
      parentDid: did,
      chain: child.chain,
      capabilities: ["Bash"],
    });
    const answer = await client.escalate("Which one?", { options: ["left", "right"], intentId: "q" });
    expect(answer).toMatchObject({ approved: true, reason: "the left one" });
    expect(server.received.at(-1)?.params).toMatchObject({
      intent_id: "q",
      question: "Which one?",
      options: ["left", "right"],
    });
  });
});
