// An Electron entry for tests: the real window around a fake engine. It is built into out/fake and never shipped.
//
// GATEHOUSE_FAKE chooses: "busy" (the default), "empty" (the first run) or "failing" (the engine cannot start).
// GATEHOUSE_FAKE_RATE is how many intents a second agents send meanwhile; by default none.
import { type EngineOptions, runConsole } from "../../src/main/console.ts";
import { readyLine } from "../../src/main/ready-line.ts";
import { fail, ok } from "../../src/shared/result.ts";
import { createFakeEngine } from "./fake-operations.ts";

const kind = process.env["GATEHOUSE_FAKE"] ?? "busy";
const address = { http: "http://127.0.0.1:3000", ws: "ws://127.0.0.1:3000", a2e: "tcp://127.0.0.1:3001" };
let attempts = 0;

runConsole((options: EngineOptions) => {
  attempts += 1;
  if (kind === "failing" && attempts === 1) {
    // The test's launcher waits for this line; it wants to see the window of an engine that has none.
    console.log(readyLine({ ...address, dataDirectory: options.dataDirectory }, process.pid));
    return Promise.resolve(
      fail("Port 3000 is taken by another program. Close it, or set GATEHOUSE_PORT to another port."),
    );
  }
  const engine = createFakeEngine(kind === "busy" ? "busy" : "empty", address);
  const timer = keepWorking(engine.work, Number(process.env["GATEHOUSE_FAKE_RATE"] ?? 0));
  return Promise.resolve(
    ok({
      operations: engine.operations,
      events: { subscribe: engine.subscribe },
      address: { ...address, dataDirectory: options.dataDirectory },
      stop: () => {
        clearInterval(timer);
        engine.stop();
        return Promise.resolve();
      },
    }),
  );
});

function keepWorking(work: () => void, rate: number): ReturnType<typeof setInterval> | undefined {
  if (rate === 0) return undefined;
  const everyMs = Math.max(10, 1000 / rate);
  return setInterval(() => {
    for (let count = 0; count < (rate * everyMs) / 1000; count += 1) work();
  }, everyMs);
}
