// The test vectors of the SDKs: as the engine's code makes them now, accepted by the engine, and checked by independent code.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import canonicalize from "canonicalize";
import { expect, test } from "vitest";
import { projectRoot } from "../../scripts/project.ts";
import { sdkVectors } from "../../scripts/sdk/vectors/index.ts";
import { canonicalVectors } from "../../scripts/sdk/vectors/canonical.ts";
import { requestVectors } from "../../scripts/sdk/vectors/requests.ts";
import { signatureVectors } from "../../scripts/sdk/vectors/signatures.ts";
import { createVerifier, readSignature } from "../../src/main/identity/signature.ts";
import { canonical } from "../../src/shared/lib/canonical.ts";
import { call, startGatehouse } from "../support/engine/gatehouse.ts";

const directory = join(projectRoot, "sdk/vectors");

test("the files are what the engine's code makes; write them again with npm run sdk:vectors", () => {
  const vectors = sdkVectors();
  const files = readdirSync(directory).filter((name) => name.endsWith(".json"));
  expect(files.toSorted()).toEqual([...vectors.keys()].toSorted());
  for (const [name, text] of vectors) expect(readFileSync(join(directory, name), "utf8"), name).toBe(text);
});

test("canonical JSON is that of another implementation", () => {
  const { cases, refused } = canonicalVectors();
  for (const { name, json, canonical: text } of cases) expect(text, name).toBe(canonicalize(JSON.parse(json)));
  for (const { name, json } of refused) expect(() => canonical(JSON.parse(json)), name).toThrow("no canonical form");
});

test("the engine verifies every signature, and none that was changed", () => {
  const { keys, cases, refused } = signatureVectors();
  const verifier = createVerifier();
  const keyNamed = (name: string) => keys.find((key) => key.name === name)?.public_key.slice("ed25519:".length) ?? "";
  const verifies = ({ key, method, params, nonce, timestamp, value }: Omit<(typeof cases)[number], "name">) => {
    const signature = readSignature({ alg: "ed25519", nonce, timestamp, value });
    if (!signature.ok) throw new Error(signature.error);
    return verifier.verify(keyNamed(key), method, params, signature.value);
  };
  for (const each of cases) expect(verifies(each), each.name).toBe(true);
  for (const { name, case: original, change } of refused) {
    const signed = cases.find((each) => each.name === original);
    if (signed === undefined) throw new Error(`no case ${original}`);
    expect(verifies({ ...signed, ...change }), name).toBe(false);
  }
});

test("the engine accepts every request, in their order", async () => {
  const gatehouse = await startGatehouse();
  for (const { name, request } of requestVectors().cases) {
    const { error } = await call(gatehouse, request.method, request.params);
    // The policy may deny what is asked for, but must understand it.
    expect([undefined, -32_000], `${name}: ${error?.message}`).toContain(error?.code);
  }
});

test("the TypeScript package has the project's version", () => {
  const version = (folder: string): unknown =>
    (JSON.parse(readFileSync(join(projectRoot, folder, "package.json"), "utf8")) as { readonly version: string })
      .version;
  expect(version("sdk/typescript")).toBe(version("."));
});
