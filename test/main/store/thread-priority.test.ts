// Priorities: threads that index and search stand back, and take nobody with it.
import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { onTestFinished, test, expect } from "vitest";
import { openLedger } from "../../../src/main/store/ledger.ts";
import { openReader } from "../../../src/main/store/read/thread.ts";
import { temporaryDirectory } from "../../support/temporary.ts";
import { handClock, samplePairs } from "./samples.ts";

/** Threads of earlier tests may still be about to end. */
function newThreads(): () => readonly string[] {
  const earlier = new Set(readdirSync("/proc/self/task"));
  return () => readdirSync("/proc/self/task").filter((task) => !earlier.has(task));
}

/** The nice value is the nineteenth word; the second, the name, may have blanks. */
function priorities(tasks: readonly string[]): readonly number[] {
  return tasks.map((task) => {
    const words = readFileSync(`/proc/self/task/${task}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return Number(words[16]);
  });
}

test.runIf(process.platform === "linux")("the threads that index and search alone stand back", async () => {
  const directory = temporaryDirectory();
  const threads = newThreads();
  const ledger = await openLedger({ directory, clock: handClock() });
  onTestFinished(() => ledger.close());
  await ledger.append(samplePairs(2));
  const own = getPriority();
  const behind = (): number => priorities(threads()).filter((priority) => priority > own).length;
  await expect.poll(behind).toBe(1);
  const reader = openReader({ directory });
  onTestFinished(() => reader.close());
  expect((await reader.page({})).entries).toHaveLength(4);
  expect(behind()).toBe(2);
  expect(getPriority()).toBe(own);
});
