// A build is repeated exactly when something it is made of has changed since it began.
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isBuilt, newestChange, stampBuild } from "../../scripts/build.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const long = new Date("2020-01-01T00:00:00Z");
const build = new Date("2020-01-02T00:00:00Z");
const later = new Date("2020-01-03T00:00:00Z");

function age(root: string, ...paths: string[]): void {
  for (const path of paths) utimesSync(join(root, path), long, long);
}

function project(): string {
  const root = temporaryDirectory();
  mkdirSync(join(root, "src", "deep"), { recursive: true });
  for (const file of ["src/deep/one.ts", "src/deep/two.ts", "electron.vite.config.ts", "package-lock.json"])
    writeFileSync(join(root, file), "");
  age(root, "src/deep/one.ts", "src/deep/two.ts", "src/deep", "src", "electron.vite.config.ts", "package-lock.json");
  return root;
}

test("what was never built needs a build", () => {
  expect(isBuilt(project())).toBe(false);
});

test("what has not changed since does not", () => {
  const root = project();
  stampBuild(root, build);
  expect(isBuilt(root)).toBe(true);
});

test.each(["src/deep/one.ts", "electron.vite.config.ts", "package-lock.json"])("a change of %s counts", (file) => {
  const root = project();
  stampBuild(root, build);
  utimesSync(join(root, file), later, later);
  expect(isBuilt(root)).toBe(false);
});

test("so do a file that is new and a file that is gone", () => {
  const root = project();
  stampBuild(root, build);
  rmSync(join(root, "src/deep/two.ts"));
  expect(isBuilt(root)).toBe(false);
  age(root, "src/deep");
  expect(isBuilt(root)).toBe(true);
  mkdirSync(join(root, "resources"));
  expect(isBuilt(root)).toBe(false);
});

test("what is not there has never changed", () => {
  expect(newestChange(join(temporaryDirectory(), "absent"))).toBe(0);
});
