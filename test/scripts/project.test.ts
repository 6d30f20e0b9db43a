// The cache is where each system keeps caches; tools are found without a PATH.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cacheDirectory, commandOf, versionOf } from "../../scripts/project.ts";

test.each([
  ["linux", {}, join("/home/ada", ".cache", "gatehouse")],
  ["linux", { XDG_CACHE_HOME: "" }, join("/home/ada", ".cache", "gatehouse")],
  ["linux", { XDG_CACHE_HOME: "/var/cache/ada" }, join("/var/cache/ada", "gatehouse")],
  ["darwin", {}, join("/home/ada", "Library", "Caches", "gatehouse")],
  ["win32", { LOCALAPPDATA: "/home/ada/Local" }, join("/home/ada/Local", "gatehouse", "cache")],
] as const)("the cache on %s with %j is %s", (platform, environment, expected) => {
  expect(cacheDirectory(environment, platform, "/home/ada")).toBe(expected);
});

test("a package's command is a file", () => {
  expect(existsSync(commandOf("vitest"))).toBe(true);
  expect(existsSync(commandOf("electron", "install-electron"))).toBe(true);
  expect(() => commandOf("vitest", "nothing")).toThrow("no command nothing");
});

test("a package's version is exact", () => {
  expect(versionOf("electron")).toMatch(/^\d+\.\d+\.\d+$/);
});
