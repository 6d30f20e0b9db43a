// Runs one process to its end: output kept, time and resources watched, and the whole tree ended when one of them is used up.
import { type ChildProcess, spawn } from "node:child_process";
import { statfs } from "node:fs/promises";
import { constants } from "node:os";
import { Writable } from "node:stream";
import type { Cancellation } from "../../../shared/lib/cancellation.ts";
import { second } from "../../../shared/lib/clock.ts";
import type { OutputStream } from "../../../shared/domain/execution.ts";
import type { CapabilityManifest } from "../../../shared/domain/verdict.ts";
import { cpuSeconds, filterDescriptor, type Launch, memoryBytes, startedDescriptor } from "./launch.ts";
import type { RunLimits } from "../limits.ts";
import { spawnWithout } from "./inherited.ts";
import { createOutput } from "../output.ts";
import { treeUsage } from "./process-tree.ts";

const lookEveryMs = 50;
/** How long output may keep coming after the end, from processes that got away where there is no sandbox. */
const lingerMs = second;

export type StoppedBy = "time" | "cancelled" | "output" | "memory" | "cpu" | "processes" | "disk" | "socket";

export interface ProcessEnd {
  readonly output: string;
  readonly exitCode: number;
  readonly stoppedBy: StoppedBy | undefined;
  /** Whether the command itself began: if not, the output says why. */
  readonly started: boolean;
}

export interface ProcessRun {
  readonly launch: Launch;
  readonly manifest: CapabilityManifest;
  readonly limits: RunLimits;
  /** Folders whose disks are watched. */
  readonly folders: readonly string[];
  /** Whether what keeps Gatehouse out of its reach is still so. */
  readonly holds: () => boolean;
  readonly signal: Cancellation;
  readonly onOutput: (stream: OutputStream, text: string) => void;
}

export function runProcess(run: ProcessRun): Promise<ProcessEnd> {
  const { launch, manifest, limits, signal } = run;
  return new Promise((resolve) => {
    let stoppedBy: StoppedBy | undefined;
    const windows = process.platform === "win32";
    let started = windows;
    const child = spawnWithout(launch.program, launch.words, {
      env: launch.environment,
      stdio: ["ignore", "pipe", "pipe", windows ? "ignore" : "pipe", launch.filter === undefined ? "ignore" : "pipe"],
      // A group of its own, so that it can be ended as one.
      detached: !windows,
      windowsHide: true,
      ...(launch.directory === undefined ? {} : { cwd: launch.directory }),
    });
    giveFilter(child, launch.filter);
    const stop = (why: StoppedBy): void => {
      stoppedBy ??= why;
      endTree(child);
    };
    const cancel = (): void => stop("cancelled");
    const output = createOutput({ limit: limits.outputBytes, onText: run.onOutput, onFull: () => stop("output") });
    const streams = { stdout: child.stdout, stderr: child.stderr, started: child.stdio[startedDescriptor] };
    streams.stdout?.on("data", (bytes: Buffer) => output.take("stdout", bytes));
    streams.stderr?.on("data", (bytes: Buffer) => output.take("stderr", bytes));
    streams.started?.on("data", () => void (started = true));
    const timer = setTimeout(() => stop("time"), manifest.timeoutSeconds * second);
    const unwatch = watch(run, child.pid, stop);
    signal.addEventListener("abort", cancel);
    if (signal.aborted) cancel();

    const finish = (exitCode: number): void => {
      clearTimeout(timer);
      unwatch();
      signal.removeEventListener("abort", cancel);
      resolve({ output: output.text(), exitCode, stoppedBy, started });
    };
    child.once("error", (error) => {
      output.take("stderr", Buffer.from(error.message));
      finish(notFound);
    });
    child.once("exit", () => {
      // What is still in the pipes is read; whoever else holds them open is not waited for.
      setTimeout(() => Object.values(streams).forEach((stream) => stream?.destroy()), lingerMs).unref();
    });
    // As shells count: a signal's number after 128.
    child.once("close", (code, ending) => finish(code ?? 128 + (ending === null ? 0 : constants.signals[ending])));
  });
}

function giveFilter(child: ChildProcess, filter: Buffer | undefined): void {
  const handle = child.stdio[filterDescriptor];
  if (filter === undefined || !(handle instanceof Writable)) return;
  // A sandbox that did not start says so by itself.
  handle.on("error", () => undefined);
  handle.end(filter);
}

/** As shells say it. */
const notFound = 127;

/** A sandbox's own first process takes all the others with it. */
function endTree(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  if (process.platform === "win32") {
    spawn("taskkill", ["/T", "/F", "/PID", String(child.pid)], { stdio: "ignore", windowsHide: true });
    return;
  }
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // It ended first.
  }
}

function watch(run: ProcessRun, pid: number | undefined, stop: (why: StoppedBy) => void): () => void {
  const { manifest, limits, folders } = run;
  const disks = createDiskWatch(folders, limits.diskBytes, () => stop("disk"));
  const timer = setInterval(() => {
    disks();
    if (!run.holds()) return stop("socket");
    if (process.platform !== "linux" || pid === undefined) return;
    const usage = treeUsage(pid, limits.processes);
    if (usage.processes > limits.processes) stop("processes");
    else if (usage.memoryBytes > memoryBytes(manifest)) stop("memory");
    else if (usage.cpuSeconds > cpuSeconds(manifest)) stop("cpu");
  }, lookEveryMs);
  return () => clearInterval(timer);
}

/** A file's size has a limit of its own; many files are noticed by what the disk has lost. */
function createDiskWatch(folders: readonly string[], limit: number, onFull: () => void): () => void {
  const atFirst = new Map<string, number>();
  let looking = false;
  const look = async (): Promise<void> => {
    looking = true;
    for (const folder of folders) {
      const free = await statfs(folder).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => undefined,
      );
      if (free === undefined) continue;
      const before = atFirst.get(folder);
      if (before === undefined) atFirst.set(folder, free);
      else if (before - free > limit) onFull();
    }
    looking = false;
  };
  void look();
  return () => {
    if (!looking) void look();
  };
}
