// Signatures: the standard's own vectors, our canonical form, and messages somebody has touched.
import { sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createVerifier,
  type MessageSignature,
  readSignature,
  signedBytes,
} from "../../../src/main/identity/signature.ts";
import type { Json, JsonObject } from "../../../src/shared/lib/json.ts";
import { privateKeyFromSeed, publicHex, signingAgent } from "../../support/protocols/signing.ts";

const { verify } = createVerifier();
const method = "a2g/intent";
const nonce = "n";
const writtenTimestamp = 1;

function signed(value: Uint8Array): MessageSignature {
  return { nonce, timestamp: 1, writtenTimestamp, value };
}

const bytesOf = (params: JsonObject): string | undefined =>
  signedBytes(method, params, { nonce, writtenTimestamp })?.toString("utf8");

function check(key: string, params: JsonObject): boolean {
  const signature = readSignature(params["signature"] ?? null);
  return signature.ok && verify(key, method, params, signature.value);
}

describe("keys", () => {
  // RFC 8032, section 7.1, tests 1 and 2: the seed and the public key it must give.
  test.each([
    [
      "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    ],
    [
      "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
    ],
  ])("the raw key of seed %s verifies what the seed signs", (seed, publicKey) => {
    const privateKey = privateKeyFromSeed(seed);
    expect(publicHex(privateKey)).toBe(publicKey);
    const text = '{"method":"a2g/intent","nonce":"n","params":{"a":1,"b":[true,null]},"timestamp":1}';
    const signature = signed(sign(null, Buffer.from(text), privateKey));
    expect(verify(publicKey, method, { b: [true, null], signature: {}, a: 1 }, signature)).toBe(true);
    expect(verify(publicKey, method, { b: [true, null], signature: {}, a: 2 }, signature)).toBe(false);
    expect(verify(publicKey, "a2g/report", { b: [true, null], a: 1 }, signature)).toBe(false);
    expect(verify(publicKey, method, { b: [true, null], a: 1 }, { ...signature, nonce: "m" })).toBe(false);
    expect(verify(publicKey, method, { b: [true, null], a: 1 }, { ...signature, writtenTimestamp: 2 })).toBe(false);
  });

  test("forgotten keys are made again", () => {
    const small = createVerifier(2);
    const agents = [signingAgent(), signingAgent(), signingAgent()];
    for (const agent of [...agents, ...agents]) {
      const value = sign(null, Buffer.from(bytesOf({}) ?? ""), agent.privateKey);
      expect(small.verify(agent.key, method, {}, signed(value))).toBe(true);
    }
  });
});

describe("canonical form", () => {
  test("is RFC 8785: sorted members, shortest numbers, signature left out", () => {
    const params = {
      "\u20ac": 1,
      "\r": 2,
      z: 1e21,
      a: 0.1,
      n: -0,
      e: 1e-7,
      signature: { value: "x" },
      "1": [3, "\u001f"],
    };
    expect(bytesOf(params)).toBe(
      '{"method":"a2g/intent","nonce":"n","params":{"\\r":2,"1":[3,"\\u001f"],"a":0.1,"e":1e-7,"n":0,"z":1e+21,"\u20ac":1},"timestamp":1}',
    );
  });

  test("a lone surrogate has none", () => {
    expect(bytesOf({ a: "\ud800" })).toBeUndefined();
    expect(verify(signingAgent().key, method, { a: "\ud800" }, signed(new Uint8Array(64)))).toBe(false);
  });

  test("a member named __proto__ is signed like any other", () => {
    const params = JSON.parse('{"__proto__":{"a":1},"b":2}') as JsonObject;
    expect(bytesOf(params)).toContain('"params":{"__proto__":{"a":1},"b":2}');
  });
});

test("the example in the documentation verifies", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/protocol/a2g.md"), "utf8");
  const [, text = "", value = ""] =
    /```\n(\{"method".*)\n```\n\nhas the signature\n\n```\n([0-9a-f]{128})\n/.exec(page) ?? [];
  const message = JSON.parse(text) as {
    method: string;
    nonce: string;
    params: { agent_did: string };
    timestamp: string;
  };
  const { method: signedMethod, nonce: signedNonce, params, timestamp } = message;
  const read = readSignature({ alg: "ed25519", nonce: signedNonce, timestamp, value });
  const key = params.agent_did.split(":").at(-1) ?? "";
  expect(read.ok && verify(key, signedMethod, params, read.value)).toBe(true);
});

describe("readSignature", () => {
  const good = { alg: "ed25519", nonce: "n", timestamp: "2026-02-05T22:30:00Z", value: "ab".repeat(64) };

  test.each([
    ["2026-02-05T22:30:00Z", 1770330600000],
    ["2026-02-05T22:30:00.250+00:00", 1770330600250],
    ["2026-02-05T23:30:00+01:00", 1770330600000],
    [1770330600000, 1770330600000],
    [1770330600, 1770330600000],
    [1770330600.5, 1770330600500],
  ])("timestamp %s", (timestamp, expected) => {
    expect(readSignature({ ...good, timestamp })).toMatchObject({ ok: true, value: { timestamp: expected } });
  });

  test.each<[string, Json]>([
    ["null", null],
    ["text", "signed"],
    ["a list", []],
    ["another algorithm", { ...good, alg: "rs256" }],
    ["no algorithm", { nonce: "n", timestamp: 1, value: good.value }],
    ["an empty nonce", { ...good, nonce: "" }],
    ["a long nonce", { ...good, nonce: "n".repeat(129) }],
    ["a number as nonce", { ...good, nonce: 1 }],
    ["a day as timestamp", { ...good, timestamp: "2026-02-05" }],
    ["a time without zone", { ...good, timestamp: "2026-02-05T22:30:00" }],
    ["no such time", { ...good, timestamp: "2026-13-45T99:99:99Z" }],
    ["a negative timestamp", { ...good, timestamp: -5 }],
    ["an endless timestamp", { ...good, timestamp: 1e300 }],
    ["a short value", { ...good, value: "ab".repeat(63) }],
    ["a long value", { ...good, value: "ab".repeat(65) }],
    ["a value that is no base64", { ...good, value: "!".repeat(88) }],
    ["no value", { ...good, value: null }],
  ])("refuses %s", (_, signature) => {
    expect(readSignature(signature).ok).toBe(false);
  });
});

describe("messages", () => {
  const agent = signingAgent();

  test.each(["hex", "base64", "base64url"] as const)("a value in %s", (encoding) => {
    expect(check(agent.key, agent.sign({ agent_did: agent.agentDid, load: 0.5 }, { encoding }))).toBe(true);
  });

  const json = fc.jsonValue({ maxDepth: 3, stringUnit: "binary" });

  test("any message survives the wire, in any order of members", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: "binary" }), json), (body) => {
        const { signature: _, ...unsigned } = body as Record<string, Json>;
        const sent = JSON.parse(JSON.stringify(agent.sign(unsigned))) as JsonObject;
        expect(check(agent.key, sent)).toBe(true);
        expect(check(agent.key, Object.fromEntries(Object.entries(sent).toReversed()))).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test("any change to any message is noticed", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json), fc.string(), json, (body, member, value) => {
        const { signature: _, ...unsigned } = body as Record<string, Json>;
        fc.pre(member !== "signature" && member !== "__proto__");
        fc.pre(bytesOf({ ...unsigned, [member]: value as Json }) !== bytesOf(unsigned));
        const sent = agent.sign(unsigned);
        expect(check(agent.key, { ...sent, [member]: value as Json })).toBe(false);
        expect(check(signingAgent().key, sent)).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  test("any flipped bit of the signature is noticed", () => {
    const params = { agent_did: agent.agentDid };
    const value = sign(null, Buffer.from(bytesOf(params) ?? ""), agent.privateKey);
    expect(verify(agent.key, method, params, signed(value))).toBe(true);
    for (let bit = 0; bit < 512; bit += 1) {
      const flipped = Buffer.from(value);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(verify(agent.key, method, params, signed(flipped))).toBe(false);
    }
  });
});
