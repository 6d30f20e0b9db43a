// Signs messages as an agent would, independently of the code under test.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";
import canonicalize from "canonicalize";
import type { JsonObject } from "../../../src/shared/lib/json.ts";

export interface SigningAgent {
  readonly agentDid: string;
  /** 64 hex digits. */
  readonly key: string;
  readonly privateKey: KeyObject;
  readonly sign: (params: JsonObject, options?: SignOptions) => JsonObject;
}

export interface SignOptions {
  /** "a2g/intent" unless told. */
  readonly method?: string;
  readonly nonce?: string;
  readonly timestamp?: number | string;
  readonly encoding?: "hex" | "base64" | "base64url";
}

export function privateKeyFromSeed(seed: string): KeyObject {
  const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), Buffer.from(seed, "hex")]);
  return createPrivateKey({ key: der, format: "der", type: "pkcs8" });
}

export function publicHex(privateKey: KeyObject): string {
  return Buffer.from(createPublicKey(privateKey).export({ format: "jwk" }).x ?? "", "base64url").toString("hex");
}

/** With `shortDid` the key is only in public_key, as in the protocol's examples. */
export function signingAgent(name = "robot", shortDid = false): SigningAgent {
  const { privateKey } = generateKeyPairSync("ed25519");
  const key = publicHex(privateKey);
  const agentDid = `did:aeon:${name}:1.0:${shortDid ? "abc123" : key}`;
  return {
    agentDid,
    key,
    privateKey,
    sign: (params, options = {}) => {
      const { method = "a2g/intent", nonce = randomUUID(), timestamp = Date.now(), encoding = "hex" } = options;
      const text = canonicalize({ method, nonce, params, timestamp }) ?? "";
      const value = sign(null, Buffer.from(text), privateKey).toString(encoding);
      return { ...params, signature: { alg: "ed25519", nonce, timestamp, value } };
    },
  };
}
