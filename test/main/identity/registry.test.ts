// The registry: pinning, pairing, strict identity, sessions, states and what people decide.
import { sign } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { StoredAgent } from "../../../src/main/identity/agent.ts";
import type { AgentChange } from "../../../src/main/identity/roster.ts";
import { minute, second } from "../../../src/shared/lib/clock.ts";
import type { JsonObject } from "../../../src/shared/lib/json.ts";
import { defaultSettings, type Settings } from "../../../src/shared/contract/settings.ts";
import { tourAgent } from "../../../src/shared/domain/tour.ts";
import { onePeerRegistry, type OnePeerRegistry } from "../../support/protocols/identity.ts";
import { signingAgent } from "../../support/protocols/signing.ts";

const start = 1_770_000_000_000;
const kimi = "did:aeon:kimi:1.0:abc123";

let rows: Map<string, StoredAgent>;
let settings: Settings;
let changes: AgentChange[];
let saves: number;
let demanded: string | undefined;
let registry: OnePeerRegistry;

function open(maximumAgents?: number): OnePeerRegistry {
  return onePeerRegistry({
    store: {
      load: () => [...rows.values()],
      save: (agents) => {
        saves += 1;
        for (const agent of agents) rows.set(agent.agentDid, agent);
      },
      remove: (agentDid) => void rows.delete(agentDid),
    },
    settings: () => settings,
    changed: (change) => void changes.push(change),
    signatureDemanded: (agentDid) => agentDid === demanded,
    ...(maximumAgents !== undefined && { maximumAgents }),
  });
}

beforeEach(() => {
  rows = new Map();
  settings = { ...defaultSettings };
  changes = [];
  saves = 0;
  demanded = undefined;
  registry = open();
});

const state = (agentDid: string, now: number): string | undefined =>
  registry.list(now).find((agent) => agent.agentDid === agentDid)?.state;

describe("registering", () => {
  test("the protocol's example is accepted and pairing tells about it", () => {
    const params = {
      agent_did: kimi,
      public_key: "ed25519:hex-encoded-pubkey",
      capabilities_requested: ["write_file", "read_file", "execute_command"],
      metadata: { name: "Kimi", version: "1.0.0", runtime: "wasm32-wasip1" },
    };
    expect(registry.register(params, start)).toMatchObject({
      ok: true,
      value: { name: "Kimi", version: "1.0.0", runtime: "wasm32-wasip1", registered: true, pairing: "accepted" },
    });
    expect(changes).toEqual([
      { kind: "appeared", agent: expect.objectContaining({ agentDid: kimi, state: "connected", name: "Kimi" }) },
    ]);
    expect(rows.get(kimi)).toMatchObject({ capabilitiesRequested: ["write_file", "read_file", "execute_command"] });
    expect(rows.get(kimi)).not.toHaveProperty("publicKey");
  });

  test.each([
    ["what turns the text around", "Claude \u202eedoC", "Claude ⟨RLO U+202E⟩edoC"],
    ["further lines", "Claude\n\n  Code", "Claude Code"],
    ["letters of another script", "\u0421laude", "⟨\u0421 is Cyrillic, U+0421⟩laude"],
    ["more than a name", "a name ".repeat(30), `${"a name ".repeat(11)}a …`],
    ["nothing but blanks", " \n ", "kimi"],
  ])("a name with %s is one that people can read", (_what, name, read) => {
    expect(registry.register({ agent_did: kimi, metadata: { name } }, start)).toMatchObject({ value: { name: read } });
  });

  test("only the DID is needed", () => {
    expect(registry.register({ agent_did: kimi }, start)).toMatchObject({ ok: true, value: { name: "kimi" } });
  });

  test.each([
    ["no parameters", undefined, -32602, "params"],
    ["a list", [kimi], -32602, "params"],
    ["no DID", { public_key: "ed25519:a" }, -32602, "params"],
    ["another DID", { agent_did: "did:key:z6Mk" }, -32602, "did_malformed"],
    ["capabilities that are no list", { agent_did: kimi, capabilities_requested: "all" }, -32602, "params"],
    ["metadata that is no object", { agent_did: kimi, metadata: 1 }, -32602, "params"],
    ["a key of another kind", { agent_did: kimi, public_key: "rsa:abc" }, -32002, "key_unsupported"],
    ["a weak key", { agent_did: kimi, public_key: `ed25519:${"00".repeat(32)}` }, -32002, "key_weak"],
    ["a weak key in the DID", { agent_did: `did:aeon:a:1:01${"00".repeat(31)}` }, -32002, "key_weak"],
    [
      "two keys that differ",
      { agent_did: `did:aeon:a:1:${"a1".repeat(32)}`, public_key: `ed25519:${"b2".repeat(32)}` },
      -32002,
      "key_mismatch",
    ],
  ])("refuses %s", (_, params, code, reason) => {
    expect(registry.register(params, start)).toMatchObject({ ok: false, error: { code, data: { reason } } });
    expect(registry.list(start)).toEqual([]);
  });

  test("the same key in DID and public_key may differ in case", () => {
    const agent = signingAgent();
    const { agentDid, key } = agent;
    const params = { agent_did: agentDid, public_key: `ed25519:${key.toUpperCase()}` };
    const result = registry.register(agent.sign(params, { method: "a2g/register", timestamp: start }), start);
    expect(result).toMatchObject({ ok: true, value: { publicKey: key } });
  });
});

describe("signatures", () => {
  test("are demanded from a DID that carries a key, from the first message on", () => {
    const agent = signingAgent();
    const params = { agent_did: agent.agentDid };
    const required = { ok: false, error: { code: -32602, data: { reason: "signature_required" } } };
    expect(registry.authenticate(params, "a2g/intent", start)).toMatchObject(required);
    expect(registry.register(params, start)).toMatchObject(required);
    const signed = agent.sign(params, { timestamp: start });
    expect(registry.authenticate(signed, "a2g/intent", start).ok).toBe(true);
    expect(registry.register(agent.sign(params, { method: "a2g/register", timestamp: start }), start).ok).toBe(true);
  });

  test("are checked whenever they are there, and need not be for short keys", () => {
    const agent = signingAgent();
    const stranger = signingAgent("robot", true);
    const params = { agent_did: agent.agentDid, tool: "read_file" };
    expect(registry.authenticate(agent.sign(params, { timestamp: start }), "a2g/intent", start).ok).toBe(true);
    const tampered = { ...agent.sign(params, { timestamp: start }), tool: "write_file" };
    expect(registry.authenticate(tampered, "a2g/intent", start)).toMatchObject({
      error: { code: -32602, data: { reason: "signature_invalid" } },
    });
    const unknown = stranger.sign({ agent_did: stranger.agentDid }, { timestamp: start });
    expect(registry.authenticate(unknown, "a2g/intent", start)).toMatchObject({
      error: { code: -32602, data: { reason: "signature_key_unknown" } },
    });
    expect(registry.authenticate({ agent_did: stranger.agentDid }, "a2g/intent", start).ok).toBe(true);
    expect(registry.authenticate({ agent_did: stranger.agentDid, signature: null }, "a2g/intent", start)).toMatchObject(
      {
        error: { code: -32602, data: { reason: "signature_malformed" } },
      },
    );
  });

  test("are used once and near the present", () => {
    const agent = signingAgent();
    const params = { agent_did: agent.agentDid };
    const signed = agent.sign(params, { method: "a2g/heartbeat", timestamp: start });
    expect(registry.authenticate(signed, "a2g/heartbeat", start).ok).toBe(true);
    expect(registry.authenticate(signed, "a2g/heartbeat", start + 1)).toMatchObject({
      error: { code: -32602, data: { reason: "nonce_replayed" } },
    });
    for (const skew of [-6 * minute, 6 * minute]) {
      const off = agent.sign(params, { method: "a2g/heartbeat", timestamp: start + skew });
      const result = registry.authenticate(off, "a2g/heartbeat", start);
      expect(result).toMatchObject({ error: { code: -32602, data: { reason: "timestamp_out_of_window" } } });
      expect(result.ok ? "" : result.error.message).toContain("360 s");
    }
  });

  test("a bad signature does not use up its nonce", () => {
    const agent = signingAgent();
    const signed = agent.sign({ agent_did: agent.agentDid }, { timestamp: start });
    expect(registry.authenticate({ ...signed, extra: 1 }, "a2g/intent", start).ok).toBe(false);
    expect(registry.authenticate(signed, "a2g/intent", start).ok).toBe(true);
  });

  test("are demanded when the policy says so", () => {
    demanded = kimi;
    expect(registry.authenticate({ agent_did: kimi }, "a2g/intent", start)).toMatchObject({
      error: { data: { reason: "signature_required" } },
    });
  });
});

describe("what a signature covers", () => {
  const agent = signingAgent();
  const params = { agent_did: agent.agentDid };
  const believed = (message: JsonObject, method: string): boolean => registry.authenticate(message, method, start).ok;
  const changed = (message: JsonObject, change: JsonObject): JsonObject => ({
    ...message,
    signature: { ...(message["signature"] as JsonObject), ...change },
  });

  test("the method, the nonce and the timestamp", () => {
    const signed = agent.sign(params, { method: "a2g/heartbeat", timestamp: start });
    expect(believed(signed, "tools/call")).toBe(false);
    expect(believed(changed(signed, { nonce: "another" }), "a2g/heartbeat")).toBe(false);
    expect(believed(changed(signed, { timestamp: start + 1 }), "a2g/heartbeat")).toBe(false);
    expect(believed(signed, "a2g/heartbeat")).toBe(true);
  });

  test("a signature over the parameters alone, as it was once, is refused with what to sign", () => {
    const value = sign(null, Buffer.from(JSON.stringify(params)), agent.privateKey).toString("hex");
    const old = { ...params, signature: { alg: "ed25519", nonce: "n", timestamp: start, value } };
    const refused = registry.authenticate(old, "a2g/intent", start);
    expect(refused).toMatchObject({
      error: { data: { reason: "signature_invalid" }, message: expect.stringContaining('{"method": "a2g/intent"') },
    });
  });

  test("a weak key in the DID is never believed", () => {
    const did = `did:aeon:a:1:01${"00".repeat(31)}`;
    expect(registry.authenticate({ agent_did: did }, "a2g/intent", start)).toMatchObject({
      error: { data: { reason: "key_weak" } },
    });
  });
});

describe("strict identity", () => {
  beforeEach(() => {
    settings = { ...settings, identity: "strict" };
  });

  test("wants a whole key, a registration and a signature on everything", () => {
    const agent = signingAgent();
    const params = { agent_did: agent.agentDid };
    expect(registry.register({ agent_did: kimi }, start)).toMatchObject({
      error: { code: -32002, data: { reason: "key_short" } },
    });
    expect(registry.authenticate(agent.sign(params, { timestamp: start }), "a2g/intent", start)).toMatchObject({
      error: { code: -32002, data: { reason: "not_registered" } },
    });
    expect(registry.register(params, start)).toMatchObject({ error: { data: { reason: "signature_required" } } });
    expect(registry.register(agent.sign(params, { method: "a2g/register", timestamp: start }), start).ok).toBe(true);
    expect(registry.authenticate(params, "a2g/intent", start)).toMatchObject({
      error: { data: { reason: "signature_required" } },
    });
    expect(registry.authenticate(agent.sign(params, { timestamp: start }), "a2g/intent", start).ok).toBe(true);
  });
});

describe("a pinned key", () => {
  const first = signingAgent("robot", true);
  const second = signingAgent("robot", true);
  const offer = (agent: typeof first) => ({ agent_did: agent.agentDid, public_key: `ed25519:${agent.key}` });

  test("changes only when a human agrees", () => {
    expect(registry.register(offer(first), start).ok).toBe(true);
    const changed = { ok: false, error: { code: -32002, data: { reason: "key_changed" } } };
    expect(registry.register(offer(second), start)).toMatchObject(changed);
    expect(
      registry.register(second.sign(offer(second), { method: "a2g/register", timestamp: start }), start),
    ).toMatchObject(changed);
    expect(changes.map((change) => change.kind)).toEqual(["appeared", "key_proposed"]);
    const bySecond = second.sign({ agent_did: first.agentDid }, { timestamp: start });
    expect(registry.authenticate(bySecond, "a2g/intent", start)).toMatchObject({
      error: { data: { reason: "signature_invalid" } },
    });
    expect(
      registry.authenticate(first.sign({ agent_did: first.agentDid }, { timestamp: start }), "a2g/intent", start).ok,
    ).toBe(true);

    expect(registry.decide(first.agentDid, true, start)).toMatchObject({ ok: true, value: { publicKey: second.key } });
    expect(registry.authenticate(bySecond, "a2g/intent", start).ok).toBe(true);
    expect(
      registry.authenticate(first.sign({ agent_did: first.agentDid }, { timestamp: start }), "a2g/intent", start).ok,
    ).toBe(false);
    expect(registry.decide(first.agentDid, true, start)).toMatchObject({
      error: { data: { reason: "nothing_to_decide" } },
    });
  });

  test("stays when the human says no, and after a restart", () => {
    registry.register(offer(first), start);
    registry.register(offer(second), start);
    expect(registry.decide(first.agentDid, false, start)).toMatchObject({ ok: true, value: { publicKey: first.key } });
    expect(registry.get(first.agentDid)).not.toHaveProperty("proposedKey");
    registry = open();
    expect(registry.register(offer(second), start)).toMatchObject({ error: { data: { reason: "key_changed" } } });
  });

  test("a new key must be proved when it is signed for", () => {
    registry.register(offer(first), start);
    const forged = first.sign(offer(second), { method: "a2g/register", timestamp: start });
    expect(registry.register(forged, start)).toMatchObject({ error: { data: { reason: "signature_invalid" } } });
    expect(registry.get(first.agentDid)).not.toHaveProperty("proposedKey");
  });

  test("an agent that had none may bring one", () => {
    registry.register({ agent_did: first.agentDid, public_key: "ed25519:abc" }, start);
    expect(registry.register(offer(first), start)).toMatchObject({ ok: true, value: { publicKey: first.key } });
  });
});

describe("pairing by approval", () => {
  beforeEach(() => {
    settings = { ...settings, pairing: "approve" };
  });

  test.each(["register", "intent"] as const)("after %s the agent waits for a human", (how) => {
    const params = { agent_did: kimi };
    const result =
      how === "register" ? registry.register(params, start) : registry.authenticate(params, "a2g/intent", start);
    expect(result).toMatchObject({ ok: true, value: { pairing: "pending" } });
    expect(state(kimi, start)).toBe("pending");
    expect(registry.decide(kimi, true, start)).toMatchObject({ ok: true, value: { state: "connected" } });
    expect(registry.authenticate(params, "a2g/intent", start)).toMatchObject({
      ok: true,
      value: { pairing: "accepted" },
    });
  });

  test("a refused agent cannot register until it is accepted after all", () => {
    registry.register({ agent_did: kimi }, start);
    expect(registry.decide(kimi, false, start)).toMatchObject({ ok: true, value: { state: "revoked" } });
    expect(registry.register({ agent_did: kimi }, start)).toMatchObject({
      error: { code: -32002, data: { reason: "agent_revoked" } },
    });
    expect(registry.decide(kimi, true, start)).toMatchObject({ ok: true, value: { state: "connected" } });
    expect(registry.register({ agent_did: kimi }, start).ok).toBe(true);
  });
});

describe("decisions about an agent", () => {
  test("revoked capabilities add up, end the session, and everything revoked stops registration", () => {
    registry.register({ agent_did: kimi }, start);
    registry.revoke(kimi, ["write_file"], start + 1);
    registry.revoke(kimi, ["execute_command", "write_file"], start + 2);
    expect(registry.get(kimi)).toMatchObject({ capabilitiesRevoked: ["execute_command", "write_file"] });
    expect(registry.get(kimi)).not.toHaveProperty("sessionStartedAt");
    expect(registry.authenticate({ agent_did: kimi }, "a2g/intent", start + 3)).toMatchObject({
      ok: true,
      value: { sessionStartedAt: start + 3 },
    });
    expect(registry.register({ agent_did: kimi }, start + 4).ok).toBe(true);
    expect(registry.revoke(kimi, "*", start + 5)).toMatchObject({ ok: true, value: { state: "revoked" } });
    expect(registry.register({ agent_did: kimi }, start + 6)).toMatchObject({ error: { code: -32002 } });
    // The engine answers its intents with a denial that names the reason.
    expect(registry.authenticate({ agent_did: kimi }, "a2g/intent", start + 7)).toMatchObject({
      ok: true,
      value: { capabilitiesRevoked: "*" },
    });
  });

  test("halted and resumed, also across a restart", () => {
    registry.register({ agent_did: kimi }, start);
    expect(registry.setHalted(kimi, true, start)).toMatchObject({ ok: true, value: { state: "halted" } });
    registry = open();
    expect(state(kimi, start)).toBe("halted");
    expect(registry.setHalted(kimi, false, start)).toMatchObject({ ok: true, value: { state: "disconnected" } });
  });

  test.each(["decide", "revoke", "setHalted"] as const)("%s wants an agent that exists", (method) => {
    const result = method === "revoke" ? registry.revoke(kimi, "*", start) : registry[method](kimi, true, start);
    expect(result).toMatchObject({ error: { data: { reason: "unknown_agent" } } });
  });
});

describe("signs of life", () => {
  test("a missed heartbeat makes it stale, the session limit ends the session", () => {
    registry.register({ agent_did: kimi }, start);
    const later = start + defaultSettings.heartbeatSeconds * second;
    expect(registry.sweep(later)).toEqual([]);
    expect(registry.sweep(later + 1)).toMatchObject([{ agentDid: kimi, state: "stale" }]);
    expect(registry.sweep(later + 2)).toEqual([]);
    expect(registry.authenticate({ agent_did: kimi }, "a2g/heartbeat", later + 3).ok).toBe(true);
    expect(state(kimi, later + 3)).toBe("connected");
    const expiry = later + 3 + defaultSettings.sessionSeconds * second;
    expect(state(kimi, expiry + 1)).toBe("disconnected");
    for (const attempt of [1, 2]) {
      expect(registry.authenticate({ agent_did: kimi }, "a2g/intent", expiry + attempt)).toMatchObject({
        error: { code: -32004, data: { reason: "session_expired" } },
      });
    }
    expect(registry.register({ agent_did: kimi }, expiry + 3).ok).toBe(true);
    expect(registry.authenticate({ agent_did: kimi }, "a2g/intent", expiry + 4).ok).toBe(true);
  });

  test("an agent that never registered has no session to lose", () => {
    registry.authenticate({ agent_did: kimi }, "a2g/intent", start);
    const later = start + 2 * defaultSettings.sessionSeconds * second;
    expect(registry.authenticate({ agent_did: kimi }, "a2g/intent", later).ok).toBe(true);
  });

  test("it is gone with its last connection, and back with the next message", () => {
    registry.register({ agent_did: kimi }, start);
    registry.markConnected(kimi, "one");
    registry.markConnected(kimi, "two");
    registry.markGone("one", start + 1);
    expect(state(kimi, start + 1)).toBe("connected");
    registry.markGone("two", start + 2);
    registry.markGone("two", start + 2);
    expect(state(kimi, start + 2)).toBe("disconnected");
    registry.authenticate({ agent_did: kimi }, "a2g/intent", start + 3);
    expect(state(kimi, start + 3)).toBe("connected");
    expect(changes.map((change) => change.agent.state)).toEqual(["connected", "disconnected", "connected"]);
  });

  test("counters are kept, and written with the sweep rather than with each message", () => {
    registry.register({ agent_did: kimi }, start);
    expect(saves).toBe(1);
    for (const [denied, level] of [
      [false, "LOW"],
      [true, "CRITICAL"],
      [false, "MEDIUM"],
    ] as const) {
      registry.authenticate({ agent_did: kimi }, "a2g/intent", start + 1);
      registry.recordVerdict(kimi, denied, level);
    }
    registry.recordVerdict("did:aeon:nobody:1:1", true, "LOW");
    registry.recordDenial(kimi);
    registry.recordDenial("did:aeon:nobody:1:1");
    expect(saves).toBe(1);
    registry.sweep(start + 2);
    registry.sweep(start + 3);
    expect(saves).toBe(2);
    expect(rows.get(kimi)).toMatchObject({ intents: 3, denied: 2, highestLevel: "CRITICAL", lastSeenAt: start + 1 });
    registry = open();
    expect(registry.list(start + 4)).toMatchObject([{ state: "disconnected", intents: 3, firstSeenAt: start }]);
  });
});

test("nobody can use the name of the test intent, whose card says that nothing will run", () => {
  const refused = { error: { data: { reason: "agent_belongs_to_another" } } };
  for (const agentDid of [tourAgent, tourAgent.replace(":tour", ":other"), tourAgent.replace("gate", "Gate")]) {
    expect(registry.authenticate({ agent_did: agentDid }, "a2g/intent", start)).toMatchObject(refused);
    expect(registry.register({ agent_did: agentDid }, start)).toMatchObject(refused);
  }
});

test("strangers are forgotten to make room; agents with a key or a decision are not", () => {
  registry = open(3);
  const agent = signingAgent();
  registry.register(agent.sign({ agent_did: agent.agentDid }, { method: "a2g/register", timestamp: start }), start);
  registry.authenticate({ agent_did: "did:aeon:a:1:1" }, "a2g/intent", start);
  registry.authenticate({ agent_did: "did:aeon:b:1:1" }, "a2g/intent", start);
  registry.setHalted("did:aeon:b:1:1", true, start);
  registry.sweep(start);
  expect(registry.authenticate({ agent_did: "did:aeon:c:1:1" }, "a2g/intent", start).ok).toBe(true);
  expect([...rows.keys()]).toEqual([agent.agentDid, "did:aeon:b:1:1"]);
  registry.register({ agent_did: "did:aeon:c:1:1" }, start);
  expect(registry.register({ agent_did: "did:aeon:d:1:1" }, start)).toMatchObject({
    error: { code: -32002, data: { reason: "too_many_agents" } },
  });
  expect(registry.authenticate({ agent_did: "did:aeon:d:1:1" }, "a2g/intent", start).ok).toBe(false);
});
