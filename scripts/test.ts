// `npm test`: runs every gate, shows what failed, and ends with the line `N passed, N failed`.
import { second } from "../src/shared/clock.ts";
import { selectNames } from "./arguments.ts";
import { exitCodeOf, stopCaptured } from "./child.ts";
import { type Gate, gateNames, gatesNamed, type Outcome } from "./gates.ts";

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

export async function runGates(gates: readonly Gate[], write: (text: string) => void): Promise<Totals> {
  let totals: Totals = { passed: 0, failed: 0 };
  for (const gate of gates) {
    write(`${gate.name.padEnd(10)} `);
    const began = performance.now();
    const outcome = await attempt(gate);
    const seconds = ((performance.now() - began) / second).toFixed(1);
    const verdict =
      outcome.failed === 0
        ? `ok, ${outcome.passed} passed`
        : `FAILED, ${outcome.passed} passed, ${outcome.failed} failed`;
    write(`${verdict}, ${seconds} s\n`);
    for (const note of outcome.notes) write(`  ${note}\n`);
    if (outcome.failed > 0) write(`${outcome.output.trimEnd()}\n\n`);
    totals = { passed: totals.passed + outcome.passed, failed: totals.failed + outcome.failed };
  }
  write(`${totals.passed} passed, ${totals.failed} failed\n`);
  return totals;
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
