// One question in each protocol that has no client library here: the way an agent would put it on the wire.
import { connect } from "node:net";
import { createInterface } from "node:readline";
import type { Ask, DemoAgent } from "./agents.ts";

async function post(url: string, body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  const { error } = (await answer.json()) as { readonly error?: { readonly code: number; readonly message: string } };
  // A refusal is an answer; a message nobody understands is a fault of the demo.
  if (error?.code === -32602) throw new Error(error.message);
}

const input = (name: string, type = "string") => ({ name, type, required: true });
const tool = (name: string, description: string, ...inputs: readonly object[]) => ({
  id: name,
  name,
  description,
  type: "function",
  arguments: inputs,
  outputs: null,
});

/** What the travel desk is made of: it comes with every step, and Gatehouse tells when it changes. */
const desk = {
  model: { id: "example-large-3", name: "Example Large 3", provider: { name: "Example Models" } },
  tools: [
    tool("search_flights", "Finds flights on a day", input("from"), input("to"), input("day")),
    tool("book_hotel", "Books a room", input("city"), input("nights", "number"), input("dry_run", "boolean")),
    tool("WebFetch", "Reads a page", input("url")),
    tool("send_email", "Writes to somebody", input("to"), input("text")),
  ],
};

/** A step as the Agent Observability Standard tells it. */
export function askByAos(http: string, agent: DemoAgent, { tool: toolId, arguments: given }: Ask): Promise<void> {
  const context = {
    agent: {
      id: "travel-desk",
      name: agent.name,
      instructions: "You book trips and answer questions about them.",
      version: agent.version,
      provider: { name: "Example Models", url: "https://models.example" },
      ...desk,
    },
    session: { id: "desk-1" },
    turnId: "turn-1",
    stepId: crypto.randomUUID(),
    timestamp: new Date().toISOString(),
  };
  const inputs = Object.entries(given).map(([name, value]) => ({ name, value }));
  const toolCallRequest = { executionId: crypto.randomUUID(), toolId, inputs };
  return post(`${http}/aos`, {
    jsonrpc: "2.0",
    id: 1,
    method: "steps/toolCallRequest",
    params: { context, toolCallRequest },
  });
}

/** A call that Gatehouse runs itself, in its sandbox. */
export function askByAeon(http: string, agent: DemoAgent, place: string, ask: Ask): Promise<void> {
  const context = { working_directory: place, workspace: place, session_id: "release-now" };
  const params = { name: ask.tool, arguments: ask.arguments, agent_did: agent.did, context };
  return post(`${http}/rpc`, { jsonrpc: "2.0", id: crypto.randomUUID(), method: "tools/call", params });
}

/** A conversation in lines that stays open between questions. */
export interface A2eLine {
  readonly ask: (ask: Ask) => Promise<void>;
  readonly close: () => void;
}

export async function openA2e(address: string, agentId: string): Promise<A2eLine> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  const answered = new Map<string, () => void>();
  createInterface({ input: socket }).on("line", (line) => {
    const { type, req_id: id } = JSON.parse(line) as { readonly type?: string; readonly req_id?: string };
    if (id !== undefined && type?.endsWith("/event") !== true) answered.get(id)?.();
  });
  const send = (type: string, more: object): Promise<void> => {
    const id = crypto.randomUUID();
    return new Promise((resolve, reject) => {
      socket.once("error", reject);
      answered.set(id, () => {
        answered.delete(id);
        socket.off("error", reject);
        resolve();
      });
      socket.write(`${JSON.stringify({ a2e: "1.0", type, id, ts: Date.now() / 1000, ...more })}\n`);
    });
  };
  await send("handshake/req", { agent_id: agentId, agent_caps: ["tools"] });
  return {
    ask: ({ tool: name, arguments: given }) =>
      send("tool/call/req", { session_id: "", tool_name: name, arguments: given, timeout: 10 }),
    close: () => socket.destroy(),
  };
}
