// The package: what other folders can import from it, what it would contain, and where its version stands.
import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { runsTypeScript } from "../../scripts/gates/checks.ts";
import { projectRoot } from "../../scripts/project.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const manifest = z
  .object({ version: z.string(), files: z.array(z.string()), engines: z.object({ node: z.string() }) })
  .parse(JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")));

/** As `npm install FOLDER` does: it links the folder. */
function linkedFolder(): string {
  const folder = temporaryDirectory();
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(projectRoot, join(folder, "node_modules", "gatehouse"), "dir");
  return folder;
}

function importFrom(folder: string, name: string): string {
  writeFileSync(join(folder, "agent.mjs"), `console.log(Object.keys(await import("${name}")).sort().join(" "));`);
  return execFileSync(process.execPath, ["agent.mjs"], { cwd: folder, encoding: "utf8", stdio: "pipe" }).trim();
}

test("another folder imports the SDK by the package's name", () => {
  expect(importFrom(linkedFolder(), "gatehouse/sdk")).toBe("DeniedError GatehouseError UnreachableError connect");
});

test("nothing else of it can be imported", () => {
  expect(() => importFrom(linkedFolder(), "gatehouse/src/main/headless.ts")).toThrow("ERR_PACKAGE_PATH_NOT_EXPORTED");
});

test("the oldest Node it names runs TypeScript, and the one before does not", () => {
  expect(manifest.engines.node).toBe(">=22.18");
  expect([runsTypeScript("22.18.0"), runsTypeScript("22.17.9")]).toEqual([true, false]);
});

test("a packed copy holds the program and its documents, and neither tests nor training data", () => {
  expect(manifest.files.toSorted()).toEqual(
    ["CHANGELOG.md", "SECURITY.md", "bin", "docs/*.md", "out", "resources", "src"].toSorted(),
  );
  const tests = globSync(["src/**/*.test.*", "resources/**/*.test.*", "resources/**/*.jsonl"], { cwd: projectRoot });
  expect(tests).toEqual([]);
});

test("the version stands in package.json alone", () => {
  const files = globSync(["src/**/*.{ts,tsx}", "scripts/**/*.ts", "demo/**/*.ts", "bin/*"], { cwd: projectRoot });
  const literal = `"${manifest.version}"`;
  expect(files.filter((path) => readFileSync(join(projectRoot, path), "utf8").includes(literal))).toEqual([]);
});
