// Identity holds whatever is sent to it, in whatever order.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/shared/lib/json.ts";
import { defaultSettings, type Settings } from "../../src/shared/contract/settings.ts";
import { onePeerRegistry } from "../support/protocols/identity.ts";
import { signingAgent } from "../support/protocols/signing.ts";

const start = 1_770_000_000_000;
const codes = new Set([-32602, -32002, -32004]);

function open(settings: Partial<Settings>) {
  return onePeerRegistry({
    store: { load: () => [], save: () => {}, remove: () => {} },
    settings: () => ({ ...defaultSettings, ...settings }),
  });
}

const settings = fc.record({
  identity: fc.constantFrom("relaxed" as const, "strict" as const),
  pairing: fc.constantFrom("open" as const, "notify" as const, "approve" as const),
});

const did = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("did:aeon:kimi:1.0:abc123", `did:aeon:kimi:1.0:${"a1".repeat(32)}`, "did:aeon:::", "__proto__"),
);
const anything = fc.jsonValue({ stringUnit: "binary" }).map((value) => value as Json);
const params = fc.oneof(
  anything,
  fc.record(
    {
      agent_did: fc.oneof(did, anything),
      public_key: fc.oneof(
        anything,
        fc.constantFrom(`ed25519:${"a1".repeat(32)}`, "ed25519:x", `ed25519:${"00".repeat(32)}`),
      ),
      capabilities_requested: anything,
      metadata: anything,
      signature: fc.oneof(
        anything,
        fc.record({
          alg: fc.constant("ed25519"),
          nonce: fc.string(),
          timestamp: fc.constant(start),
          value: fc.constant("ab".repeat(64)),
        }),
      ),
    },
    { requiredKeys: [] },
  ),
);

test("any message gets an answer with a known code, never an exception", () => {
  fc.assert(
    fc.property(settings, fc.array(fc.tuple(fc.boolean(), params), { maxLength: 8 }), (chosen, messages) => {
      const registry = open(chosen);
      for (const [registers, message] of messages) {
        const result = registers
          ? registry.register(message, start)
          : registry.authenticate(message, "a2g/intent", start);
        const error = result.ok ? undefined : result.error;
        expect(
          error === undefined || (codes.has(error.code) && error.message !== "" && error.data.reason.length > 0),
        ).toBe(true);
      }
      for (const agent of registry.list(start)) expect(agent.agentDid).toMatch(/^did:aeon:[^:]+:[^:]+:[^:]+$/);
    }),
    { numRuns: 500 },
  );
});

const keys = [signingAgent("robot", true), signingAgent("robot", true), signingAgent("robot", true)];
const agentDid = "did:aeon:robot:1.0:abc123";
const who = fc.integer({ min: 0, max: keys.length - 1 });
const step = fc.oneof(
  fc.record({ kind: fc.constant("register" as const), offers: fc.option(who), signs: fc.option(who) }),
  fc.record({ kind: fc.constant("message" as const), signs: fc.option(who) }),
  fc.record({ kind: fc.constant("decide" as const), accept: fc.boolean() }),
  fc.record({ kind: fc.constant("revoke" as const) }),
);

test("a pinned key changes by a human's word only, and only its holder is believed", () => {
  fc.assert(
    fc.property(settings, fc.array(step, { maxLength: 25 }), (chosen, steps) => {
      const registry = open({ ...chosen, identity: "relaxed" });
      const pinned = (): string | undefined => registry.get(agentDid)?.publicKey;
      const signed = (method: string, body: JsonObject, signer: number | null): JsonObject =>
        signer === null ? body : (keys[signer]?.sign(body, { method, timestamp: start }) ?? body);
      const believed: [boolean, boolean][] = [];
      for (const each of steps) {
        const before = pinned();
        if (each.kind === "decide") registry.decide(agentDid, each.accept, start);
        if (each.kind === "revoke") registry.revoke(agentDid, ["Bash"], start);
        if (each.kind === "register") {
          const offer = each.offers === null ? {} : { public_key: `ed25519:${keys[each.offers]?.key}` };
          registry.register(signed("a2g/register", { agent_did: agentDid, ...offer }, each.signs), start);
        }
        if (each.kind === "message") {
          const { ok } = registry.authenticate(
            signed("a2g/intent", { agent_did: agentDid }, each.signs),
            "a2g/intent",
            start,
          );
          const holder = each.signs !== null && keys[each.signs]?.key === before;
          believed.push([ok, holder || (each.signs === null && before === undefined)]);
        }
        const humanAgreed = each.kind === "decide" && each.accept;
        expect(before === undefined || humanAgreed || pinned() === before).toBe(true);
      }
      for (const [found, right] of believed) expect(found).toBe(right);
    }),
    { numRuns: 300 },
  );
});
