// The cleanup of a start: in reverse order, once, and past failures.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createCleanup } from "../../../src/main/app/cleanup.ts";

test("closes in reverse order, one after the other", async () => {
  const closed: string[] = [];
  const cleanup = createCleanup(expect.unreachable);
  cleanup.defer("ledger", () => void closed.push("ledger"));
  cleanup.defer("model", async () => {
    await sleep(5);
    closed.push("model");
  });
  expect(cleanup.isClosing()).toBe(false);
  const closing = cleanup.closeAll();
  expect(cleanup.isClosing()).toBe(true);
  await closing;
  expect(closed).toEqual(["model", "ledger"]);
});

test("reports what cannot be closed, and closes the rest", async () => {
  const closed: string[] = [];
  const reported: unknown[] = [];
  const cleanup = createCleanup((where, error) => void reported.push([where, error]));
  const [thrown, rejected] = [new Error("thrown"), new Error("rejected")];
  cleanup.defer("ledger", () => void closed.push("ledger"));
  cleanup.defer("policy", () => {
    throw thrown;
  });
  cleanup.defer("model", () => Promise.reject(rejected));
  await cleanup.closeAll();
  expect(closed).toEqual(["ledger"]);
  expect(reported).toEqual([
    ["shutdown of model", rejected],
    ["shutdown of policy", thrown],
  ]);
});

test("whoever asks again waits for the same end", async () => {
  let closed = 0;
  const cleanup = createCleanup(expect.unreachable);
  cleanup.defer("slow", async () => {
    await sleep(5);
    closed += 1;
  });
  void cleanup.closeAll();
  await cleanup.closeAll();
  expect(closed).toBe(1);
});
