// What containment costs: one command of an agent wrapped, and a program started with `gatehouse run`, each beside the bare one.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startGatehouse } from "../src/main/app/start.ts";
import { milliseconds, quantiles } from "./support/figures.ts";

const rounds = 40;
const root = join(import.meta.dirname, "..");

export async function run(print: (line: string) => void): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "gatehouse-bench-")));
  const [data, project] = [join(folder, "data"), join(folder, "project")];
  mkdirSync(project);
  const started = await startGatehouse({ dataDirectory: data, port: 0, resourcesDirectory: join(root, "resources") });
  if (!started.ok) throw new Error(started.error);
  try {
    await measure(join(data, "bin/gatehouse"), project, data, print);
  } finally {
    await started.value.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(launcher: string, project: string, data: string, print: (line: string) => void): Promise<void> {
  const node = process.execPath;
  const command = ["bash", "-c", ":"];
  const program = [node, "-e", "0"];
  const ways = {
    "bash, bare": command,
    "bash, wrapped": [launcher, "run", "--intent", "bench", "--", ...command],
    "node, bare": program,
    "node, launcher": [launcher, "run", "--", ...program],
    "node, gatehouse run": [node, join(root, "bin/gatehouse.js"), "run", "--data-dir", data, "--", ...program],
  };
  type Name = keyof typeof ways;
  const names = Object.keys(ways).filter((name): name is Name => Object.hasOwn(ways, name));
  const samples = new Map<Name, number[]>(names.map((name) => [name, []]));
  // By turns, so that a slow moment meets all of them; the first round is for warming up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const began = performance.now();
      await finished(ways[name], project);
      if (round > 0) samples.get(name)?.push(performance.now() - began);
    }
  }
  const half = (name: Name): number => quantiles(samples.get(name) ?? []).p50;
  const least = (name: Name): number => Math.min(...(samples.get(name) ?? []));
  for (const name of names) print(`${name}: p50 ${milliseconds(half(name))}, least ${milliseconds(least(name))}`);
  // The least is what a busy machine disturbs least.
  const more = (name: Name, base: Name): string =>
    `p50 ${milliseconds(half(name) - half(base))}, least ${milliseconds(least(name) - least(base))}`;
  print(`a wrapped command takes more: ${more("bash, wrapped", "bash, bare")} (bar: 15 ms)`);
  print(`a contained start takes more: ${more("node, launcher", "node, bare")} (bar: 60 ms)`);
  print(`the same by the command on Node: ${more("node, gatehouse run", "node, bare")}`);
}

function finished([program = "", ...words]: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { cwd, stdio: ["ignore", "ignore", "inherit"] });
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`))));
  });
}
