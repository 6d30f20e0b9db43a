// .ci/run calls npm the way the README says, and its last line is the count whatever npm adds.
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../scripts/project.ts";
import { temporaryDirectory } from "../support/temporary.ts";

/** Runs it in a clone whose npm does what `script` says for `npm ci` ($1 = ci) and `npm test` ($1 = test). */
function runWith(script: string): { status: number | null; lines: string[] } {
  const clone = temporaryDirectory();
  mkdirSync(join(clone, ".ci"));
  mkdirSync(join(clone, "bin"));
  copyFileSync(join(projectRoot, ".ci", "run"), join(clone, ".ci", "run"));
  writeFileSync(join(clone, "bin", "npm"), `#!/bin/sh\necho "npm $*"\n${script}\n`);
  chmodSync(join(clone, "bin", "npm"), 0o755);
  const environment = { ...process.env, PATH: `${join(clone, "bin")}:${process.env["PATH"]}` };
  const outcome = spawnSync(join(clone, ".ci", "run"), { cwd: "/", env: environment, encoding: "utf8" });
  return { status: outcome.status, lines: outcome.stdout.trimEnd().split("\n") };
}

test("a good run ends with the count, said once", () => {
  const { status, lines } = runWith('[ "$1" = test ] && echo "12 passed, 0 failed"; exit 0');
  expect(status).toBe(0);
  expect(lines).toEqual(["npm ci", "npm test", "12 passed, 0 failed"]);
});

test("a failing run fails, and npm's own lines do not hide the count", () => {
  const { status, lines } = runWith(
    '[ "$1" = ci ] && exit 0; echo "11 passed, 1 failed"; echo "npm error Test failed." >&2; exit 1',
  );
  expect(status).toBe(1);
  expect(lines.slice(-2)).toEqual(["npm error Test failed.", "11 passed, 1 failed"]);
});

test("a run that does not get as far as the tests has failed", () => {
  const { status, lines } = runWith("exit 3");
  expect(status).toBe(3);
  expect(lines).toEqual(["npm ci", "0 passed, 1 failed"]);
});
