// The command of an installed Gatehouse: `run` goes straight to the launcher, everything else to the program.
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { projectRoot } from "../../scripts/project.ts";

function installed(withLauncher: boolean): (...words: readonly string[]) => string {
  const folder = mkdtempSync(join(tmpdir(), "installed-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const data = join(folder, "data");
  mkdirSync(join(data, "bin"), { recursive: true });
  if (withLauncher) writeFileSync(join(data, "bin/gatehouse"), 'print "launcher @ARGV\\n";\n');
  copyFileSync(join(projectRoot, "scripts/package/command.sh"), join(folder, "gatehouse"));
  writeFileSync(join(folder, "gatehouse-app"), '#!/bin/sh\nshift\necho "program $*"\n');
  for (const name of ["gatehouse", "gatehouse-app"]) chmodSync(join(folder, name), 0o755);
  const environment = { PATH: process.env["PATH"], HOME: folder, GATEHOUSE_HOME: data };
  return (...words) => execFileSync(join(folder, "gatehouse"), words, { env: environment, encoding: "utf8" }).trim();
}

test.skipIf(process.platform !== "linux")("a contained start does not wait for the program", () => {
  const gatehouse = installed(true);
  expect(gatehouse("run", "--", "claude", "-p", "x y")).toBe("launcher run -- claude -p x y");
  expect(gatehouse("run", "--profile", "offline", "--", "bash")).toBe("launcher run --profile offline -- bash");
  for (const words of [["run"], ["run", "--help"], ["run", "--data-dir", "/x", "--", "bash"], ["status"], []])
    expect(gatehouse(...words)).toBe(`program ${words.join(" ")}`.trim());
});

test.skipIf(process.platform !== "linux")("without a launcher the program says what to do", () => {
  expect(installed(false)("run", "--", "claude")).toBe("program run -- claude");
});
