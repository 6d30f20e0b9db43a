// The SDKs: governed calls over one WebSocket, each an intent and a report, beside a bare WebSocket echo. TypeScript here, Python and
// Rust in the programs of their tests, which cut the connection in the middle.
import { once } from "node:events";
import { runCaptured } from "../scripts/child.ts";
import { pythonLoad } from "../scripts/sdk/languages/python.ts";
import { rustLoad } from "../scripts/sdk/languages/rust.ts";
import type { Step } from "../scripts/sdk/step.ts";
import { GovernanceClient } from "../sdk/typescript/src/index.ts";
import { type RunningServer, startEcho, startEngine, withoutModel } from "./support/servers.ts";

const count = 5000;
const warming = 2000;
/** As many as the client has in flight by default. */
const together = 48;

export async function run(print: (line: string) => void): Promise<void> {
  const engine = await startEngine(withoutModel);
  const echo = await startEcho();
  try {
    const client = new GovernanceClient(engine.ws, { agentDid: "did:aeon:bench:1.0:sdk" });
    await client.register({ name: "Bench" });
    const read = client.governed("read_file", async ({ path }: { readonly path: string }) => ({ path }));
    let last = 0;
    const governed = () => read({ path: `/tmp/bench/${(last += 1)}` }, { workspace: "/tmp/bench" });
    await inTurns(warming, governed);
    const asked = await seconds(() => inTurns(count, governed));
    const bare = await openEcho(echo);
    await inTurns(warming, bare.ask);
    const echoed = await seconds(() => inTurns(2 * count, bare.ask));
    print(
      `TypeScript: governed calls (intent and report): ${Math.round(count / asked)}/s, ${((1000 * asked) / count).toFixed(2)} ms each`,
    );
    print(
      `TypeScript: two bare echoes each:               ${Math.round(count / echoed)}/s, ${((1000 * echoed) / count).toFixed(2)} ms each`,
    );
    client.close();
    bare.close();
  } finally {
    await engine.stop();
    await echo.stop();
  }
  await runLoad("Python", pythonLoad, print);
  await runLoad("Rust", rustLoad, print);
}

async function runLoad(language: string, step: Step, print: (line: string) => void): Promise<void> {
  const missing = await step.missing();
  if (missing !== undefined) return print(`${language}: left out: ${missing}`);
  for (const program of step.programs) {
    const { code, output } = await runCaptured(program, step.limit);
    const figures = output.split("\n").find((line) => line.includes("intents with reports"));
    print(`${language}: ${code === 0 && figures !== undefined ? figures : `FAILED\n${output}`}`);
  }
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

async function inTurns(times: number, ask: () => Promise<unknown>): Promise<void> {
  let left = times;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await ask();
    }
  };
  await Promise.all(Array.from({ length: together }, worker));
}

async function openEcho({ ws }: RunningServer) {
  const socket = new WebSocket(ws);
  const waiting: (() => void)[] = [];
  socket.addEventListener("message", () => waiting.shift()?.());
  await once(socket, "open");
  const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "a2g/intent", params: { path: "/tmp/bench/1" } });
  return {
    ask: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        socket.send(message);
      }),
    close: () => socket.close(),
  };
}
