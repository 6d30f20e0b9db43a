// Signs messages with the agent's Ed25519 key, in browsers as in Node.
import { canonical } from "../../../src/shared/lib/canonical.ts";
import type { JsonObject } from "../../../src/shared/lib/json.ts";

export interface Signer {
  /** "ed25519:" and 64 hex digits, as a2g/register wants it. */
  readonly publicKey: string;
  /** The parameters with a signature that holds for this method, once. Nonce and time are new by default. */
  readonly sign: (method: string, params: JsonObject, stamp?: Stamp) => Promise<JsonObject>;
}

export interface Stamp {
  readonly nonce: string;
  readonly timestamp: string;
}

const pkcs8Header = fromHex("302e020100300506032b657004220420");

/** The key is the 32 bytes of the private key in hex. */
export async function createSigner(privateKey: string): Promise<Signer> {
  if (!/^[0-9a-fA-F]{64}$/.test(privateKey)) {
    throw new TypeError("privateKey must be the 32 bytes of an Ed25519 private key in 64 hex digits.");
  }
  const pkcs8 = new Uint8Array([...pkcs8Header, ...fromHex(privateKey)]);
  const key = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", true, ["sign"]);
  const { x = "" } = await crypto.subtle.exportKey("jwk", key);
  return {
    publicKey: `ed25519:${toHex(fromBase64Url(x))}`,
    sign: async (method, params, { nonce, timestamp } = newStamp()) => {
      const text = canonical({ method, nonce, params, timestamp });
      const value = await crypto.subtle.sign("Ed25519", key, new TextEncoder().encode(text));
      return { ...params, signature: { alg: "ed25519", nonce, timestamp, value: toHex(new Uint8Array(value)) } };
    },
  };
}

function newStamp(): Stamp {
  return { nonce: toHex(crypto.getRandomValues(new Uint8Array(16))), timestamp: new Date().toISOString() };
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function fromBase64Url(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}
