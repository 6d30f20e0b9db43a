// Runs a program: in the foreground as if it had been called directly, or captured with a time limit.
import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { second } from "../src/shared/lib/clock.ts";

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  readonly directory?: string;
}

/** The exit code a shell would give: a signal's number on top of 128. */
export function exitCodeOf(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? (signal === null ? 1 : 128 + constants.signals[signal]);
}

function spawnOptions(program: Program): { env: NodeJS.ProcessEnv; cwd?: string } {
  return {
    env: program.environment ?? process.env,
    ...(program.directory === undefined ? {} : { cwd: program.directory }),
  };
}

/** Same terminal, same signals, same exit code. */
export async function runInForeground(program: Program): Promise<number> {
  const child = spawn(program.command, program.args, { ...spawnOptions(program), stdio: "inherit" });
  const forward = (signal: NodeJS.Signals): void => {
    // A terminal sends Ctrl-C to the child as well, and a second one often means "do not wait".
    if (signal === "SIGINT" && process.stdin.isTTY) return;
    child.kill(signal);
  };
  const signals: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, forward);
  try {
    return await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code, signal) => resolve(exitCodeOf(code, signal)));
    });
  } finally {
    for (const signal of signals) process.off(signal, forward);
  }
}

export interface Captured {
  readonly code: number;
  readonly output: string;
  readonly timedOut: boolean;
}

const running = new Set<ChildProcess>();
let stopped = false;

/** Runs in a process group of its own, so that its end, by the limit or otherwise, takes everything it started along. */
export async function runCaptured(program: Program, limit: number): Promise<Captured> {
  if (stopped) return { code: 130, output: "Not started: the run was interrupted.", timedOut: false };
  const child = spawn(program.command, program.args, {
    ...spawnOptions(program),
    stdio: ["ignore", "pipe", "pipe"],
    detached: process.platform !== "win32",
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  running.add(child);

  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    void stopGroup(child);
  }, limit);
  try {
    const code = await ended(child);
    return { code, output: Buffer.concat(chunks).toString("utf8"), timedOut };
  } catch (error) {
    return { code: 127, output: `${program.command} could not be started: ${String(error)}`, timedOut };
  } finally {
    clearTimeout(timer);
    killGroup(child, "SIGKILL");
    running.delete(child);
  }
}

/** Stops what `runCaptured` runs, and lets it start nothing more: this process is about to end. */
export async function stopCaptured(): Promise<void> {
  stopped = true;
  await Promise.all([...running].map(stopGroup));
}

/** Politely first: what the group has started elsewhere, such as a window, only its own programs can close. */
async function stopGroup(child: ChildProcess): Promise<void> {
  killGroup(child, "SIGTERM");
  const deadline = Date.now() + 3 * second;
  while (running.has(child) && Date.now() < deadline) await sleep(50);
  if (running.has(child)) killGroup(child, "SIGKILL");
}

/** Ends when the output does, but does not wait long for a stray grandchild that holds the output open. */
function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(exitCodeOf(code, signal)));
    child.once("exit", (code, signal) => setTimeout(() => resolve(exitCodeOf(code, signal)), 2 * second).unref());
  });
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The group has ended already.
  }
}
