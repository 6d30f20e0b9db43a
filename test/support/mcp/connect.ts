// A real MCP client in front of the gateway, in front of a test server.
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { onTestFinished } from "vitest";

const root = join(import.meta.dirname, "../../..");
export const gatewayScript = join(root, "bin/gatehouse-mcp.js");
export const testServer = join(import.meta.dirname, "server.ts");
export const testServer2026 = join(import.meta.dirname, "server-2026.ts");

export interface Launch {
  readonly dataDirectory: string;
  readonly name?: string;
  readonly server?: string;
  readonly options?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

export function launchWords({ dataDirectory, name = "files", server = testServer, options = [] }: Launch): string[] {
  const words = [gatewayScript, "--data-dir", dataDirectory, "--name", name, "--client", "cursor", ...options];
  return [...words, "--", process.execPath, server];
}

export function environmentOf({ environment = {} }: Pick<Launch, "environment">): Record<string, string> {
  const own = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...Object.fromEntries(own), ...environment };
}

export interface Connected {
  readonly client: Client;
  readonly transport: StdioClientTransport;
  /** What gateway and server wrote for people. */
  readonly complaints: () => string;
  readonly call: (tool: string, input?: Record<string, unknown>) => Promise<Said>;
}

export interface Said {
  readonly text: string;
  readonly isError: boolean;
}

/** A client of revision 2025-11-25 that can answer questions of the server. */
export async function connectThrough(launch: Launch): Promise<Connected> {
  const client = new Client(
    { name: "test-client", version: "1.0.0" },
    { capabilities: { elicitation: {}, sampling: {} } },
  );
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: launchWords(launch),
    env: environmentOf(launch),
    stderr: "pipe",
  });
  let complaints = "";
  transport.stderr?.on("data", (chunk: Buffer) => {
    complaints += chunk.toString("utf8");
  });
  onTestFinished(() => client.close());
  await client.connect(transport);
  return {
    client,
    transport,
    complaints: () => complaints,
    call: async (tool, input = {}) => saidBy(await client.callTool({ name: tool, arguments: input })),
  };
}

export function saidBy(result: unknown): Said {
  const { content = [], isError } = Object(result) as { content?: { text?: string }[]; isError?: boolean };
  return { text: content.map(({ text = "" }) => text).join("\n"), isError: isError === true };
}
