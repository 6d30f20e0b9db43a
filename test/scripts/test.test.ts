// The run goes on after a failing gate, shows what failed, and ends with the count.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Gate } from "../../scripts/gates.ts";
import { projectRoot } from "../../scripts/project.ts";
import { runGates } from "../../scripts/test.ts";

const good: Gate = { name: "format", run: async () => ({ passed: 1, failed: 0, output: "chatter", notes: [] }) };
const bad: Gate = {
  name: "unit",
  run: async () => ({ passed: 5, failed: 2, output: "expected 1 to be 2\n", notes: ["skipped: later"] }),
};
const broken: Gate = {
  name: "e2e",
  run: async () => {
    throw new Error("no Electron");
  },
};

async function run(...gates: readonly Gate[]): Promise<{ totals: { passed: number; failed: number }; text: string }> {
  let text = "";
  const totals = await runGates(gates, (part) => (text += part));
  return { totals, text };
}

test("a passing gate is one line", async () => {
  const { totals, text } = await run(good);
  expect(totals).toEqual({ passed: 1, failed: 0 });
  expect(text).toMatch(/^format +ok, 1 passed, \d+\.\d s\n1 passed, 0 failed\n$/);
});

test("a failing gate is shown in full and the others still run", async () => {
  const { totals, text } = await run(bad, broken, good);
  expect(totals).toEqual({ passed: 6, failed: 3 });
  expect(text).toContain("unit       FAILED, 5 passed, 2 failed");
  expect(text).toContain("  skipped: later\nexpected 1 to be 2\n");
  expect(text).toContain("Error: no Electron");
  expect(text).toMatch(/\nformat +ok/);
  expect(text.trimEnd().split("\n").at(-1)).toBe("6 passed, 3 failed");
});

test.each([["--only", "speed"], ["--quick"], ["unit"]])("%s %s is refused before anything runs", (...args) => {
  const outcome = spawnSync(process.execPath, [join(projectRoot, "scripts", "test.ts"), ...args], { encoding: "utf8" });
  expect(outcome.status).toBe(2);
  expect(outcome.stderr).toContain("Usage: npm test");
  expect(outcome.stdout).toBe("");
});
