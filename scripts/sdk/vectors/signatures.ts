// Vectors of signatures: fixed keys of RFC 8032, and what the engine signs and verifies.
import { createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { signedBytes } from "../../../src/main/identity/signature.ts";
import type { JsonObject } from "../../../src/shared/lib/json.ts";

const seeds = {
  first: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
  second: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
};
const pkcs8Header = Buffer.from("302e020100300506032b657004220420", "hex");

function keyOf(seed: string): { readonly privateKey: KeyObject; readonly publicKey: string } {
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8Header, Buffer.from(seed, "hex")]),
    format: "der",
    type: "pkcs8",
  });
  const { x = "" } = createPublicKey(privateKey).export({ format: "jwk" });
  return { privateKey, publicKey: Buffer.from(x, "base64url").toString("hex") };
}

const first = keyOf(seeds.first);
const agentDid = `did:aeon:kimi:1.0:${first.publicKey}`;
const timestamp = "2026-11-17T12:00:00.000Z";

const messages: readonly { readonly name: string; readonly method: string; readonly params: JsonObject }[] = [
  { name: "a heartbeat", method: "a2g/heartbeat", params: { agent_did: agentDid } },
  {
    name: "a registration",
    method: "a2g/register",
    params: {
      agent_did: agentDid,
      public_key: `ed25519:${first.publicKey}`,
      capabilities_requested: ["write_file", "read_file"],
      metadata: { name: "Kimi", version: "1.0.0" },
    },
  },
  {
    name: "an intent with text beyond ASCII and fractions",
    method: "a2g/intent",
    params: {
      agent_did: agentDid,
      intent_id: "i-1",
      tool: "write_file",
      arguments: { path: "/tmp/größe.txt", content: "日本語 😀\n", ratio: 1.5e-9, list: [true, null, { b: 1, a: 2 }] },
      context: {},
    },
  },
  {
    name: "a report",
    method: "a2g/report",
    params: { agent_did: agentDid, intent_id: "i-1", status: "SUCCESS", result: { bytes_written: 11 } },
  },
];

export function signatureVectors() {
  return {
    about:
      "value is the Ed25519 signature, in hex, over the UTF-8 bytes of signed_text, the canonical JSON of {method, nonce, params, timestamp}. signed_params is what travels.",
    keys: Object.entries(seeds).map(([name, seed]) => ({
      name,
      private_key: seed,
      public_key: `ed25519:${keyOf(seed).publicKey}`,
    })),
    cases: messages.map(({ name, method, params }, index) => {
      const nonce = `n-${index + 1}`;
      const bytes = signedBytes(method, params, { nonce, writtenTimestamp: timestamp });
      if (bytes === undefined) throw new Error(`${name} has no canonical form`);
      const value = sign(null, bytes, first.privateKey).toString("hex");
      const signature = { alg: "ed25519", nonce, timestamp, value };
      return {
        name,
        key: "first",
        method,
        params,
        nonce,
        timestamp,
        signed_text: bytes.toString("utf8"),
        value,
        signed_params: { ...params, signature },
      };
    }),
    refused: [
      { name: "another method", case: "a heartbeat", change: { method: "a2g/report" } },
      { name: "another nonce", case: "a heartbeat", change: { nonce: "n-9" } },
      { name: "another time", case: "a heartbeat", change: { timestamp: "2026-11-17T12:00:01.000Z" } },
      { name: "another key", case: "a heartbeat", change: { key: "second" } },
      { name: "other parameters", case: "a report", change: { params: { agent_did: agentDid, intent_id: "i-2" } } },
    ],
  };
}
