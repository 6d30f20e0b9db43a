// What phase 5 costs: a command in the sandbox, a WebAssembly tool and a file, beside a bare spawn of the same shell.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRunner } from "../src/main/sandbox/runner.ts";
import { createWorld } from "../src/main/machine/world.ts";
import type { JsonObject } from "../src/shared/lib/json.ts";
import { beside, milliseconds, quantiles } from "./support/figures.ts";

const rounds = 100;
const manifest = { maxMemoryMb: 100, maxCpuPercent: 50, timeoutSeconds: 30, networkAllowed: false };
/** One memory, and a start that returns at once. */
const nothing = "0061736d01000000010401600000030201000503010001071302066d656d6f72790200065f737461727400000a040102000b";

export async function run(print: (line: string) => void): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "gatehouse-bench-")));
  try {
    await measure(folder, print);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(folder: string, print: (line: string) => void): Promise<void> {
  const [workspace, tools] = [join(folder, "shop"), join(folder, "tools")];
  for (const each of [workspace, tools]) mkdirSync(each);
  writeFileSync(join(tools, "a.json"), JSON.stringify({ name: "nothing", description: "Nothing", file: "a.wasm" }));
  writeFileSync(join(tools, "a.wasm"), Buffer.from(nothing, "hex"));
  const runner = createRunner({
    world: createWorld({ gatehouse: [tools], findSecrets: () => [] }),
    hidden: [tools],
    settings: () => ({ unsandboxedCommands: "refuse" }),
    toolsFolder: tools,
    onProblem: print,
  });
  const call = async (tool: string, given: JsonObject): Promise<void> => {
    const scope = { ...manifest, filesystemScope: [`${workspace}/**`] };
    const { signal } = new AbortController();
    const done = await runner.run({ tool, arguments: given, manifest: scope, workspace, signal, onOutput: () => {} });
    if (done.status !== "SUCCESS") throw new Error(done.fault);
  };
  const ways = {
    bare: () => bareSpawn(),
    command: () => call("execute_command", { command: ":" }),
    webAssembly: () => call("nothing", {}),
    file: () => call("write_file", { path: "a.txt", content: "hello" }),
  };
  const samples = { bare: [], command: [], webAssembly: [], file: [] } as Record<keyof typeof ways, number[]>;
  // By turns, so that a slow moment meets all of them; the first round is for warming up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of Object.keys(ways) as (keyof typeof ways)[]) {
      const started = performance.now();
      await ways[name]();
      if (round > 0) samples[name].push(performance.now() - started);
    }
  }
  const base = quantiles(samples.bare);
  print(`bare spawn of sh: p50 ${milliseconds(base.p50)}, p99 ${milliseconds(base.p99)}`);
  print(`execute_command in the sandbox: ${beside(quantiles(samples.command), base)}`);
  print(`WebAssembly tool: ${beside(quantiles(samples.webAssembly), base)}`);
  print(`write_file: ${beside(quantiles(samples.file), base)}`);
}

function bareSpawn(): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("/bin/sh", ["-c", ":"], { stdio: ["ignore", "pipe", "pipe"] });
    child.once("error", reject).once("close", () => resolve());
  });
}
