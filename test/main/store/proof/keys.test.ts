// The console's key: made once, kept private, signs what only it can sign.
import { readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createSealer, isSignedBy, keyFile, keyIdOf, openConsoleKey } from "../../../../src/main/store/proof/keys.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";

describe("the console's key", () => {
  test("is made on the first start, readable by its user only, and the same ever after", () => {
    const directory = temporaryDirectory();
    const first = openConsoleKey(directory);
    expect(statSync(join(directory, keyFile)).mode & 0o777).toBe(0o600);
    expect(openConsoleKey(directory).publicKey).toBe(first.publicKey);
    expect(first.publicKey).toMatch(/^ed25519:[0-9a-f]{64}$/);
    expect(first.keyId).toBe(keyIdOf(first.publicKey));
    expect(openConsoleKey(temporaryDirectory()).publicKey).not.toBe(first.publicKey);
  });

  test("on a disk that is not there, with a link here, is not replaced by another", () => {
    const directory = temporaryDirectory();
    symlinkSync(join(directory, "stick", keyFile), join(directory, keyFile));
    expect(() => openConsoleKey(directory)).toThrow("ENOENT");
  });

  test("signs a text and no other", () => {
    const key = openConsoleKey(temporaryDirectory());
    const signature = key.sign("the text");
    expect(isSignedBy(key.publicKey, "the text", signature)).toBe(true);
    expect(isSignedBy(key.publicKey, "the texts", signature)).toBe(false);
    expect(isSignedBy(openConsoleKey(temporaryDirectory()).publicKey, "the text", signature)).toBe(false);
    expect(isSignedBy("ed25519:short", "the text", signature)).toBe(false);
    expect(isSignedBy(key.publicKey, "the text", "no hex")).toBe(false);
  });

  test("seals depend on the secret and on every bit of the hash", () => {
    const seal = createSealer(Buffer.alloc(32, 1));
    const hash = "ab".repeat(32);
    expect(seal(hash)).toMatch(/^[0-9a-f]{32}$/);
    expect(seal(hash)).toBe(seal(hash));
    expect(seal(`${hash.slice(0, -1)}c`)).not.toBe(seal(hash));
    expect(createSealer(Buffer.alloc(32, 2))(hash)).not.toBe(seal(hash));
  });

  test("is written again only where it is gone", () => {
    const directory = temporaryDirectory();
    const key = openConsoleKey(directory);
    key.save(directory);
    const elsewhere = temporaryDirectory();
    key.save(elsewhere);
    expect(readFileSync(join(elsewhere, keyFile), "utf8")).toBe(readFileSync(join(directory, keyFile), "utf8"));
  });

  test("of another kind is refused", () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, keyFile), "not a key");
    expect(() => openConsoleKey(directory)).toThrow(/DECODER|PEM|key/i);
  });
});
