// Agent identifiers, did:aeon:<id>:<version>:<key>, and the Ed25519 keys that go with them.
import { BoundedMap } from "../../shared/lib/bounded-map.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";

export interface Did {
  /** The whole identifier, as given. */
  readonly text: string;
  readonly id: string;
  readonly version: string;
  readonly key: string;
  /** The key in lower case when it is a whole Ed25519 key (64 hex digits); undefined for a short one. */
  readonly fullKey?: string;
}

export type KeyFault = "algorithm" | "weak";

/** The longest identifier accepted, and the longest part between two colons. */
const maximumDidLength = 512;
const maximumPartLength = 160;

const method = "did:aeon:";
// What the DID standard allows in a method-specific identifier, colons aside.
const partPattern = /^(?:[A-Za-z0-9._-]|%[0-9A-Fa-f]{2})+$/;
const fullKeyPattern = /^[0-9a-fA-F]{64}$/;
const keyPrefix = "ed25519:";

// Points of small order, without the sign bit: with one of these as the key, anyone can make a signature that verifies.
const weakKeys: ReadonlySet<string> = new Set([
  "00".repeat(32),
  `01${"00".repeat(31)}`,
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  `ec${"ff".repeat(30)}7f`,
  `ed${"ff".repeat(30)}7f`,
  `ee${"ff".repeat(30)}7f`,
]);

/** An agent gives its own in every message. */
const known = new BoundedMap<string, Result<Did, string>>(2000);

export function parseDid(text: string): Result<Did, string> {
  const before = known.get(text);
  if (before !== undefined) return before;
  const parsed = parse(text);
  if (!parsed.ok) return parsed;
  known.set(text, parsed);
  return parsed;
}

function parse(text: string): Result<Did, string> {
  if (text.length > maximumDidLength) {
    return fail(`The agent's DID has ${text.length} characters; at most ${maximumDidLength} are allowed.`);
  }
  if (!text.startsWith(method))
    return fail(`An agent's DID looks like did:aeon:<id>:<version>:<key>; ${quote(text)} does not.`);
  const parts = text.slice(method.length).split(":");
  const [id, version, key] = parts;
  if (parts.length !== 3 || id === undefined || version === undefined || key === undefined) {
    return fail(
      `An agent's DID has three parts after did:aeon: (id, version and key); ${quote(text)} has ${parts.length}.`,
    );
  }
  for (const [name, part] of [
    ["id", id],
    ["version", version],
    ["key", key],
  ] as const) {
    if (part === "") return fail(`The ${name} in the DID ${quote(text)} is empty.`);
    if (part.length > maximumPartLength) {
      return fail(`The ${name} in the agent's DID is longer than ${maximumPartLength} characters.`);
    }
    if (!partPattern.test(part)) {
      return fail(
        `The ${name} in the DID ${quote(text)} may hold only letters, digits, ".", "-", "_" and "%" escapes.`,
      );
    }
  }
  return ok({ text, id, version, key, ...(isFullKey(key) && { fullKey: key.toLowerCase() }) });
}

function isFullKey(text: string): boolean {
  return fullKeyPattern.test(text);
}

/** The 64 hex digits of `ed25519:<64 hex>` in lower case; undefined for a short stand-in such as `ed25519:abc123`. */
export function parsePublicKey(text: string): Result<string | undefined, KeyFault> {
  if (!text.startsWith(keyPrefix) || text.length === keyPrefix.length) return fail("algorithm");
  const key = text.slice(keyPrefix.length);
  if (!isFullKey(key)) return ok(undefined);
  return isWeakKey(key) ? fail("weak") : ok(key.toLowerCase());
}

export function isWeakKey(key: string): boolean {
  const last = Number.parseInt(key.slice(62), 16) & 0x7f;
  return weakKeys.has(key.slice(0, 62).toLowerCase() + last.toString(16).padStart(2, "0"));
}

function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
