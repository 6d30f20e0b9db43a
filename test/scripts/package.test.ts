// The package: what it would contain, and where its version stands. What it does once installed is in test/package.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { runsTypeScript } from "../../scripts/gates/checks.ts";
import { projectRoot } from "../../scripts/project.ts";

const manifest = z
  .object({ version: z.string(), files: z.array(z.string()), engines: z.object({ node: z.string() }) })
  .parse(JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")));

test("the oldest Node it names runs TypeScript, and the one before does not", () => {
  expect(manifest.engines.node).toBe(">=22.18");
  expect([runsTypeScript("22.18.0"), runsTypeScript("22.17.9")]).toEqual([true, false]);
});

test("a packed copy holds the program and its documents, and neither tests nor training data", () => {
  expect(manifest.files.toSorted()).toEqual(
    ["CHANGELOG.md", "SECURITY.md", "bin", "docs/*.md", "out", "resources"].toSorted(),
  );
  const tests = globSync(["resources/**/*.test.*", "resources/**/*.jsonl"], { cwd: projectRoot });
  expect(tests).toEqual([]);
});

test("the version stands in package.json alone", () => {
  const files = globSync(["src/**/*.{ts,tsx}", "scripts/**/*.ts", "demo/**/*.ts", "bin/*"], { cwd: projectRoot });
  const literal = `"${manifest.version}"`;
  expect(files.filter((path) => readFileSync(join(projectRoot, path), "utf8").includes(literal))).toEqual([]);
});
