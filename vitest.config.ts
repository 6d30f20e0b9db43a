// The test projects. Whatever is not in a folder with a project of its own is a unit test, so no file goes unrun.
import "./src/main/model/telemetry-off.ts";
import { defineConfig } from "vitest/config";
import { steadyThreadsFlag } from "./src/main/machine/steady-threads.ts";

const ownProjects = ["property", "contract", "fault", "e2e"];
const execArgv = [steadyThreadsFlag];

export default defineConfig({
  test: {
    // Native modules and real sockets: a crash in one file must not take the others along.
    pool: "forks",
    passWithNoTests: false,
    allowOnly: false,
    projects: [
      {
        test: {
          name: "unit",
          execArgv,
          include: ["test/**/*.test.ts"],
          exclude: ownProjects.map((project) => `test/${project}/**`),
          testTimeout: 10_000,
        },
      },
      { test: { name: "property", execArgv, include: ["test/property/**/*.test.ts"], testTimeout: 60_000 } },
      {
        test: {
          name: "contract",
          execArgv,
          include: ["test/contract/**/*.test.ts"],
          testTimeout: 20_000,
          hookTimeout: 20_000,
        },
      },
      {
        test: {
          name: "fault",
          execArgv,
          include: ["test/fault/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: "e2e",
          execArgv,
          include: ["test/e2e/**/*.test.ts"],
          // Windows compete for the focus and for two cores.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
