// The run goes on after a failing gate, shows what failed, and ends with the count.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Gate } from "../../scripts/gates/gates.ts";
import { projectRoot } from "../../scripts/project.ts";
import { runGates } from "../../scripts/test.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const good: Gate = {
  name: "format",
  lane: "beside",
  run: async () => ({ passed: 1, failed: 0, output: "chatter", notes: [] }),
};
const bad: Gate = {
  name: "unit",
  lane: "tests",
  run: async () => ({ passed: 5, failed: 2, output: "expected 1 to be 2\n", notes: ["skipped: later"] }),
};
const broken: Gate = {
  name: "e2e",
  lane: "window",
  run: async () => {
    throw new Error("no Electron");
  },
};

async function run(...gates: readonly Gate[]): Promise<{ totals: { passed: number; failed: number }; text: string }> {
  let text = "";
  const totals = await runGates(gates, (part) => (text += part), temporaryDirectory());
  return { totals, text };
}

test("a passing gate is one line", async () => {
  const { totals, text } = await run(good);
  expect(totals).toEqual({ passed: 1, failed: 0 });
  expect(text).toMatch(/^format +ok, 1 passed, \d+\.\d s\nin \d+\.\d s\n1 passed, 0 failed\n$/);
});

test("a failing gate is shown in full and the others still run", async () => {
  const { totals, text } = await run(bad, broken, good);
  expect(totals).toEqual({ passed: 6, failed: 3 });
  expect(text).toContain("unit       FAILED, 5 passed, 2 failed");
  expect(text).toContain("  skipped: later\nexpected 1 to be 2\n");
  expect(text).toContain("Error: no Electron");
  expect(text).toMatch(/^format +ok/m);
  expect(text.trimEnd().split("\n").at(-1)).toBe("6 passed, 3 failed");
});

test("lanes run side by side, the gates of a lane one after the other, and the window's last", async () => {
  const events: string[] = [];
  const gate = (name: Gate["name"], lane: Gate["lane"], turns: number): Gate => ({
    name,
    lane,
    run: async () => {
      events.push(`${name} begins`);
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      events.push(`${name} ends`);
      return { passed: 1, failed: 0, output: "", notes: [] };
    },
  });
  await run(
    gate("e2e", "window", 1),
    gate("format", "beside", 20),
    gate("lint", "beside", 1),
    gate("unit", "tests", 1),
  );
  expect(events).toEqual([
    "format begins",
    "unit begins",
    "unit ends",
    "format ends",
    "lint begins",
    "lint ends",
    "e2e begins",
    "e2e ends",
  ]);
});

test.each([["--only", "speed"], ["--quick"], ["unit"]])("%s %s is refused before anything runs", (...args) => {
  const outcome = spawnSync(process.execPath, [join(projectRoot, "scripts", "test.ts"), ...args], { encoding: "utf8" });
  expect(outcome.status).toBe(2);
  expect(outcome.stderr).toContain("Usage: npm test");
  expect(outcome.stdout).toBe("");
});
