// The test projects. Whatever is not in a folder with a project of its own is a unit test, so no file goes unrun.
import "./src/main/model/telemetry-off.ts";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { builtThreads } from "./scripts/gates/built-threads.ts";
import { steadyThreadsFlag } from "./src/main/machine/steady-threads.ts";

const ownProjects = ["components", "property", "contract", "fault", "package", "e2e"];

/**
 * Files share a process, because loading the same modules for each of 300 files takes longer than the tests. A file
 * leaves nothing behind that another could meet. Where a process dies, its files run again, each in one of its own.
 */
const isolate = false;

const execArgv = [steadyThreadsFlag];

/** Nothing is proved by a limit, except that a test does not hang: a busy machine may take ten times as long as a quiet one. */
const patience = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000, interval: 20 } } };

export default defineConfig({
  test: {
    // Native modules and real sockets: a crash must not take the whole run along.
    pool: "forks",
    // Programs and threads that tests start find their sources compiled.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/gatehouse-compiled") },
    passWithNoTests: false,
    allowOnly: false,
    projects: [
      {
        plugins: [builtThreads()],
        test: {
          name: "unit",
          execArgv,
          isolate,
          include: ["test/**/*.test.ts"],
          exclude: ownProjects.map((project) => `test/${project}/**`),
          ...patience,
        },
      },
      {
        // The window's components in a DOM without a browser. One process for all: none of them leaves anything behind.
        oxc: { jsx: { runtime: "automatic" } },
        test: {
          name: "components",
          execArgv,
          include: ["test/components/**/*.test.tsx"],
          environment: "happy-dom",
          setupFiles: ["test/components/support/setup.ts"],
          isolate: false,
          fileParallelism: false,
          testTimeout: 20_000,
          expect: { poll: { timeout: 5000 } },
        },
      },
      {
        plugins: [builtThreads()],
        test: { name: "property", execArgv, isolate, include: ["test/property/**/*.test.ts"], ...patience },
      },
      {
        plugins: [builtThreads()],
        test: {
          name: "contract",
          execArgv,
          isolate,
          include: ["test/contract/**/*.test.ts"],
          ...patience,
        },
      },
      {
        plugins: [builtThreads()],
        test: {
          name: "fault",
          execArgv,
          include: ["test/fault/**/*.test.ts"],
          ...patience,
        },
      },
      {
        // Packages are built, installed and removed: one after the other.
        test: {
          name: "package",
          execArgv,
          include: ["test/package/**/*.test.ts"],
          fileParallelism: false,
          ...patience,
        },
      },
      {
        test: {
          name: "e2e",
          execArgv,
          include: ["test/e2e/**/*.test.ts"],
          // Windows compete for the focus and for two cores.
          fileParallelism: false,
          // One race for the focus must not decide a whole run. The run lists each test that needed its second attempt.
          retry: 1,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
