// The packaged console next to a bare Electron package from the same packager: size, time to a usable window; and how soon the
// packaged engine and command answer.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { globSync, lstatSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Arch, build, DIR_TARGET, Platform } from "electron-builder";
import { buildIfNeeded } from "../scripts/build.ts";
import { installPackages } from "../scripts/electron/debian.ts";
import { fetchFallback } from "../scripts/electron/fallback.ts";
import { electronSwitches, thisMachine } from "../scripts/machine.ts";
import { packApplication } from "../scripts/package/application.ts";
import { type ElectronCopy, windowProgram } from "../scripts/package/config.ts";
import { makeLinuxPackage } from "../scripts/package/linux-package.ts";
import { projectVersion } from "../scripts/package/run.ts";
import { cacheDirectory } from "../scripts/project.ts";
import { readReadyLine } from "../scripts/ready-line.ts";
import { minute } from "../src/shared/lib/clock.ts";
import { onVirtualDisplay } from "./support/virtual-display.ts";

type Print = (line: string) => void;

const rounds = 5;
const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
const whole = (milliseconds: number): string => `${Math.round(milliseconds)} ms`;

export async function run(print: Print): Promise<void> {
  if (process.platform !== "linux" || process.arch !== "x64") return print("left out: it packs for Linux x64");
  if (!thisMachine().display) return onVirtualDisplay("package", print);
  const tools = await installPackages(["xdotool"]);
  if (!tools.ok) return print(`left out: ${tools.error}`);
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-package-bench-"));
  try {
    if (!(await buildIfNeeded(print))) throw new Error("The console could not be built.");
    const copy = await fetchFallback(cacheDirectory(), () => undefined);
    if (!copy.ok) throw new Error(copy.error);
    const { version } = copy.value;
    const electron = { directory: join(cacheDirectory(), "electron", version), version };
    const bare = await packBare(join(folder, "bare"), electron);
    const output = join(folder, "ours");
    const ours = await packApplication("x64", { output, version: projectVersion(), electron });
    await sizes(ours, bare, folder, print);
    await windows(ours, bare, folder, print);
    await answers(ours, folder, print);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** One page in one window, which is shown when it has been painted, as ours is. */
async function packBare(folder: string, electron: ElectronCopy): Promise<string> {
  mkdirSync(folder);
  const manifest = { name: "bare", version: "1.0.0", main: "main.js", description: "bare", author: "nobody" };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>Bare</title><p>Hello</p>");
  writeFileSync(
    join(folder, "main.js"),
    `const { app, BrowserWindow } = require("electron");
     app.setPath("userData", process.env.BARE_DATA);
     app.whenReady().then(() => {
       const window = new BrowserWindow({ width: 1320, height: 860, show: false, webPreferences: { sandbox: true } });
       window.once("ready-to-show", () => window.showInactive());
       window.loadFile("index.html");
     });`,
  );
  await build({
    projectDir: folder,
    targets: Platform.LINUX.createTarget([DIR_TARGET], Arch.x64),
    publish: "never",
    config: {
      appId: "dev.gatehouse.bare",
      electronDist: electron.directory,
      electronVersion: electron.version,
      npmRebuild: false,
      linux: { executableName: "bare" },
    },
  });
  return join(folder, "dist", "linux-unpacked");
}

async function sizes(ours: string, bare: string, folder: string, print: Print): Promise<void> {
  const packed = async (application: string): Promise<number> => {
    const output = mkdtempSync(join(folder, "deb-"));
    // Both made fast: squeezing them takes minutes and changes both alike.
    const wanted = { format: "deb", arch: "x64", version: projectVersion(), forTest: true } as const;
    return statSync(await makeLinuxPackage({ ...wanted, application, output })).size;
  };
  const program = join(bare, "gatehouse");
  // The maker of the package asks for the command that ours has.
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
  const line = (title: string, mine: number, other: number): void =>
    print(`${title}${mega(mine)}, bare ${mega(other)}: ${(mine / other).toFixed(2)}× (bar 1.25×)`);
  line(".deb                   ", await packed(ours), await packed(bare));
  line("unpacked               ", sizeOf(ours), sizeOf(bare));
}

const mega = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

function sizeOf(folder: string): number {
  const sizesOfFiles = globSync("**/*", { cwd: folder }).map((name) => lstatSync(join(folder, name)));
  return sizesOfFiles.reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0);
}

/** Alternating, each with data of its own; the window of ours counts as usable when it is shown and the engine answers. */
async function windows(ours: string, bare: string, folder: string, print: Print): Promise<void> {
  const [mine, other]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const data = mkdtempSync(join(folder, "data-"));
    other.push(await untilShown(join(bare, "bare"), { BARE_DATA: data }, () => Promise.resolve()));
    const home = mkdtempSync(join(folder, "home-"));
    const environment = { GATEHOUSE_HOME: home, GATEHOUSE_PORT: "0" };
    mine.push(await untilShown(join(ours, windowProgram), environment, (output) => readReadyLine(output, minute)));
  }
  const [console, plain] = [median(mine), median(other)];
  print(`usable window          ${whole(console)}, bare ${whole(plain)}: ${(console / plain).toFixed(2)}× (bar 2×)`);
}

async function untilShown(
  executable: string,
  environment: Readonly<Record<string, string>>,
  ready: (output: () => string) => Promise<unknown>,
): Promise<number> {
  const begun = performance.now();
  const child = spawn(executable, electronSwitches(thisMachine(), "test"), {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let written = "";
  child.stdout.on("data", (chunk: Buffer) => (written += chunk.toString("utf8")));
  try {
    const shown = spawn("xdotool", ["search", "--sync", "--onlyvisible", "--pid", String(child.pid)], {
      stdio: "ignore",
    });
    await Promise.all([ended(shown), ready(() => written)]);
    return performance.now() - begun;
  } finally {
    child.kill("SIGTERM");
    await ended(child);
  }
}

function ended(child: ChildProcess): Promise<unknown> {
  return child.exitCode === null && child.signalCode === null
    ? new Promise((resolve) => child.once("exit", resolve))
    : Promise.resolve();
}

async function answers(ours: string, folder: string, print: Print): Promise<void> {
  const command = join(ours, "gatehouse");
  const directory = mkdtempSync(join(folder, "engine-"));
  const starts: number[] = [];
  for (let round = 0; round < rounds; round += 1) starts.push(await untilVerdict(command, directory));
  print(`serve to first verdict ${whole(median(starts))} (bar 1000 ms)`);
  const engine = await serve(command, directory);
  try {
    for (const words of [["--version"], ["status", "--data-dir", directory]]) {
      const times = Array.from({ length: 2 * rounds }, () => {
        const begun = performance.now();
        execFileSync(command, words, { stdio: "ignore" });
        return performance.now() - begun;
      });
      print(`${`gatehouse ${words[0] ?? ""}`.padEnd(23)}${whole(median(times))} (bar 120 ms)`);
    }
  } finally {
    await engine.stop();
  }
}

async function untilVerdict(command: string, directory: string): Promise<number> {
  const begun = performance.now();
  const engine = await serve(command, directory);
  try {
    const params = {
      agent_did: "did:aeon:bench:1.0:first",
      intent_id: crypto.randomUUID(),
      tool: "execute_command",
      arguments: { command: "git status" },
    };
    const response = await fetch(`${engine.http}/rpc`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "a2g/intent", params }),
    });
    if (!(await response.text()).includes("APPROVED")) throw new Error("The first verdict is not the expected one.");
    return performance.now() - begun;
  } finally {
    await engine.stop();
  }
}

async function serve(command: string, directory: string) {
  const child = spawn(command, ["serve", "--port", "0", "--data-dir", directory], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  let written = "";
  child.stdout.on("data", (chunk: Buffer) => (written += chunk.toString("utf8")));
  // The line is looked for often: waiting for the next look would count as starting.
  while (!written.includes("\n")) await sleep(2);
  const { http } = await readReadyLine(() => written, minute);
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended(child);
  };
  return { http, stop };
}
