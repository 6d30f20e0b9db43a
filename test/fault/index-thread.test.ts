// The index's thread seen from the main one: told once, believed only about the present ledger, started again, never waited for long.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { type IndexThread, startIndexThread } from "../../src/main/store/index/thread.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { handClock } from "../main/store/samples.ts";

/** A thread that does what the given text says, with `port` and `workerData` at hand. */
function threadOf(text: string): URL {
  const begin = `import { parentPort as port, workerData } from "node:worker_threads";`;
  return new URL(`data:text/javascript,${encodeURIComponent(`${begin}\n${text}`)}`);
}

const ends = `port.on("message", ({ type }) => { if (type === "close") port.close(); });`;
const indexed = (opening: string, indexedTo: number): string =>
  `port.postMessage({ type: "indexed", opening: ${opening}, indexedTo: ${indexedTo} });`;

interface Started {
  readonly thread: IndexThread;
  readonly clock: ReturnType<typeof handClock>;
  readonly told: number[];
}

function start(text: string): Started {
  const clock = handClock();
  const told: number[] = [];
  const thread = startIndexThread({
    directory: temporaryDirectory(),
    clock,
    workerUrl: threadOf(text),
    onIndexed: (indexedTo) => void told.push(indexedTo),
    onOpened: () => undefined,
    onRemoved: () => undefined,
    onKnown: () => undefined,
  });
  onTestFinished(() => thread.close());
  return { thread, clock, told };
}

test("it is told to look once until it rests, and once more when something came meanwhile", async () => {
  const { thread, told } = start(`
    let looks = 0;
    port.on("message", ({ type }) => {
      if (type === "close") return port.close();
      looks += 1;
      ${indexed("0", 0).replace("indexedTo: 0", "indexedTo: looks")}
      if (looks < 3) port.postMessage({ type: "rested" });
    });
    port.postMessage({ type: "rested" });
    ${indexed("0", 0)}`);
  await expect.poll(() => told).toEqual([0]);
  for (let count = 0; count < 5; count += 1) thread.look();
  // The first look, and one for the four that came before it rested.
  await expect.poll(() => told).toEqual([0, 1, 2]);
  thread.look();
  for (let count = 0; count < 5; count += 1) thread.look();
  await expect.poll(() => told).toEqual([0, 1, 2, 3]);
  // What would have been sent is here by now.
  await sleep(50);
  expect(told).toEqual([0, 1, 2, 3]);
});

test("what it says of an earlier ledger does not count", async () => {
  const { thread, told } = start(`
    port.on("message", ({ type, opening }) => {
      if (type === "close") return port.close();
      ${indexed("opening - 1", 5000)}
      ${indexed("opening", 7)}
    });
    ${indexed("workerData.opening", 4999)}`);
  await expect.poll(() => told).toEqual([4999]);
  thread.opened();
  expect(thread.indexedTo()).toBe(0);
  await expect.poll(() => told).toEqual([4999, 7]);
  expect(thread.indexedTo()).toBe(7);
});

test("it is started again some time after it died", async () => {
  const { clock, told } = start(`${indexed("0", 1)} setTimeout(() => process.exit(1), 20);`);
  await expect.poll(() => told).toEqual([1]);
  await expect
    .poll(() => {
      clock.move(2000);
      return told;
    })
    .toEqual([1, 1]);
});

test("nobody waits for one that stands still, or is gone", async () => {
  const { thread, told } = start(`${indexed("0", 1)} setTimeout(() => process.exit(1), 700);`);
  await expect.poll(() => told).toEqual([1]);
  const begun = performance.now();
  await thread.nextStep();
  expect(performance.now() - begun).toBeLessThan(600);
  expect(thread.nextStep()).toBeUndefined();
});

test("whoever waits goes on with the next step", async () => {
  const { thread, told } = start(`${ends}
    let at = 0;
    setInterval(() => { at += 1; ${indexed("0", 0).replace("indexedTo: 0", "indexedTo: at")} }, 20).unref();`);
  await expect.poll(() => told.length).toBeGreaterThan(0);
  const before = thread.indexedTo();
  const begun = performance.now();
  await thread.nextStep();
  expect(thread.indexedTo()).toBeGreaterThan(before);
  expect(performance.now() - begun).toBeLessThan(200);
});

test("one that does not end is ended", async () => {
  const { thread, told } = start(`${indexed("0", 1)}
    port.on("message", () => { for (;;); });`);
  await expect.poll(() => told).toEqual([1]);
  const begun = performance.now();
  await thread.close();
  expect(performance.now() - begun).toBeLessThan(8000);
});

test("a thread that cannot be made is tried again later", async () => {
  const clock = handClock();
  const told: number[] = [];
  const workerUrl = new URL("https://example.com/");
  const thread = startIndexThread({
    directory: temporaryDirectory(),
    clock,
    workerUrl,
    onIndexed: (indexedTo) => void told.push(indexedTo),
    onOpened: () => undefined,
    onRemoved: () => undefined,
    onKnown: () => undefined,
  });
  onTestFinished(() => thread.close());
  thread.look();
  expect(thread.nextStep()).toBeUndefined();
  workerUrl.href = threadOf(`${indexed("workerData.opening", 7)} ${ends}`).href;
  clock.move(2000);
  await expect.poll(() => told).toEqual([7]);
});
