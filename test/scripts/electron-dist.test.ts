// An unpacked Electron is recognised on each system, and half of one is not.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { executableIn, readDist } from "../../scripts/electron/dist.ts";
import { temporaryDirectory } from "../support/temporary.ts";

test.each([
  ["linux", "electron"],
  ["win32", "electron.exe"],
  ["darwin", join("Electron.app", "Contents", "MacOS", "Electron")],
] as const)("on %s", (platform, path) => {
  const dist = temporaryDirectory();
  const executable = join(dist, path);
  expect(executableIn(dist, platform)).toBe(executable);

  expect(readDist(dist, platform)).toBeUndefined();
  mkdirSync(dirname(executable), { recursive: true });
  writeFileSync(executable, "");
  expect(readDist(dist, platform)).toBeUndefined();
  writeFileSync(join(dist, "version"), "v45.3.2\n");
  expect(readDist(dist, platform)).toEqual({ executable, version: "45.3.2" });
});
