// The keys of the demo's agents: the same in every run, and worth nothing.
import { createHash, createPrivateKey, createPublicKey } from "node:crypto";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The seed of an agent's Ed25519 key, as the client library takes it. */
export function privateKeyOf(name: string): string {
  return sha256(`demo ${name}`);
}

/** 64 hexadecimal digits. */
export function publicKeyOf(name: string): string {
  // What stands before the seed in an Ed25519 key of PKCS 8.
  const key = Buffer.concat([
    Buffer.from("302e020100300506032b657004220420", "hex"),
    Buffer.from(privateKeyOf(name), "hex"),
  ]);
  const { x } = createPublicKey(createPrivateKey({ key, format: "der", type: "pkcs8" })).export({ format: "jwk" });
  return Buffer.from(x ?? "", "base64url").toString("hex");
}

/** The name of an agent that has no key, as Gatehouse makes it from what the agent calls itself. */
export function keylessDid(id: string, protocol: "aos" | "a2e"): string {
  return `did:aeon:${id}:${protocol}:${sha256(id).slice(0, 16)}`;
}
