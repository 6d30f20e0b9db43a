// Processor time of a verdict that was never given before, over all threads of the engine. Less sensitive to a busy machine than waiting time.
import { describeCpu, rested, sumOf } from "./support/cpu-time.ts";
import { answersOf } from "./support/load.ts";
import { startEngine, withoutModel } from "./support/servers.ts";

const connections = 64;
/** Until V8 has compiled what is worth compiling. */
const warmCalls = 15_000;
const rounds = 4;
const perRound = 6000;

/** From rest to rest: recording, indexing, collecting garbage and compiling count, whichever thread does it and when. */
export async function run(print: (line: string) => void): Promise<void> {
  const engine = await startEngine(withoutModel);
  try {
    await answersOf(engine.http, connections, warmCalls);
    for (let round = 0; round < rounds; round += 1) {
      const before = await rested(engine.child.pid);
      const started = performance.now();
      await answersOf(engine.http, connections, perRound);
      const rate = (perRound * 1000) / (performance.now() - started);
      const after = await rested(engine.child.pid);
      const each = (sumOf(after) - sumOf(before)) / perRound / 1000;
      print(`each verdict ${each.toFixed(0)} µs  (bar: 250 µs)`);
      print(`  of it ${describeCpu(before, after, perRound)}; ${rate.toFixed(0)}/s`);
    }
  } finally {
    await engine.stop();
  }
}
