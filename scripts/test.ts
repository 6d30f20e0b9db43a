// `npm test`: runs every gate, several at once, shows what failed, and ends with the line `N passed, N failed`.
import { second } from "../src/shared/lib/clock.ts";
import { selectNames } from "./arguments.ts";
import { exitCodeOf, stopCaptured } from "./child.ts";
import { type Gate, gateNames, gatesNamed } from "./gates/gates.ts";
import type { Outcome } from "./gates/test-run.ts";
import { compareWorkingTrees, readWorkingTree } from "./gates/working-tree.ts";
import { projectRoot } from "./project.ts";

export interface Totals {
  readonly passed: number;
  readonly failed: number;
}

/** A gate that throws is a failed gate, not the end of the run. */
async function attempt(gate: Gate): Promise<Outcome> {
  try {
    return await gate.run();
  } catch (error) {
    return {
      passed: 0,
      failed: 1,
      output: error instanceof Error ? (error.stack ?? error.message) : String(error),
      notes: [],
    };
  }
}

export async function runGates(
  gates: readonly Gate[],
  write: (text: string) => void,
  root = projectRoot,
): Promise<Totals> {
  const began = performance.now();
  const before = readWorkingTree(root);
  const lanes = Map.groupBy(gates, ({ lane }) => lane);
  const last = lanes.get("window") ?? [];
  lanes.delete("window");
  const outcomes = [
    ...(await Promise.all([...lanes.values()].map((lane) => runLane(lane, write)))).flat(),
    ...(await runLane(last, write)),
  ];
  const tree = compareWorkingTrees(before, readWorkingTree(root));
  if (tree.failed > 0) write(describe("clean tree", tree, secondsSince(began)));
  outcomes.push(tree);
  const totals = {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
  };
  write(`in ${secondsSince(began)} s\n${totals.passed} passed, ${totals.failed} failed\n`);
  return totals;
}

async function runLane(gates: readonly Gate[], write: (text: string) => void): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const gate of gates) {
    const began = performance.now();
    const outcome = await attempt(gate);
    // At once, because other lanes write as well.
    write(describe(gate.name, outcome, secondsSince(began)));
    outcomes.push(outcome);
  }
  return outcomes;
}

function secondsSince(began: number): string {
  return ((performance.now() - began) / second).toFixed(1);
}

function describe(name: string, { passed, failed, notes, output }: Outcome, seconds: string): string {
  const verdict = failed === 0 ? `ok, ${passed} passed` : `FAILED, ${passed} passed, ${failed} failed`;
  const lines = [`${name.padEnd(10)} ${verdict}, ${seconds} s`, ...notes.map((note) => `  ${note}`)];
  if (failed > 0) lines.push(`${output.trimEnd()}\n`);
  return `${lines.join("\n")}\n`;
}

if (import.meta.main) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => void stopCaptured().finally(() => process.exit(exitCodeOf(null, signal))));
  }
  const chosen = selectNames(gateNames, process.argv.slice(2));
  if (chosen.ok) {
    const totals = await runGates(gatesNamed(chosen.value), (text) => void process.stdout.write(text));
    process.exitCode = totals.failed === 0 ? 0 : 1;
  } else {
    console.error(`${chosen.error}\nUsage: npm test -- [--only GATE]... [--without GATE]...`);
    process.exitCode = 2;
  }
}
