// What grows must not slow the answer: the same intent over HTTP with ever more agents, and on an ever larger ledger.
import { milliseconds, quantiles } from "./support/figures.ts";
import { fillLedger } from "./support/large-ledger.ts";
import { sequentialHttp } from "./support/load.ts";
import { type RunningServer, startEngine, withoutModel } from "./support/servers.ts";

type Print = (line: string) => void;

const agentCounts = [1, 10, 100, 1000];
const largest = Number(process.env["GATEHOUSE_BENCH_ENTRIES"] ?? 1_000_000);
const ledgerSizes = [0, 10_000, 100_000, largest];
const rounds = 4;
const perRound = 400;

export async function run(print: Print): Promise<void> {
  await overAgents(print);
  await overLedger(print);
}

/** The engine knows all of them from the start; each line is asked for by the first so many. */
async function overAgents(print: Print): Promise<void> {
  const engine = await startEngine(withoutModel);
  try {
    const agents = Array.from({ length: Math.max(...agentCounts) }, (_, index) => `did:aeon:bench-${index}:1.0:abc`);
    // Warm: everyone has asked at least thrice.
    await sequentialHttp(engine.http, 3 * agents.length, { agentDids: agents });
    const lines = agentCounts.map((count) => ({ name: `${count} agents`, engine, agentDids: agents.slice(0, count) }));
    printCurve(await interleaved(lines), print);
  } finally {
    await engine.stop();
  }
}

async function overLedger(print: Print): Promise<void> {
  const engines: RunningServer[] = [];
  try {
    for (const size of ledgerSizes) {
      engines.push(
        await startEngine((directory) => {
          withoutModel(directory);
          if (size > 0) fillLedger(directory, size);
        }),
      );
    }
    for (const engine of engines) await sequentialHttp(engine.http, 2000);
    const lines = engines.map((engine, index) => ({ name: `${ledgerSizes[index]} entries`, engine }));
    printCurve(await interleaved(lines), print);
  } finally {
    for (const engine of engines) await engine.stop();
  }
}

interface Line {
  readonly name: string;
  readonly engine: RunningServer;
  readonly agentDids?: readonly string[];
}

/** Rounds take turns, so that a slow moment of the machine meets every line. */
async function interleaved(lines: readonly Line[]): Promise<readonly { name: string; samples: number[] }[]> {
  const measured = lines.map(({ name }) => ({ name, samples: [] as number[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { engine, agentDids }] of lines.entries()) {
      const who = agentDids === undefined ? {} : { agentDids };
      measured[index]?.samples.push(...(await sequentialHttp(engine.http, perRound, who)));
    }
  }
  return measured;
}

function printCurve(
  lines: readonly { readonly name: string; readonly samples: readonly number[] }[],
  print: Print,
): void {
  const base = quantiles(lines[0]?.samples ?? []);
  for (const { name, samples } of lines) {
    const { p50, p99 } = quantiles(samples);
    const bar = "█".repeat(Math.max(1, Math.round((p50 / base.p50) * 20)));
    print(
      `${name.padEnd(16)} p50 ${milliseconds(p50).padEnd(8)} p99 ${milliseconds(p99).padEnd(8)} ${bar} ${(p50 / base.p50).toFixed(2)}×`,
    );
  }
}
