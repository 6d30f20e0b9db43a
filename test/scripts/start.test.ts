// Without a display `npm start` runs the engine alone and says so; `npm run dev` says what it needs.
import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../../scripts/project.ts";
import { temporaryDirectory } from "../support/temporary.ts";

/** The real scripts in a project whose engine only shows how it was called. */
function run(script: string, ...args: readonly string[]): SpawnSyncReturns<string> {
  const root = temporaryDirectory();
  for (const folder of ["scripts", join("src", "shared")])
    cpSync(join(projectRoot, folder), join(root, folder), { recursive: true });
  symlinkSync(join(projectRoot, "node_modules"), join(root, "node_modules"), "junction");
  writeFileSync(join(root, "package.json"), '{"type":"module"}');
  mkdirSync(join(root, "src", "main"));
  const engine = "console.log(JSON.stringify(process.argv.slice(2))); process.exitCode = 9;";
  writeFileSync(join(root, "src", "main", "headless.ts"), engine);
  const environment = { ...process.env, DISPLAY: "", WAYLAND_DISPLAY: "" };
  return spawnSync(process.execPath, [join(root, "scripts", script), ...args], { env: environment, encoding: "utf8" });
}

describe.skipIf(process.platform !== "linux")("without a display", () => {
  test("start hands over to the engine: its output, its arguments, its exit code", () => {
    const outcome = run("start.ts", "--port", "0");
    expect(outcome.stdout).toBe('["--port","0"]\n');
    expect(outcome.stderr).toContain("No display");
    expect(outcome.stderr).toContain("xvfb-run -a npm start");
    expect(outcome.status).toBe(9);
  });

  test("dev ends with what to do", () => {
    const outcome = run("dev.ts");
    expect(outcome.stderr).toContain("xvfb-run -a npm run dev");
    expect(outcome.status).toBe(1);
  });
});
