// The window under a flood: how soon it answers input, what the browser itself counts as a long task, and whether memory levels off.
//
// GATEHOUSE_BENCH_SECONDS (60), GATEHOUSE_BENCH_RATE (2000 events a second) and GATEHOUSE_BENCH_ENTRIES (a million) make it shorter.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { buildIfNeeded } from "../scripts/build.ts";
import { thisMachine } from "../scripts/machine.ts";
import { type Console, launchConsole } from "../test/support/window/electron.ts";
import { buildConsole } from "../test/support/window/fake-console.ts";
import { resize } from "../test/support/window/window.ts";
import { fillLedger } from "./support/large-ledger.ts";
import { milliseconds, quantiles } from "./support/figures.ts";
import { onVirtualDisplay } from "./support/virtual-display.ts";

type Print = (line: string) => void;

const seconds = Number(process.env["GATEHOUSE_BENCH_SECONDS"] ?? 60);
const rate = Number(process.env["GATEHOUSE_BENCH_RATE"] ?? 2000);
const entries = Number(process.env["GATEHOUSE_BENCH_ENTRIES"] ?? 1_000_000);
const pending = 500;
/** What a human feels as at once. */
const limitMs = 100;

export async function run(print: Print): Promise<void> {
  if (!thisMachine().display) return onVirtualDisplay("console", print);
  const dataDirectory = mkdtempSync(join(tmpdir(), "gatehouse-console-bench-"));
  let opened: Console | undefined;
  try {
    if (!(await buildIfNeeded(print))) throw new Error("The console could not be built.");
    fillLedger(dataDirectory, entries);
    opened = await launchConsole({
      appPath: await buildConsole(new URL("./support/flood-main.ts", import.meta.url), "flood"),
      dataDirectory,
      environment: { GATEHOUSE_FLOOD_RATE: String(rate), GATEHOUSE_FLOOD_PENDING: String(pending) },
    });
    await resize(opened.application, 1440, 900);
    await opened.window.getByText(`${pending} requests are waiting for you`).waitFor({ timeout: 60_000 });
    print(`${rate} events a second, ${pending} pending approvals, ${entries} ledger entries, ${seconds} s`);
    await flood(opened, print);
  } finally {
    await opened?.close();
    rmSync(dataDirectory, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Watched {
  readonly longTasks: readonly { readonly at: number; readonly duration: number }[];
  readonly events: readonly { readonly name: string; readonly duration: number }[];
}

/** The browser's own counts: tasks that kept the page busy, and how long from an input to the picture after it. */
function watch(page: Page): Promise<void> {
  return page.evaluate(`
    window.watched = { longTasks: [], events: [] };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) watched.longTasks.push({ at: entry.startTime, duration: entry.duration });
    }).observe({ type: "longtask", buffered: false });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry.interactionId > 0) watched.events.push({ name: entry.name, duration: entry.duration });
    }).observe({ type: "event", durationThreshold: 16, buffered: false });
  `);
}

/** From just before a key is pressed to the second picture after it: what the human waits for, and a little more. */
const pressUntilPainted = (key: string): string => `
  new Promise((resolve) => {
    const begun = performance.now();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: ${JSON.stringify(key)}, bubbles: true }));
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - begun)));
  })`;

/** From the click on a screen's name until that screen has been painted. Must be asked for before the click. */
const clickUntilShown = (title: string): string => `
  new Promise((resolve) => {
    let begun = 0;
    window.addEventListener("click", () => (begun = performance.now()), { once: true, capture: true });
    const look = () => {
      const shown = document.querySelector("main")?.getAttribute("aria-label") === ${JSON.stringify(title)};
      if (begun > 0 && shown) requestAnimationFrame(() => resolve(performance.now() - begun));
      else requestAnimationFrame(look);
    };
    look();
  })`;

async function flood(opened: Console, print: Print): Promise<void> {
  const { window: page, application } = opened;
  const endTrace = await trace(opened, print);
  await watch(page);
  const screens = ["Overview", "Approvals", "Activity", "Agents"];
  const times = new Map<string, number[]>(screens.map((screen) => [screen, []]));
  const switches: number[] = [];
  const heaps: Heap[] = [];
  const end = Date.now() + seconds * 1000;
  for (let round = 0; Date.now() < end; round += 1) {
    const screen = screens[round % screens.length] ?? "Overview";
    const shown = page.evaluate<number>(clickUntilShown(screen));
    await page
      .getByRole("navigation", { name: "Screens" })
      .getByRole("button", { name: new RegExp(screen) })
      .click();
    switches.push(await shown);
    for (let step = 0; step < 12; step += 1) {
      const key = screen === "Approvals" ? (step < 8 ? "j" : "k") : "Tab";
      // Real keys for the browser's event timing, and one that is timed from inside.
      await page.keyboard.press(key);
      times.get(screen)?.push(await page.evaluate<number>(pressUntilPainted(key)));
      await sleep(60);
    }
    // Once in a tour of all screens: the collection stops the page, and is no work of the page's own.
    if (round % screens.length === screens.length - 1) heaps.push(await heapOf(page));
  }
  await endTrace();
  const rates = await application.evaluate(() => (globalThis as { floodSent?: number }).floodSent ?? 0);
  const watched = await page.evaluate<Watched>("watched");
  report({ times, switches, heaps, watched, sent: rates }, print);
}

/** With GATEHOUSE_BENCH_TRACE the browser's own record is kept in that file, to see what a long task was busy with. */
async function trace({ application }: Console, print: Print): Promise<() => Promise<void>> {
  const file = process.env["GATEHOUSE_BENCH_TRACE"];
  if (file === undefined) return () => Promise.resolve();
  const categories = [
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "v8",
    "disabled-by-default-v8.cpu_profiler",
  ];
  await application.evaluate(
    ({ contentTracing }, included_categories) =>
      contentTracing.startRecording({ included_categories, excluded_categories: ["*"] }),
    categories,
  );
  return async () => {
    await application.evaluate(({ contentTracing }, path) => contentTracing.stopRecording(path), file);
    print(`trace written to ${file}; the figures below carry its cost`);
  };
}

interface Heap {
  readonly usedSize: number;
  /** When the bench had the heap collected, by the page's clock. */
  readonly from: number;
  readonly to: number;
}

/** After a collection, so that only what is kept counts. */
async function heapOf(page: Page): Promise<Heap> {
  const session = await page.context().newCDPSession(page);
  const from = await page.evaluate<number>("performance.now()");
  await session.send("HeapProfiler.collectGarbage");
  const to = await page.evaluate<number>("performance.now()");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return { usedSize, from, to };
}

interface Measured {
  readonly times: ReadonlyMap<string, readonly number[]>;
  readonly switches: readonly number[];
  readonly heaps: readonly Heap[];
  readonly watched: Watched;
  readonly sent: number;
}

function report({ times: byScreen, switches, heaps, watched, sent }: Measured, print: Print): void {
  const times = [...byScreen.values()].flat();
  const over = (values: readonly number[]): string =>
    `${values.filter((value) => value > limitMs).length} of ${values.length} over ${limitMs} ms`;
  const line = (title: string, values: readonly number[]): void => {
    const { p50, p99 } = quantiles(values.length === 0 ? [0] : values);
    const worst = milliseconds(Math.max(0, ...values));
    print(`${title.padEnd(31)}p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}, worst ${worst}; ${over(values)}`);
  };
  print(`events sent                    ${Math.round(sent / seconds)} a second`);
  print(`bar: every input answered within ${limitMs} ms`);
  line("key to second frame", times);
  for (const [screen, taken] of byScreen) line(`  ${screen}`, taken);
  // The browser tells only of those that took 16 ms or more.
  line(
    "keys and clicks, event timing",
    watched.events.map(({ duration }) => duration),
  );
  line("click until a screen is shown", switches);
  const ours = watched.longTasks.filter(({ at }) => heaps.some(({ from, to }) => at >= from && at <= to));
  const long = watched.longTasks.filter((task) => !ours.includes(task)).map(({ duration }) => duration);
  print(
    `long tasks (50 ms and above)   ${long.length}, ${Math.round(long.reduce((sum, each) => sum + each, 0))} ms in all, worst ${Math.round(Math.max(0, ...long))} ms; ` +
      `${ours.length} more are the bench's own collections`,
  );
  const used = heaps.map(({ usedSize }) => usedSize);
  const third = Math.max(1, Math.floor(used.length / 3));
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length);
  const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
  const [middle, last] = [mean(used.slice(third, 2 * third)), mean(used.slice(2 * third))];
  print(
    `heap after collection          first third ${megabytes(mean(used.slice(0, third)))}, second ${megabytes(middle)}, last ${megabytes(last)}` +
      `   (bar: the last at most 1.15× the second; ${(last / middle).toFixed(2)}×)`,
  );
}
