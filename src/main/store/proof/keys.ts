// The console's Ed25519 key: made on the first start, signs checkpoints, and seals entries with a key derived from it.
import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, hkdfSync, sign, verify } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { existsSync, lstatSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const keyFile = "console.key";

export interface ConsoleKey {
  /** "ed25519:<64 hex>", as agents write their keys. */
  readonly publicKey: string;
  readonly keyId: string;
  readonly sign: (text: string) => string;
  /** A short code over an entry's hash that nobody makes without the key. */
  readonly seal: (hash: string) => string;
  /** Writes the key again where its file is gone. */
  readonly save: (directory: string) => void;
}

export function openConsoleKey(directory: string): ConsoleKey {
  // A link that leads nowhere is a key on a disk that is not there: another would begin another ledger.
  const entry = lstatSync(join(directory, keyFile), { throwIfNoEntry: false });
  if (entry === undefined) saveKey(directory, generateKeyPairSync("ed25519").privateKey);
  return readConsoleKey(directory);
}

/** Throws when there is none or it is no Ed25519 key. */
export function readConsoleKey(directory: string): ConsoleKey {
  const privateKey = createPrivateKey(readFileSync(join(directory, keyFile)));
  const publicKey = publicKeyText(createPublicKey(privateKey));
  const secret = hkdfSync(
    "sha256",
    privateKey.export({ type: "pkcs8", format: "der" }),
    "",
    "gatehouse ledger seal",
    32,
  );
  return {
    publicKey,
    keyId: keyIdOf(publicKey),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString("hex"),
    seal: createSealer(Buffer.from(secret)),
    save: (where) => {
      if (!existsSync(join(where, keyFile))) saveKey(where, privateKey);
    },
  };
}

function saveKey(directory: string, key: KeyObject): void {
  const text = key.export({ type: "pkcs8", format: "pem" });
  // Whole or not at all: half a key on a full disk would be taken for a damaged one.
  const temporary = join(directory, `${keyFile}.new`);
  writeFileSync(temporary, text, { mode: 0o600, flush: true });
  renameSync(temporary, join(directory, keyFile));
}

export function keyIdOf(publicKey: string): string {
  return hash("sha256", publicKey, "hex").slice(0, 16);
}

export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  const key = readPublicKey(publicKey);
  if (key === undefined || !/^[0-9a-f]{128}$/.test(signature)) return false;
  return verify(null, Buffer.from(text), key, Buffer.from(signature, "hex"));
}

/** A ledger has thousands of signatures and one key: making the key costs more than checking with it. */
let lastRead: { readonly text: string; readonly key: KeyObject } | undefined;

function readPublicKey(text: string): KeyObject | undefined {
  if (lastRead?.text === text) return lastRead.key;
  const raw = /^ed25519:([0-9a-f]{64})$/.exec(text)?.[1];
  if (raw === undefined) return undefined;
  const spki = Buffer.concat([ed25519Prefix, Buffer.from(raw, "hex")]);
  const key = createPublicKey({ key: spki, format: "der", type: "spki" });
  lastRead = { text, key };
  return key;
}

/** The prefix of the 32 bytes of an Ed25519 key in SPKI form. */
const ed25519Prefix = Buffer.from("302a300506032b6570032100", "hex");

function publicKeyText(key: KeyObject): string {
  const der = key.export({ type: "spki", format: "der" });
  if (!der.subarray(0, ed25519Prefix.length).equals(ed25519Prefix))
    throw new Error("The console's key is not Ed25519.");
  return `ed25519:${der.subarray(ed25519Prefix.length).toString("hex")}`;
}

/**
 * The first half of the SHA-256 of the secret and the hash. Both have a fixed length and half of the result stays back,
 * so nothing can be added to what is sealed; a full HMAC would cost every entry one hash more.
 */
export function createSealer(secret: Buffer): (hash: string) => string {
  const bytes = Buffer.alloc(64);
  secret.copy(bytes);
  return (entryHash) => {
    bytes.write(entryHash, 32, "hex");
    return hash("sha256", bytes, "hex").slice(0, 32);
  };
}
