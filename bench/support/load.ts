// Load: intents over HTTP and WebSocket, one after the other or on many connections at once.
import { type HttpClient, openHttpClient } from "./http-client.ts";
import { openWebSocketClient } from "./web-socket-client.ts";

let counter = 0;

/** "fresh": no call was ever seen before; "repeated": each was, as when an agent runs the tests again and again. */
export type Load = "fresh" | "repeated";

const commands = [
  "npm test -- part",
  "git log --oneline -5 part",
  "ls -la src/part",
  "cat docs/part.md",
  "rg TODO src/part",
  "node --check src/part.js",
];

const defaultAgent = "did:aeon:bench:1.0:abc";

/** A new intent each time: the answer to one with a known id would come from memory. */
function intentBody(load: Load, agentDid = defaultAgent): string {
  counter += 1;
  const command = commands[counter % commands.length] ?? "";
  return JSON.stringify({
    jsonrpc: "2.0",
    method: "a2g/intent",
    params: {
      agent_did: agentDid,
      intent_id: `bench-${process.pid}-${counter}`,
      tool: "execute_command",
      arguments: { command: load === "fresh" ? command.replace("part", `part-${counter}`) : command },
      context: { session_id: "bench", working_directory: "/home/dev/shop", workspace: "/home/dev/shop" },
    },
    id: counter,
  });
}

/** An error must not count as an answer. */
function checkVerdict(answer: string): void {
  if (!answer.includes('"verdict":"APPROVED"')) throw new Error(`Not approved: ${answer}`);
}

async function ask(client: HttpClient, load: Load, agentDid?: string): Promise<void> {
  checkVerdict(await client.post(intentBody(load, agentDid)));
}

/** Milliseconds of each request, one after the other on one warm connection. */
export async function sequentialHttp(
  url: string,
  count: number,
  { load = "fresh", agentDids = [defaultAgent] }: { readonly load?: Load; readonly agentDids?: readonly string[] } = {},
): Promise<readonly number[]> {
  const client = await openHttpClient(url);
  const samples = await timed(count, (index) => ask(client, load, agentDids[index % agentDids.length]));
  client.close();
  return samples;
}

/** The same by `fetch`, which our SDK and most agents use: it takes more time of its own than the servers take. */
export async function sequentialFetch(url: string, count: number, load: Load = "fresh"): Promise<readonly number[]> {
  const headers = { "content-type": "application/json" };
  return timed(count, async () => {
    const response = await fetch(`${url}/rpc`, { method: "POST", headers, body: intentBody(load) });
    checkVerdict(await response.text());
  });
}

export async function sequentialWebSocket(url: string, count: number): Promise<readonly number[]> {
  const client = await openWebSocketClient(url);
  const samples = await timed(count, async () => checkVerdict(await client.post(intentBody("fresh"))));
  client.close();
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

/** Answers over many connections, each sending its next request when the last was answered. */
export async function throughput(
  url: string,
  connections: number,
  milliseconds: number,
  load: Load = "fresh",
): Promise<Throughput> {
  const clients = await Promise.all(Array.from({ length: connections }, () => openHttpClient(url)));
  const started = performance.now();
  const until = started + milliseconds;
  let answers = 0;
  const loop = async (client: HttpClient): Promise<void> => {
    while (performance.now() < until) {
      await ask(client, load);
      answers += 1;
    }
  };
  await Promise.all(clients.map(loop));
  const seconds = (performance.now() - started) / 1000;
  for (const client of clients) client.close();
  return { answers, perSecond: answers / seconds };
}

/** So many answers, over many connections. */
export async function answersOf(url: string, connections: number, count: number, load: Load = "fresh"): Promise<void> {
  const clients = await Promise.all(Array.from({ length: connections }, () => openHttpClient(url)));
  let asked = 0;
  const loop = async (client: HttpClient): Promise<void> => {
    for (; asked < count; await ask(client, load)) asked += 1;
  };
  await Promise.all(clients.map(loop));
  for (const client of clients) client.close();
}

export interface Throughput {
  readonly answers: number;
  readonly perSecond: number;
}
