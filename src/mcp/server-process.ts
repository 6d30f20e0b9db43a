// The server as a process: started in a group of its own, and ended with everything it started when the gateway ends.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import type { Readable } from "node:stream";
import { lineWriter, readLines } from "./line-reader.ts";
import type { Side, SideEvents } from "./side.ts";

/** How long a server may take after its input has ended, and after it was told to stop. */
const graceMs = 2000;
const isWindows = process.platform === "win32";

export interface ServerProcess extends Side {
  /** Ends its input, then the process and its whole group. Resolves when they are gone. */
  readonly stop: (patienceMs?: number) => Promise<void>;
  readonly exitCode: () => number;
}

export interface ServerOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** Read no further while the server does not take what it is sent. */
  readonly source: Readable;
  readonly complain: (text: string) => void;
}

export function startServerProcess({ command, args, source, complain }: ServerOptions): ServerProcess {
  const child = spawn(command, args, {
    // A group of its own, so that all of it can be ended. Its messages for people go where the client expects them.
    detached: !isWindows,
    stdio: ["pipe", "pipe", "inherit"],
    env: serverEnvironment(process.env),
    // Windows finds npx.cmd and the like only through a shell.
    shell: isWindows,
    windowsHide: true,
  });
  const watcher = child.pid === undefined ? undefined : watchOver(child.pid);
  let code: number | undefined;
  let why = "";
  const exited = new Promise<void>((resolve) => {
    child.on("error", (error) => {
      why = `The MCP server could not be started: ${error.message}`;
      code = 127;
      resolve();
    });
    child.on("exit", (exitCode, signal) => {
      code = exitCode ?? 1;
      why = `The MCP server has ended (${signal ?? `exit code ${code}`}).`;
      resolve();
    });
  });
  const write = lineWriter(child.stdin, () => source);

  async function stop(patienceMs = graceMs): Promise<void> {
    child.stdin.end();
    await within(exited, patienceMs);
    signalGroup(child, "SIGTERM");
    if (!(await within(exited, graceMs)) || groupIsAlive(child)) {
      if (groupIsAlive(child)) await within(untilGone(child), graceMs);
      signalGroup(child, "SIGKILL");
    }
    watcher?.release();
  }

  /** What it wrote before it ended is still read. */
  async function lastWords(): Promise<void> {
    await exited;
    await within(ended(child.stdout), 500);
  }

  return {
    start({ message, closed }: SideEvents) {
      readLines(child.stdout, {
        line: message,
        tooLong: () => complain("The server sent a message that is too long; it was dropped."),
        end: () => undefined,
      });
      void lastWords().then(() => closed(why));
    },
    send: write,
    stop,
    exitCode: () => code ?? 0,
  };
}

/** What is meant for the gateway alone stays with it. */
function serverEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = Object.entries(environment).filter(
    ([name]) =>
      !name.startsWith("GATEHOUSE_MCP_") &&
      !(name === "ELECTRON_RUN_AS_NODE" && process.versions["electron"] !== undefined),
  );
  return Object.fromEntries(own);
}

interface Watcher {
  readonly release: () => void;
}

/**
 * Ends the group when the gateway was killed and could not do it itself: its end of the pipe closes then. Told that all is
 * done, it goes without a word.
 */
function watchOver(group: number): Watcher | undefined {
  if (isWindows) return undefined;
  const script = `read -r word && exit 0; kill -s TERM -- -${group}; sleep 2; kill -s KILL -- -${group}`;
  const watcher = spawn("/bin/sh", ["-c", script], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  watcher.on("error", () => undefined);
  watcher.stdin.on("error", () => undefined);
  watcher.unref();
  return { release: () => void watcher.stdin.end("done\n") };
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  if (isWindows) {
    spawnSync("taskkill", ["/pid", String(child.pid), "/T", "/F"], { windowsHide: true });
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // Nobody of the group is left.
  }
}

function groupIsAlive({ pid }: ChildProcess): boolean {
  if (pid === undefined || isWindows) return false;
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

async function untilGone(child: ChildProcess): Promise<void> {
  while (groupIsAlive(child)) await new Promise((resolve) => setTimeout(resolve, 20));
}

function ended(stream: Readable): Promise<void> {
  if (stream.readableEnded || stream.destroyed) return Promise.resolve();
  return new Promise((resolve) => stream.once("close", resolve));
}

/** False when the time is up first. */
async function within(event: Promise<void>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const result = await Promise.race([event.then(() => true), late]);
  clearTimeout(timer);
  return result;
}
