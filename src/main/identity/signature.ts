// Signatures on messages: Ed25519 over the RFC 8785 canonical JSON of method, nonce, timestamp and the parameters.
import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { canonical } from "../../shared/lib/canonical.ts";
import { isJsonObject, type Json, type JsonObject } from "../../shared/lib/json.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";

export interface MessageSignature {
  readonly nonce: string;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
  /** The timestamp as it was sent, because that is what was signed. */
  readonly writtenTimestamp: string | number;
  readonly value: Uint8Array;
}

export interface Verifier {
  /** The key is 64 hex digits in lower case. */
  readonly verify: (key: string, method: string, params: JsonObject, signature: MessageSignature) => boolean;
}

const signatureBytes = 64;
const maximumNonceLength = 128;
// A public key in SPKI form is this header and then the 32 bytes of the key.
const spkiHeader = Buffer.from("302a300506032b6570032100", "hex");
// Second counts stay below this until the year 5138; millisecond counts passed it in 1973.
const firstMillisecondCount = 100_000_000_000;
const timestampPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;
const hexPattern = /^[0-9a-fA-F]{128}$/;
const base64Pattern = /^[A-Za-z0-9+/_-]{86}(?:==)?$/;

/** Reads `params.signature`; the failure says what is wrong with its form. */
export function readSignature(signature: Json): Result<MessageSignature, string> {
  if (!isJsonObject(signature)) return fail("signature must be an object {alg, nonce, timestamp, value}.");
  const { alg, nonce, timestamp, value } = signature;
  if (alg !== "ed25519") return fail('signature.alg must be "ed25519".');
  if (typeof nonce !== "string" || nonce === "" || nonce.length > maximumNonceLength) {
    return fail(`signature.nonce must be a string of 1 to ${maximumNonceLength} characters, new for every message.`);
  }
  const at = readTimestamp(timestamp);
  if (at === undefined) {
    return fail("signature.timestamp must be an ISO 8601 time with zone, or milliseconds since 1970.");
  }
  const bytes = typeof value === "string" ? readValue(value) : undefined;
  if (bytes === undefined) return fail("signature.value must be the 64 bytes of the signature in hex or base64.");
  return ok({ nonce, timestamp: at.milliseconds, writtenTimestamp: at.written, value: bytes });
}

type Signed = Pick<MessageSignature, "nonce" | "writtenTimestamp">;

/**
 * The bytes that are signed: a captured message is worth nothing for another method, at another time or a second time.
 * Undefined when the parameters have no canonical form (a lone surrogate).
 */
export function signedBytes(
  method: string,
  given: JsonObject,
  { nonce, writtenTimestamp }: Signed,
): Buffer | undefined {
  const { signature: _, ...params } = given;
  try {
    return Buffer.from(canonical({ method, nonce, params, timestamp: writtenTimestamp }), "utf8");
  } catch {
    return undefined;
  }
}

/** Keeps the key objects of the last `maximumKeys` keys: making one costs about as much as the check itself. */
export function createVerifier(maximumKeys = 1000): Verifier {
  const keys = new Map<string, KeyObject>();

  function keyObject(key: string): KeyObject {
    const known = keys.get(key);
    if (known !== undefined) return known;
    const oldest = keys.size >= maximumKeys ? keys.keys().next().value : undefined;
    if (oldest !== undefined) keys.delete(oldest);
    const spki = Buffer.concat([spkiHeader, Buffer.from(key, "hex")]);
    const made = createPublicKey({ key: spki, format: "der", type: "spki" });
    keys.set(key, made);
    return made;
  }

  return {
    verify: (key, method, params, signature) => {
      const bytes = signedBytes(method, params, signature);
      return bytes !== undefined && verify(null, bytes, keyObject(key), signature.value);
    },
  };
}

interface Timestamp {
  readonly milliseconds: number;
  readonly written: string | number;
}

function readTimestamp(timestamp: Json | undefined): Timestamp | undefined {
  if (typeof timestamp === "number") {
    const milliseconds = timestamp < firstMillisecondCount ? timestamp * 1000 : timestamp;
    const isTime = Number.isSafeInteger(Math.round(milliseconds)) && milliseconds > 0;
    return isTime ? { milliseconds, written: timestamp } : undefined;
  }
  if (typeof timestamp !== "string" || !timestampPattern.test(timestamp)) return undefined;
  const milliseconds = Date.parse(timestamp);
  return Number.isNaN(milliseconds) ? undefined : { milliseconds, written: timestamp };
}

function readValue(value: string): Uint8Array | undefined {
  if (hexPattern.test(value)) return Buffer.from(value, "hex");
  if (!base64Pattern.test(value)) return undefined;
  const bytes = Buffer.from(value, "base64");
  return bytes.length === signatureBytes ? bytes : undefined;
}
