// The flag that keeps threads with WebAssembly from crashing: V8 knows it, and these tests run with it.
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { steadyThreadsFlag } from "../../../src/main/machine/steady-threads.ts";

test("V8 knows the flag", () => {
  expect(spawnSync(process.execPath, [steadyThreadsFlag, "-e", "0"]).status).toBe(0);
  expect(spawnSync(process.execPath, ["--wasm-no-such-flag=1", "-e", "0"]).status).not.toBe(0);
});

test("these processes have it", () => {
  expect(process.execArgv).toContain(steadyThreadsFlag);
});
