// A runner with a scope of its own beside a folder that is out of bounds, and the ways to try it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createRunner, type RunnerOptions } from "../../../src/main/sandbox/runner.ts";
import { createWorld } from "../../../src/main/machine/world.ts";
import { runLimits } from "../../../src/main/sandbox/limits.ts";
import type { ExecutionResult, ToolRunner } from "../../../src/shared/domain/execution.ts";
import type { JsonObject } from "../../../src/shared/lib/json.ts";
import type { CapabilityManifest } from "../../../src/shared/domain/verdict.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

export interface Trial {
  /** In scope. */
  readonly inside: string;
  /** Out of scope, with secret.txt in it. */
  readonly outside: string;
  /** Gatehouse's own, within the scope's folder. */
  readonly data: string;
  readonly runner: ToolRunner;
  readonly problems: string[];
  readonly run: (tool: string, given: JsonObject, changes?: Partial<CapabilityManifest>) => Promise<ExecutionResult>;
  readonly shell: (command: string, changes?: Partial<CapabilityManifest>) => Promise<ExecutionResult>;
}

export const secret = "the combination is 12345";

export function trial(options: Partial<RunnerOptions> = {}): Trial {
  const folder = realpathSync(temporaryDirectory());
  const [inside, outside] = [join(folder, "inside"), join(folder, "outside")];
  const data = join(inside, "data");
  for (const each of [inside, outside, data, join(data, "tools")]) mkdirSync(each);
  writeFileSync(join(outside, "secret.txt"), secret);
  writeFileSync(join(data, "ledger"), secret);
  const world = createWorld({ gatehouse: [data], findSecrets: () => [], home: homedir() });
  const problems: string[] = [];
  const runner = createRunner({
    world,
    hidden: [data],
    settings: () => ({ unsandboxedCommands: "refuse" }),
    toolsFolder: join(data, "tools"),
    onProblem: (problem) => void problems.push(problem),
    ...options,
  });
  const run: Trial["run"] = (tool, given, changes = {}) =>
    runner.run({
      tool,
      arguments: given,
      manifest: { ...calmManifest(inside), ...changes },
      workspace: inside,
      signal: new AbortController().signal,
      onOutput: () => {},
    });
  return {
    inside,
    outside,
    data,
    runner,
    problems,
    run,
    shell: (command, changes) => run("execute_command", { command }, changes),
  };
}

const webServer = `
  const { createServer } = require("node:http");
  const { appendFileSync } = require("node:fs");
  const server = createServer((request, response) => {
    appendFileSync(process.argv[1], [request.method, request.url, request.headers.host].join(" ") + "\\n");
    let body = "";
    request.on("data", (chunk) => (body += chunk)).on("end", () => response.end("welcome " + body + "\\n"));
  });
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));`;

/** A web server on loopback in a process of its own, which writes down who comes. */
export async function serveElsewhere(): Promise<{ readonly port: number; readonly log: string }> {
  const log = join(temporaryDirectory(), "visits");
  writeFileSync(log, "");
  const child = spawn(process.execPath, ["-e", webServer, log], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill());
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { port: Number(String(line)), log };
}

function calmManifest(scope: string): CapabilityManifest {
  return {
    maxMemoryMb: 100,
    maxCpuPercent: 50,
    timeoutSeconds: 8,
    networkAllowed: false,
    filesystemScope: [`${scope}/**`],
  };
}

export const smallLimits = { ...runLimits, processes: 64, diskBytes: 32 * 1024 * 1024 };

/** How many processes of this machine have this text in their command line. */
export function processesWith(text: string): number {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => commandLine(pid).includes(text)).length;
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}
