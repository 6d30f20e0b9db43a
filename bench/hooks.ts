// What a hook adds to every call of an agent: the launcher beside /bin/true and cc-safety-net, and the HTTP hook of Claude Code.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { guardedCommand, launcherText } from "../src/main/connectors/launcher.ts";
import { endpointsIn } from "../src/cli/place.ts";
import { installed } from "../test/agents/install.ts";
import { milliseconds, quantiles } from "./support/figures.ts";
import { openHttpClient } from "./support/http-client.ts";
import { timed } from "./support/load.ts";
import { type RunningServer, startEngine } from "./support/servers.ts";

const starts = 300;
const warming = 2000;
const requests = 3000;

const peer = { packageName: "cc-safety-net", version: "2.4.5", binary: "node_modules/.bin/cc-safety-net" };

let counter = 0;

/** A new call each time, as agents make them. */
function event(): string {
  counter += 1;
  return JSON.stringify({
    hook_event_name: "PreToolUse",
    session_id: "bench",
    cwd: "/home/dev/shop",
    tool_name: "Bash",
    tool_input: { command: `npm test -- part-${counter}`, description: "Run the tests" },
    tool_use_id: `t-${counter}`,
  });
}

interface Way {
  readonly title: string;
  readonly start: () => Promise<unknown>;
}

export async function run(print: (line: string) => void): Promise<void> {
  const engine = await startEngine();
  try {
    await overHttp(engine, print);
    await byProcess(engine, print);
  } finally {
    await engine.stop();
  }
}

async function overHttp(engine: RunningServer, print: (line: string) => void): Promise<void> {
  const client = await openHttpClient(engine.http, "/hooks/claude-code");
  const ask = async (): Promise<void> => {
    const answer = await client.post(event());
    if (!answer.includes('"permissionDecision":"allow"')) throw new Error(`Not allowed: ${answer}`);
  };
  await timed(warming, ask);
  const { p50, p99 } = quantiles(await timed(requests, ask));
  client.close();
  print(`HTTP hook of Claude Code, calls never seen before: p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`);
}

async function byProcess(engine: RunningServer, print: (line: string) => void): Promise<void> {
  const place = {
    home: engine.directory,
    environment: {},
    httpUrl: engine.http,
    hookSocket: endpointsIn(engine.directory).hooks,
    launcher: join(engine.directory, "bin", "gatehouse-hook"),
  };
  mkdirSync(dirname(place.launcher), { recursive: true });
  writeFileSync(place.launcher, launcherText(place), { mode: 0o755 });
  const safetyNet = await installed(peer);
  const ways: readonly Way[] = [
    { title: "/bin/true", start: () => ended("/bin/true", []) },
    { title: "launcher", start: () => ended(place.launcher, ["codex", "PreToolUse"]) },
    {
      title: "launcher as agents call it, through a shell",
      start: () => ended("/bin/sh", ["-c", guardedCommand(place, "codex", "PreToolUse")]),
    },
    ...(safetyNet.ok
      ? [
          {
            title: `cc-safety-net ${peer.version}`,
            start: () => ended(process.execPath, [join(safetyNet.value, peer.binary), "hook", "--claude-code"]),
          },
        ]
      : []),
  ];
  if (!safetyNet.ok) print(`cc-safety-net could not be installed: ${safetyNet.error}`);
  const samples = ways.map((): number[] => []);
  // By turns: a slow moment meets all of them.
  for (let round = 0; round < starts; round += 1) {
    for (const [index, { start }] of ways.entries()) samples[index]?.push(...(await timed(1, start)));
  }
  const [baseline = { p50: 0, p99: 0 }, ...rest] = samples.map(quantiles);
  print(`/bin/true: p50 ${milliseconds(baseline.p50)}, p99 ${milliseconds(baseline.p99)}`);
  for (const [index, { p50, p99 }] of rest.entries()) {
    const added = milliseconds(p50 - baseline.p50);
    print(`${ways[index + 1]?.title}: p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}; adds ${added} to /bin/true`);
  }
}

/** From the start to the end of the process, with an event on its standard input. */
async function ended(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.on("error", () => undefined);
  child.stdin.end(event());
  child.stdout.resume();
  child.stderr.resume();
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${command} ended with ${code}.`);
}
