// An Electron entry for tests: the real window around a fake engine. It is built into out/fake and never shipped.
//
// GATEHOUSE_FAKE chooses: "busy" (the default), "empty" (the first run) or "failing" (the engine cannot start).
// GATEHOUSE_FAKE_FAILURE is what a failing engine says, GATEHOUSE_FAKE_ILL=1 an engine that runs but is not well.
// GATEHOUSE_FAKE_RATE is how many intents a second agents send meanwhile; by default none.
import { buildActivity } from "../../../src/main/app/activity.ts";
import { type EngineOptions, runConsole } from "../../../src/main/app/console/console.ts";
import { systemClock, systemIdentifiers } from "../../../src/main/machine/clock.ts";
import { ledgerOperations } from "../../../src/main/operations/ledger/ledger.ts";
import { readyLine } from "../../../src/main/app/ready-line.ts";
import { openLedger } from "../../../src/main/store/ledger.ts";
import { openReader } from "../../../src/main/store/read/thread.ts";
import { fail, ok } from "../../../src/shared/lib/result.ts";
import type { EngineEvent } from "../../../src/shared/domain/telemetry.ts";
import { createFakeEngine } from "./fake-operations.ts";
import { historyOf, seedLedger } from "../engine/history.ts";
import { dids } from "../engine/lifelike.ts";

const kind = process.env["GATEHOUSE_FAKE"] ?? "busy";
const address = { http: "http://127.0.0.1:3000", ws: "ws://127.0.0.1:3000", a2e: "tcp://127.0.0.1:3001" };
let attempts = 0;

/** A real ledger with a made-up past behind the fake engine. */
async function openActivity(directory: string, emit: (event: EngineEvent) => void) {
  const now = Date.now();
  const project = "/home/anna/src/shop";
  const agents = [dids.claude, dids.codex, dids.gemini].map((did) => ({ did, project }));
  if (kind === "busy") await seedLedger(directory, historyOf({ agents, days: 8, aDay: 60, now }));
  const ledger = await openLedger({ directory, clock: systemClock });
  const reading = openReader({ directory });
  const activity = buildActivity({ directory, reading, chooseFile: undefined });
  const events = { publish: emit };
  const capabilities = { tools: { read_file: { allowed: true, constraints: {} } }, network: {}, resources: {} };
  const policyFor = () => ({ version: "12", capabilities });
  const operations = ledgerOperations({
    clock: systemClock,
    identifiers: systemIdentifiers,
    ledger,
    activity: { ...activity, policyFor },
    events,
  });
  const close = () => activity.close().then(reading.close).then(ledger.close);
  return { operations, close };
}

runConsole(async (options: EngineOptions) => {
  attempts += 1;
  if (kind === "failing" && attempts === 1) {
    // The test's launcher waits for this line; it wants to see the window of an engine that has none.
    console.log(readyLine({ ...address, dataDirectory: options.dataDirectory }, process.pid));
    const said = process.env["GATEHOUSE_FAKE_FAILURE"];
    return fail(said ?? "127.0.0.1:3000 is taken by another program. Stop it, or choose another place to listen.");
  }
  const activity = await openActivity(options.dataDirectory, (event) => engine.emit(event));
  const engine = createFakeEngine(kind === "busy" ? "busy" : "empty", address, activity.operations);
  const timer = keepWorking(engine.work, Number(process.env["GATEHOUSE_FAKE_RATE"] ?? 0));
  return ok({
    operations: engine.operations,
    events: { subscribe: engine.subscribe },
    address: { ...address, dataDirectory: options.dataDirectory },
    stop: () => {
      clearInterval(timer);
      engine.stop();
      return activity.close();
    },
  });
});

function keepWorking(work: () => void, rate: number): ReturnType<typeof setInterval> | undefined {
  if (rate === 0) return undefined;
  const everyMs = Math.max(10, 1000 / rate);
  return setInterval(() => {
    for (let count = 0; count < (rate * everyMs) / 1000; count += 1) work();
  }, everyMs);
}
