// What the MCP gateway adds in front of a server: to its start, and to every call. The bare server goes through the same client.
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { milliseconds, quantiles } from "./support/figures.ts";
import { timed } from "./support/load.ts";
import { type RunningServer, startEngine } from "./support/servers.ts";

const root = join(import.meta.dirname, "..");
const testServer = join(root, "test/support/mcp/server.ts");
const starts = 15;
const warming = 50;
const rounds = 20;
const callsEach = 25;

interface Way {
  readonly title: string;
  readonly words: readonly string[];
}

export async function run(print: (line: string) => void): Promise<void> {
  const engine = await startEngine();
  try {
    const ways = waysTo(engine);
    await compareStarts(ways, print);
    await compareCalls(ways, print);
  } finally {
    await engine.stop();
  }
}

function waysTo({ directory }: RunningServer): readonly [Way, Way] {
  const options = ["--data-dir", directory, "--name", "files", "--client", "bench"];
  return [
    { title: "bare server", words: [testServer] },
    {
      title: "behind the gateway",
      words: [join(root, "bin/gatehouse-mcp.js"), ...options, "--", process.execPath, testServer],
    },
  ];
}

/** Until the client has the list of tools: it can work from then on. */
async function opened({ words }: Way): Promise<Client> {
  const client = new Client({ name: "bench", version: "1.0.0" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [...words], stderr: "ignore" }));
  await client.listTools();
  return client;
}

async function compareStarts(ways: readonly Way[], print: (line: string) => void): Promise<void> {
  const samples = ways.map((): number[] => []);
  // The first of each fills caches.
  for (let round = -1; round < starts; round += 1) {
    for (const [index, way] of ways.entries()) {
      let client: Client | undefined;
      const [took = 0] = await timed(1, async () => {
        client = await opened(way);
      });
      await client?.close();
      if (round >= 0) samples[index]?.push(took);
    }
  }
  print(`start until the tools are listed: ${both(ways, samples)}`);
}

async function compareCalls(ways: readonly Way[], print: (line: string) => void): Promise<void> {
  const samples = ways.map((): number[] => []);
  const clients = await Promise.all(ways.map(opened));
  let counter = 0;
  for (let round = -Math.ceil(warming / callsEach); round < rounds; round += 1) {
    for (const [index, client] of clients.entries()) {
      const took = await timed(callsEach, async () => {
        counter += 1;
        await client.callTool({ name: "echo", arguments: { message: `part ${counter}` } });
      });
      if (round >= 0) samples[index]?.push(...took);
    }
  }
  await Promise.all(clients.map((client) => client.close()));
  print(`a call never seen before: ${both(ways, samples)}`);
}

function both(ways: readonly Way[], samples: readonly (readonly number[])[]): string {
  return ways
    .map(({ title }, index) => {
      const { p50, p99 } = quantiles(samples[index] ?? []);
      return `${title} p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`;
    })
    .join("; ");
}
