// Servers under measurement, each in a process of its own with a directory of its own.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface RunningServer {
  readonly http: string;
  readonly ws: string;
  /** "tcp://127.0.0.1:3001"; empty where nobody speaks A2E. */
  readonly a2e: string;
  readonly child: ChildProcess;
  readonly directory: string;
  readonly stop: () => Promise<void>;
}

const root = join(import.meta.dirname, "../..");

/** `prepare` fills the data directory before the engine starts. */
export function startEngine(prepare: (directory: string) => void = () => {}): Promise<RunningServer> {
  return start((directory) => {
    prepare(directory);
    return ["src/main/headless.ts", "--port", "0", "--data-dir", directory];
  });
}

/** Prepares an engine whose heuristics score alone, as the bars of speed ask. */
export function withoutModel(directory: string): void {
  writeFileSync(join(directory, "settings.json"), JSON.stringify({ risk_model: { scorer: "off" } }));
}

/** `commits`: one for each request, or one for all that have arrived. */
export function startFloor(commits: "one" | "group" = "one"): Promise<RunningServer> {
  return start((directory) => ["bench/support/floor-server.ts", directory, commits]);
}

/** Sends back every WebSocket message. */
export function startEcho(): Promise<RunningServer> {
  return start(() => ["bench/support/echo-server.ts"]);
}

async function start(argumentsFor: (directory: string) => readonly string[]): Promise<RunningServer> {
  const directory = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
  const child = spawn(process.execPath, argumentsFor(directory), { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  const ready = await firstLine(child);
  const { http, ws, a2e = "" } = JSON.parse(ready) as { http: string; ws: string; a2e?: string };
  const ended = new Promise((resolve) => child.once("exit", resolve));
  return {
    http,
    ws,
    a2e,
    child,
    directory,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (child.stdout === null) return reject(new Error("The server has no output."));
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("exit", (code) => reject(new Error(`The server ended with ${code}.`)));
  });
}
