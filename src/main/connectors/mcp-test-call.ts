// The test call of an MCP client: through the gateway as its settings start it, in front of a small server of ours.
import type { ConnectorTest } from "../../shared/contract/connector.ts";
import { agentServers } from "./agents/agent-servers.ts";
import { claudeDesktop, cursor, vsCode, windsurf } from "./agents/mcp-clients.ts";
import { mcpLauncher, nodeWords } from "./mcp-launcher.ts";
import { run } from "./run-program.ts";
import type { ConnectorPlace } from "./types.ts";

export function isMcpClient(id: string): boolean {
  return [cursor, vsCode, claudeDesktop, windsurf, ...agentServers].some((client) => client.id === id);
}

/** Lists one tool and answers every call of it; only a call that was let through gets that far. */
const server = `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line);
  const tools = [{ name: "run_command", description: "Runs a command.", inputSchema: { type: "object" } }];
  const result = method === "tools/list" ? { tools } : { content: [{ type: "text", text: "the call was made" }] };
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
});`;

/** `command` is one that is always denied. */
export async function sendMcpTestCall(id: string, command: string, place: ConnectorPlace): Promise<ConnectorTest> {
  const began = performance.now();
  const params = { name: "run_command", arguments: { command } };
  const call = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const words = ["--client", id, "--name", "gatehouse-test", "--", ...nodeWords(), "-e", server];
  const { output } = await run(mcpLauncher(place), words, `${call}\n`);
  const milliseconds = Math.round(performance.now() - began);
  const passed = output.includes("the call of run_command was not made") && !output.includes("the call was made");
  const detail = passed
    ? `"${command}" was denied before a server could run it, in ${milliseconds} ms.`
    : `The gateway did not deny "${command}": ${output.trim() === "" ? "it gave no answer" : output.trim().slice(0, 300)}`;
  return { passed, detail, milliseconds };
}
