// docs/dependencies.md and package.json name the same packages, and every version is exact.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

const root = join(import.meta.dirname, "..");
const versions = z.record(z.string(), z.string());
const manifest = z
  .object({ dependencies: versions, optionalDependencies: versions, devDependencies: versions })
  .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
const document = readFileSync(join(root, "docs/dependencies.md"), "utf8");

function listedUnder(...headings: readonly string[]): readonly string[] {
  const sections = document.split(/^## /m).filter((section) => headings.some((heading) => section.startsWith(heading)));
  expect(sections).toHaveLength(headings.length);
  return sections.flatMap((section) => [...section.matchAll(/^- `([^`]+)`: \S/gm)].map((match) => match[1] ?? ""));
}

test("every run-time dependency has its reason, and nothing else is listed", () => {
  const needed = { ...manifest.dependencies, ...manifest.optionalDependencies };
  expect(listedUnder("At run time").toSorted()).toEqual(Object.keys(needed).toSorted());
});

test("every other dependency has its reason, and nothing else is listed", () => {
  const listed = listedUnder("In the window", "To build and test");
  expect(listed.toSorted()).toEqual(Object.keys(manifest.devDependencies).toSorted());
});

test.each(Object.entries({ ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.devDependencies }))(
  "%s is exact: %s",
  (_, version) => {
    expect(version).toMatch(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/);
  },
);
