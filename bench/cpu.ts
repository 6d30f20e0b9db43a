// Processor time of a verdict that was never given before, over all threads of the engine. Less sensitive to a busy machine than waiting time.
import { cpuTime, describeCpu } from "./support/cpu-time.ts";
import { answersOf } from "./support/load.ts";
import { startEngine, withoutModel } from "./support/servers.ts";

const connections = 64;
/** Until V8 has compiled what is worth compiling. */
const warmCalls = 15_000;
const rounds = 3;
const perRound = 8000;

export async function run(print: (line: string) => void): Promise<void> {
  const engine = await startEngine(withoutModel);
  try {
    await answersOf(engine.http, connections, warmCalls);
    for (let round = 0; round < rounds; round += 1) {
      const before = cpuTime(engine.child.pid);
      await answersOf(engine.http, connections, perRound);
      const after = cpuTime(engine.child.pid);
      const sum = (times: typeof before): number => [...times.values()].reduce((all, time) => all + time, 0);
      const each = (sum(after) - sum(before)) / perRound / 1000;
      print(`each verdict ${each.toFixed(0)} µs: ${describeCpu(before, after, perRound)}  (bar: 250 µs)`);
    }
  } finally {
    await engine.stop();
  }
}
