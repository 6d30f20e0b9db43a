// Runs benchmarks of this work tree and of another in turn, each in a process of its own, and prints the figures side by side.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { compare } from "./compare.ts";

const here = join(import.meta.dirname, "../..");
const slower = 1.05;

/** `other` is another work tree with its own node_modules. Rounds alternate, so that a slow moment of the machine meets both. */
export async function runAgainst(other: string, names: readonly string[], rounds: number): Promise<void> {
  for (const name of names) {
    if (!existsSync(join(other, "bench", `${name}.ts`))) {
      console.log(`\n${name}: ${other} has no such benchmark`);
      continue;
    }
    const before: string[] = [];
    const now: string[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      console.log(`\n${name}, round ${round} of ${rounds}`);
      before.push(...(await linesOf(other, name)));
      now.push(...(await linesOf(here, name)));
    }
    console.log(`\n${name}, the best of ${rounds} rounds: before, now`);
    for (const { what, before: earlier, now: mine, ratio } of compare(before, now))
      console.log(`  ${ratio.toFixed(2)}×${ratio > slower ? " SLOWER" : ""}  ${earlier}, ${mine}  ${what}`);
  }
}

/** What the benchmark prints, shown as it comes. A round that fails is left out: the figures of the others still count. */
async function linesOf(tree: string, name: string): Promise<readonly string[]> {
  console.log(`  in ${tree}`);
  const child = spawn(process.execPath, ["bench/run.ts", name], { cwd: tree, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith("  ")) continue;
    console.log(`  ${line}`);
    lines.push(line);
  }
  const code = await ended;
  if (code === 0) return lines;
  console.error(`The benchmark ${name} of ${tree} ended with ${code}: this round is left out.`);
  process.exitCode = 1;
  return [];
}
