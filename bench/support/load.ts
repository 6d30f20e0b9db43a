// Load: intents over HTTP and WebSocket, one after the other or on many connections at once.
import { Agent, request } from "node:http";
import { WebSocket } from "ws";

let counter = 0;

const commands = ["npm test", "git status", "ls -la src", "cat README.md", "rg TODO src", "node --version"];

const defaultAgent = "did:aeon:bench:1.0:abc";

/** A fresh intent each time: the answer to a repeated one would come from memory. */
function intentBody(agentDid = defaultAgent): string {
  counter += 1;
  return JSON.stringify({
    jsonrpc: "2.0",
    method: "a2g/intent",
    params: {
      agent_did: agentDid,
      intent_id: `bench-${process.pid}-${counter}`,
      tool: "execute_command",
      arguments: { command: commands[counter % commands.length] },
      context: { session_id: "bench", working_directory: "/home/dev/shop", workspace: "/home/dev/shop" },
    },
    id: counter,
  });
}

export function post(url: string, agent: Agent, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const outgoing = request(`${url}/rpc`, { method: "POST", agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve(text));
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** Milliseconds of each request, one after the other on one warm connection. */
export async function sequentialHttp(
  url: string,
  count: number,
  agentDids: readonly string[] = [defaultAgent],
): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const samples = await timed(count, (index) => post(url, agent, intentBody(agentDids[index % agentDids.length])));
  agent.destroy();
  return samples;
}

export async function sequentialWebSocket(url: string, count: number): Promise<readonly number[]> {
  const socket = new WebSocket(url);
  await new Promise((resolve) => socket.once("open", resolve));
  const samples = await timed(
    count,
    () =>
      new Promise((resolve) => {
        socket.once("message", resolve);
        socket.send(intentBody());
      }),
  );
  socket.close();
  return samples;
}

export async function timed(count: number, run: (index: number) => Promise<unknown>): Promise<readonly number[]> {
  const samples: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const started = performance.now();
    await run(index);
    samples.push(performance.now() - started);
  }
  return samples;
}

/** Answers a second over many connections, each sending its next request when the last was answered. */
export async function throughput(url: string, connections: number, milliseconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + milliseconds;
  let answered = 0;
  const started = performance.now();
  const loop = async () => {
    while (performance.now() < until) {
      await post(url, agent, intentBody());
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  agent.destroy();
  return answered / ((performance.now() - started) / 1000);
}
