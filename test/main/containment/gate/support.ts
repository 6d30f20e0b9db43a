// A gate for tests with the program that asks through it: curl, or any other, by a loopback port that leads to the gate's socket.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import {
  createGates,
  type GateHandlers,
  type GateRules,
  type OpenGate,
  type RefusalReason,
} from "../../../../src/main/containment/gate/gates.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";

export const noRules: GateRules = {
  network: "gate",
  allowed: [],
  blocked: [],
  registries: [],
  model: [],
  unneeded: [],
  local: [],
};

export interface TrialGate {
  readonly gate: OpenGate;
  readonly proxy: string;
  readonly socket: string;
  readonly refused: { readonly host: string; readonly port: number; readonly reason: RefusalReason }[];
  readonly asked: string[];
  readonly curl: (...words: readonly string[]) => Promise<Ended>;
}

export interface Ended {
  readonly code: number;
  readonly output: string;
}

export async function trialGate(
  rules: Partial<GateRules>,
  ask: GateHandlers["ask"] = () => Promise.resolve({ allowed: false, refusal: "denied" }),
): Promise<TrialGate> {
  const faults: unknown[] = [];
  const gates = createGates((_where, error) => void faults.push(error));
  const socket = join(temporaryDirectory(), "gate.sock");
  const refused: TrialGate["refused"] = [];
  const asked: string[] = [];
  const gate = await gates.open(
    "run-1",
    socket,
    { ...noRules, ...rules },
    {
      ask: (host, port) => {
        asked.push(`${host}:${port}`);
        return ask(host, port);
      },
      refused: (host, port, reason) => void refused.push({ host, port, reason }),
      traffic: () => undefined,
    },
  );
  const bridge = createServer({ allowHalfOpen: true }, (client) => {
    const way = connect({ path: socket, allowHalfOpen: true });
    client.on("error", () => way.destroy());
    way.on("error", () => client.destroy());
    client.pipe(way).pipe(client);
  }).listen(0, "127.0.0.1");
  await once(bridge, "listening");
  const address = bridge.address();
  const proxy = `http://127.0.0.1:${typeof address === "object" ? (address?.port ?? 0) : 0}`;
  onTestFinished(async () => {
    bridge.close();
    await gates.close();
  });
  const curl = (...words: readonly string[]): Promise<Ended> =>
    run("curl", ["-sS", "--noproxy", "", "-x", proxy, "--max-time", "20", ...words]);
  return { gate, proxy, socket, refused, asked, curl };
}

function run(program: string, words: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(program, words, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
      resolve({ code, output: `${stdout}${stderr}` });
    });
  });
}
