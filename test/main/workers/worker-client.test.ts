// The client and the host of worker threads together: answers, failures, deaths, restarts, and every way to end.
import { expect, onTestFinished, test, vi } from "vitest";
import {
  createWorkerClient,
  type WorkerClientOptions,
  WorkerTimeout,
} from "../../../src/main/workers/worker-client.ts";
import { startWorkerJob } from "../../../src/main/workers/worker-job.ts";
import { echoProtocol, type EchoTypes } from "./echo-protocol.ts";

const url = new URL("./echo-worker.ts", import.meta.url);

function thread(changes: Partial<WorkerClientOptions<EchoTypes>> = {}): WorkerClientOptions<EchoTypes> {
  return {
    protocol: echoProtocol,
    data: () => ({ prefix: "> " }),
    url,
    describeEnd: (error) => `ended: ${error?.message ?? "no error"}`,
    ...changes,
  };
}

function client(changes: Partial<WorkerClientOptions<EchoTypes>> = {}) {
  const created = createWorkerClient(thread(changes));
  onTestFinished(created.terminate);
  return created;
}

test("each question gets its own answer, whatever the order", async () => {
  const { ask } = client();
  const answers = await Promise.all([ask("late", 30), ask("echo", "a"), ask("echo", "b")]);
  expect(answers).toEqual(["late", "> a", "> b"]);
});

test("a failure is its question's alone", async () => {
  const { ask } = client();
  const [failed, fine] = await Promise.allSettled([ask("fail", "no such thing"), ask("echo", "a")]);
  expect(failed).toMatchObject({ status: "rejected", reason: { message: "no such thing" } });
  expect(fine).toMatchObject({ status: "fulfilled", value: "> a" });
});

test("arguments and answers are checked", async () => {
  const { ask } = client();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the types exclude
  await expect(ask("echo", 5 as unknown as string)).rejects.toThrow(/string/);
  await expect(ask("wrong", undefined)).rejects.toThrow(/string/);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the types exclude
  const bad = client({ data: () => ({ prefix: 1 as unknown as string }), silent: true });
  await expect(bad.ask("echo", "a")).rejects.toThrow(/valid "prefix"/);
});

test("progress comes before the answer", async () => {
  const seen: unknown[] = [];
  const { ask } = client();
  seen.push(await ask("count", 3, { onProgress: (at) => void seen.push(at) }));
  expect(seen).toEqual([1, 2, 3, "counted"]);
});

test("what is transferred is not copied", async () => {
  const { ask } = client();
  const numbers = Int32Array.of(1, 2, 3);
  expect(await ask("sum", numbers, { transfer: [numbers.buffer] })).toBe(6);
  expect(numbers).toHaveLength(0);
});

test("commands and events go one way each", async () => {
  const onEvent = vi.fn<(event: EchoTypes["event"]) => void>();
  const { start, send } = client({ onEvent });
  send({ type: "hear", text: "before the start" });
  start();
  send({ type: "hear", text: "hello" });
  await expect.poll(() => onEvent.mock.calls).toEqual([[{ type: "heard", text: "hello" }]]);
});

test("a thread that ends rejects what is pending, and the next question starts another", async () => {
  const onEnd = vi.fn<(error: Error | undefined) => void>();
  const { ask, isRunning } = client({ onEnd });
  const lost = await Promise.allSettled([ask("late", 10_000), ask("exit", undefined)]);
  expect(lost.map((each) => each.status === "rejected" && String(each.reason))).toEqual([
    "Error: ended: no error",
    "Error: ended: no error",
  ]);
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(undefined);
  expect(isRunning()).toBe(false);
  expect(await ask("echo", "again")).toBe("> again");
});

test("a thread that crashes says why", async () => {
  const { ask } = client();
  await expect(ask("crash", undefined)).rejects.toThrow("ended: crashed");
});

test("a thread that cannot be made is an end, too", async () => {
  const onEnd = vi.fn<(error: Error | undefined) => void>();
  const { ask, isRunning } = client({ url: new URL("https://example.com/"), onEnd });
  await expect(ask("echo", "a")).rejects.toThrow(/^ended: /);
  expect(onEnd).toHaveBeenCalledOnce();
  expect(isRunning()).toBe(false);
});

test("whoever waits may stop waiting, or wait for a time only", async () => {
  const { ask } = client();
  const stop = new AbortController();
  const cancelled = ask("late", 10_000, { signal: stop.signal });
  stop.abort();
  await expect(cancelled).rejects.toThrow("cancelled");
  await expect(ask("echo", "a", { signal: stop.signal })).rejects.toThrow("cancelled");
  await expect(ask("late", 10_000, { timeoutMs: 20 })).rejects.toThrow(WorkerTimeout);
  expect(await ask("echo", "a")).toBe("> a");
});

test("close lets the thread answer and finish; nothing is asked after it", async () => {
  const onEvent = vi.fn<(event: EchoTypes["event"]) => void>();
  const { ask, close, isRunning } = client({ onEvent });
  const answer = ask("late", 30);
  await close();
  expect(isRunning()).toBe(false);
  expect(await answer).toBe("late");
  expect(onEvent).toHaveBeenCalledWith({ type: "heard", text: "closing" });
  await expect(ask("echo", "a")).rejects.toThrow("ended");
});

test("a thread that does not end in its time is stopped", async () => {
  const { ask, close, isRunning } = client({ closeWithinMs: 50 });
  const answer = ask("late", 60_000);
  await Promise.all([close(), expect(answer).rejects.toThrow("ended")]);
  expect(isRunning()).toBe(false);
});

test("an idle thread ends, but not while it works", async () => {
  const { ask, isRunning } = client({ idleMs: 200 });
  expect(await ask("late", 500)).toBe("late");
  await expect.poll(isRunning, { timeout: 5000 }).toBe(false);
  expect(await ask("echo", "awake")).toBe("> awake");
});

test("a job's thread ends with its answer", async () => {
  const job = startWorkerJob(thread(), "late", 20);
  expect(await job.answer).toBe("late");
  await job.ended;
});

test("a job that is stopped rejects when its thread is gone", async () => {
  const job = startWorkerJob(thread(), "late", 60_000);
  job.stop();
  await expect(job.answer).rejects.toThrow("ended");
  await job.ended;
});
