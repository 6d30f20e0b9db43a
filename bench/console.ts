// The window under a flood: how soon it answers input, what the browser itself counts as a long task, and whether memory levels off.
//
// GATEHOUSE_BENCH_SECONDS (60), GATEHOUSE_BENCH_RATE (2000 events a second) and GATEHOUSE_BENCH_ENTRIES (a million) make it shorter.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { buildIfNeeded } from "../scripts/build.ts";
import { runInForeground } from "../scripts/child.ts";
import { thisMachine } from "../scripts/machine.ts";
import { type Console, launchConsole } from "../test/support/electron.ts";
import { buildConsole } from "../test/support/fake-console.ts";
import { resize } from "../test/support/window.ts";
import { fillLedger } from "./support/large-ledger.ts";
import { milliseconds, quantiles } from "./support/figures.ts";

type Print = (line: string) => void;

const seconds = Number(process.env["GATEHOUSE_BENCH_SECONDS"] ?? 60);
const rate = Number(process.env["GATEHOUSE_BENCH_RATE"] ?? 2000);
const entries = Number(process.env["GATEHOUSE_BENCH_ENTRIES"] ?? 1_000_000);
const pending = 500;
/** What a human feels as at once. */
const limitMs = 100;

export async function run(print: Print): Promise<void> {
  if (!thisMachine().display) return onVirtualDisplay();
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
    await opened.window.getByText(`${pending} requests wait for you`).waitFor({ timeout: 60_000 });
    print(`${rate} events a second, ${pending} pending approvals, ${entries} ledger entries, ${seconds} s`);
    await flood(opened, print);
  } finally {
    await opened?.close();
    rmSync(dataDirectory, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The same bench again, with a display that nobody sees. */
async function onVirtualDisplay(): Promise<void> {
  const screen = "--server-args=-screen 0 1600x1000x24";
  const bench = join(import.meta.dirname, "run.ts");
  const args = ["--auto-servernum", screen, process.execPath, bench, "console"];
  const code = await runInForeground({ command: "xvfb-run", args });
  if (code !== 0) throw new Error(`The bench on the virtual display ended with ${code}.`);
}

interface Watched {
  readonly longTasks: readonly number[];
  readonly events: readonly { readonly name: string; readonly duration: number }[];
}

/** The browser's own counts: tasks that kept the page busy, and how long from an input to the picture after it. */
function watch(page: Page): Promise<void> {
  return page.evaluate(`
    window.watched = { longTasks: [], events: [] };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) watched.longTasks.push(entry.duration);
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

async function flood({ window: page, application }: Console, print: Print): Promise<void> {
  await watch(page);
  const screens = ["Overview", "Approvals", "Activity", "Agents"];
  const times = new Map<string, number[]>(screens.map((screen) => [screen, []]));
  const heaps: number[] = [];
  const end = Date.now() + seconds * 1000;
  for (let round = 0; Date.now() < end; round += 1) {
    const screen = screens[round % screens.length] ?? "Overview";
    await page
      .getByRole("navigation", { name: "Screens" })
      .getByRole("button", { name: new RegExp(screen) })
      .click();
    await page.getByRole("main", { name: screen }).waitFor();
    for (let step = 0; step < 12; step += 1) {
      const key = screen === "Approvals" ? (step < 8 ? "j" : "k") : "Tab";
      // Real keys for the browser's event timing, and one that is timed from inside.
      await page.keyboard.press(key);
      times.get(screen)?.push(await page.evaluate<number>(pressUntilPainted(key)));
      await sleep(60);
    }
    heaps.push(await heapOf(page));
  }
  const rates = await application.evaluate(() => (globalThis as { floodSent?: number }).floodSent ?? 0);
  const watched = await page.evaluate<Watched>("watched");
  report(times, heaps, watched, rates, print);
}

/** After a collection, so that only what is kept counts. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize;
}

function report(
  byScreen: ReadonlyMap<string, readonly number[]>,
  heaps: readonly number[],
  watched: Watched,
  sent: number,
  print: Print,
): void {
  const times = [...byScreen.values()].flat();
  const painted = quantiles(times);
  const over = times.filter((time) => time > limitMs).length;
  print(`events sent                    ${Math.round(sent / seconds)} a second`);
  print(
    `input to paint                 p50 ${milliseconds(painted.p50)}, p99 ${milliseconds(painted.p99)}, worst ${milliseconds(Math.max(...times))}   (bar: ${limitMs} ms)`,
  );
  for (const [screen, taken] of byScreen) {
    const { p50, p99 } = quantiles(taken);
    print(`  ${screen.padEnd(29)}p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`);
  }
  print(`inputs over ${limitMs} ms             ${over} of ${times.length}`);
  const interactions = watched.events.map(({ duration }) => duration);
  const timing = quantiles(interactions.length === 0 ? [0] : interactions);
  print(
    `event timing, 16 ms and above  ${interactions.length} of them, p50 ${timing.p50} ms, p99 ${timing.p99} ms, worst ${Math.max(0, ...interactions)} ms`,
  );
  const long = watched.longTasks;
  print(
    `long tasks (50 ms and above)   ${long.length}, ${Math.round(long.reduce((sum, each) => sum + each, 0))} ms in all, worst ${Math.round(Math.max(0, ...long))} ms`,
  );
  const third = Math.max(1, Math.floor(heaps.length / 3));
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length);
  const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
  const [middle, last] = [mean(heaps.slice(third, 2 * third)), mean(heaps.slice(2 * third))];
  print(
    `heap after collection          first third ${megabytes(mean(heaps.slice(0, third)))}, second ${megabytes(middle)}, last ${megabytes(last)}` +
      `   (bar: the last at most 1.15× the second; ${(last / middle).toFixed(2)}×)`,
  );
}
