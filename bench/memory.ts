// The memory of the console beside a bare Electron window of the same size: idle, and after ten minutes of the demo.
//
// GATEHOUSE_BENCH_MINUTES (10) makes the demo shorter, GATEHOUSE_BENCH_RATE (40 requests a minute) busier.
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { writeHistory } from "../demo/history.ts";
import { openLive } from "../demo/live.ts";
import { buildIfNeeded } from "../scripts/build.ts";
import { electronSources, findElectron } from "../scripts/electron/runtime.ts";
import { electronSwitches, thisMachine } from "../scripts/machine.ts";
import { projectRoot } from "../scripts/project.ts";
import { readReadyLine } from "../scripts/ready-line.ts";
import { minute } from "../src/shared/lib/clock.ts";
import { describeMemory, type Memory, memoryOf } from "./support/memory-of.ts";
import { onVirtualDisplay } from "./support/virtual-display.ts";

type Print = (line: string) => void;

const minutes = Number(process.env["GATEHOUSE_BENCH_MINUTES"] ?? 10);
const perMinute = Number(process.env["GATEHOUSE_BENCH_RATE"] ?? 40);
/** What the start used is given back by then. */
const restMs = minute;

export async function run(print: Print): Promise<void> {
  if (process.platform !== "linux") return print("left out: proportional memory is read from /proc, which is Linux");
  if (!thisMachine().display) return onVirtualDisplay("memory", print);
  if (!(await buildIfNeeded(print))) throw new Error("The console could not be built.");
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-memory-"));
  try {
    const electron = await ownElectron(folder);
    const bare = await bareWindow(electron, folder);
    print(`bare Electron window   ${describeMemory(bare)}`);
    const idle = await withElectron(electron, projectRoot, dataIn(join(folder, "idle")), rested);
    print(`console, idle          ${describeMemory(idle)}   ${ratio(idle, bare)} (bar 1.5×)`);
    const demo = await consoleAfterDemo(electron, folder);
    print(`at ${minutes} min of demo      ${describeMemory(demo.busy)}   ${ratio(demo.busy, bare)}`);
    print(`and a minute's rest    ${describeMemory(demo.rested)}   ${ratio(demo.rested, bare)} (bar 2×)`);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function ratio(memory: Memory, bare: Memory): string {
  return `${(memory.total / bare.total).toFixed(2)}×`;
}

/** A copy, because pages of the program are divided among all that run it, and others on this machine may. */
async function ownElectron(folder: string): Promise<string> {
  const found = await findElectron(electronSources(() => {}));
  if (!found.ok) throw new Error(found.error);
  const { executable } = found.value;
  const copy = join(folder, "electron");
  cpSync(dirname(executable), copy, { recursive: true });
  return join(copy, basename(executable));
}

/** A page with one line of text, in a window like ours. */
async function bareWindow(electron: string, folder: string): Promise<Memory> {
  const app = join(folder, "bare");
  mkdirSync(app);
  writeFileSync(join(app, "package.json"), JSON.stringify({ name: "bare", main: "main.js" }));
  writeFileSync(join(app, "index.html"), "<!doctype html><title>Bare</title><p>Hello</p>");
  const options = "{ width: 1320, height: 860, webPreferences: { sandbox: true, spellcheck: false } }";
  writeFileSync(
    join(app, "main.js"),
    `const { app, BrowserWindow } = require("electron");
     app.setPath("userData", ${JSON.stringify(join(folder, "bare-data"))});
     app.whenReady().then(() => new BrowserWindow(${options}).loadFile("index.html"));`,
  );
  return withElectron(electron, app, {}, rested);
}

interface DemoMemory {
  readonly busy: Memory;
  /** As bare window and idle console are measured. */
  readonly rested: Memory;
}

async function consoleAfterDemo(electron: string, folder: string): Promise<DemoMemory> {
  const directory = join(folder, "demo");
  mkdirSync(directory);
  await writeHistory({ directory, now: Date.now(), seed: 42, hours: 9 });
  return withElectron(electron, projectRoot, dataIn(directory), async (child, output) => {
    const live = await openLive(await readReadyLine(output, minute));
    await live.goOn(AbortSignal.timeout(minutes * minute), perMinute);
    const busy = memoryOf(child.pid ?? 0);
    const after = await rested(child);
    live.hangUp();
    return { busy, rested: after };
  });
}

function dataIn(directory: string): Readonly<Record<string, string>> {
  return { GATEHOUSE_HOME: directory, GATEHOUSE_PORT: "0" };
}

async function rested(child: ChildProcess): Promise<Memory> {
  await sleep(restMs);
  return memoryOf(child.pid ?? 0);
}

async function withElectron<Result>(
  electron: string,
  app: string,
  environment: Readonly<Record<string, string>>,
  use: (child: ChildProcess, output: () => string) => Promise<Result>,
): Promise<Result> {
  const child = spawn(electron, [...electronSwitches(thisMachine(), "test"), app], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  try {
    return await use(child, () => output);
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}
