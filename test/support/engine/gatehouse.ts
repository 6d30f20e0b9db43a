// A whole Gatehouse on a free port with a directory of its own, and the ways to talk to it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { sharedPacks } from "./packs.ts";
import { type Gatehouse, startGatehouse as start, type StartOptions } from "../../../src/main/app/start.ts";

const resourcesDirectory = join(import.meta.dirname, "../../../resources");

export async function startGatehouse(changes: Partial<StartOptions> = {}): Promise<Gatehouse> {
  const dataDirectory = changes.dataDirectory ?? mkdtempSync(join(tmpdir(), "gatehouse-"));
  // Commands that a test runs descend from the engine, which is the test itself.
  const refuseOperator = () => undefined;
  const started = await start({
    dataDirectory,
    port: 0,
    resourcesDirectory,
    refuseOperator,
    loadPacks: sharedPacks,
    ...changes,
  });
  if (!started.ok) throw new Error(started.error);
  onTestFinished(async () => {
    await started.value.stop();
    if (changes.dataDirectory === undefined) rmSync(dataDirectory, { recursive: true, force: true });
  });
  return started.value;
}

export interface Answer {
  readonly result?: Record<string, unknown> & { readonly [member: string]: unknown };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Record<string, unknown> };
  readonly id: unknown;
}

export async function call(gatehouse: Gatehouse, method: string, params: unknown): Promise<Answer> {
  const response = await fetch(`${gatehouse.address.http}/rpc`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", method, params, id: 1 }),
  });
  return (await response.json()) as Answer;
}

export interface Line {
  readonly call: (method: string, params: unknown) => Promise<Answer>;
  /** The next message the engine sends of its own accord with this method. */
  readonly pushed: (method: string) => Promise<Record<string, unknown>>;
  readonly close: () => void;
}

/** An agent's WebSocket. */
export async function connectAgent(gatehouse: Gatehouse): Promise<Line> {
  const socket = new WebSocket(gatehouse.address.ws);
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  onTestFinished(() => socket.terminate());
  const answers = new Map<unknown, (answer: Answer) => void>();
  const arrived: { method: string; params: Record<string, unknown> }[] = [];
  const wanted: { method: string; take: (params: Record<string, unknown>) => void }[] = [];
  let last = 0;
  socket.on("message", (data: Buffer) => {
    const message = JSON.parse(data.toString("utf8")) as Answer & { method?: string; params: Record<string, unknown> };
    if (message.method === undefined) {
      answers.get(message.id)?.(message);
      return;
    }
    const index = wanted.findIndex(({ method }) => method === message.method);
    const [waiting] = index === -1 ? [] : wanted.splice(index, 1);
    if (waiting === undefined) arrived.push({ method: message.method, params: message.params });
    else waiting.take(message.params);
  });
  return {
    call(method, params) {
      last += 1;
      const id = last;
      socket.send(JSON.stringify({ jsonrpc: "2.0", method, params, id }));
      return new Promise((resolve) => answers.set(id, resolve));
    },
    pushed(method) {
      const index = arrived.findIndex((message) => message.method === method);
      const [known] = index === -1 ? [] : arrived.splice(index, 1);
      if (known !== undefined) return Promise.resolve(known.params);
      return new Promise((take) => wanted.push({ method, take }));
    },
    close: () => socket.terminate(),
  };
}

let number = 0;

export const agentDid = "did:aeon:tester:1.0:abc123";

export function intentParams(tool: string, toolArguments: object, context: object = {}): Record<string, unknown> {
  number += 1;
  return { agent_did: agentDid, intent_id: `intent-${number}`, tool, arguments: toolArguments, context };
}

export function command(text: string, context: object = {}): Record<string, unknown> {
  return intentParams("execute_command", { command: text }, context);
}
