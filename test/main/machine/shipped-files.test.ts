// Files outside the archive are used only if they are the ones the build came with.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { shippedFileHashes } from "../../../scripts/shipped-hashes.ts";
import { checkShippedFiles, shippedFilesFor } from "../../../src/main/machine/shipped-files.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

function shippedFolder(): string {
  const folder = temporaryDirectory();
  for (const part of ["models", "packs", "policies"]) mkdirSync(join(folder, part));
  writeFileSync(join(folder, "models", "risk.onnx"), "weights");
  writeFileSync(join(folder, "packs", "git.yaml"), "rules: []\n");
  writeFileSync(join(folder, "policies", "balanced.yaml"), "version: 1\n");
  writeFileSync(join(folder, "models", "README.md"), "about\n");
  return folder;
}

test("accepts the files it was built with, and leaves documents out", () => {
  const folder = shippedFolder();
  const hashes = shippedFileHashes(folder);
  expect(Object.keys(hashes)).toEqual(["models/risk.onnx", "packs/git.yaml", "policies/balanced.yaml"]);
  expect(checkShippedFiles(folder, hashes).ok).toBe(true);
});

test("names a changed and a missing file, and what to do", () => {
  const folder = shippedFolder();
  const hashes = shippedFileHashes(folder);
  writeFileSync(join(folder, "packs", "git.yaml"), "rules: [] \n");
  rmSync(join(folder, "models", "risk.onnx"));
  const checked = checkShippedFiles(folder, hashes);
  expect(checked.ok ? "" : checked.error).toContain("models/risk.onnx is missing");
  expect(checked.ok ? "" : checked.error).toContain("packs/git.yaml is not the file this version came with");
  expect(checked.ok ? "" : checked.error).toContain("Install it again");
});

test("sources carry no hashes and are not checked", () => {
  expect(checkShippedFiles(temporaryDirectory()).ok).toBe(true);
});

test.each([
  [
    ["project", "src", "main"],
    ["project", "resources"],
  ],
  [
    ["lib", "node_modules", "gatehouse", "out", "main"],
    ["lib", "node_modules", "gatehouse", "resources"],
  ],
  [
    ["usr", "lib", "gatehouse", "resources", "app.asar", "out", "main"],
    ["usr", "lib", "gatehouse", "resources"],
  ],
])("the files for a module in %j are in %j", (folder, expected) => {
  expect(shippedFilesFor(join("/", ...folder))).toBe(join("/", ...expected));
});
