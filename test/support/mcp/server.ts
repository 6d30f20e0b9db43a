// A small real MCP server on the 1.x SDK (revision 2025-11-25), with tools for everything a gateway has to get right.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const text = (words: string) => ({ content: [{ type: "text" as const, text: words }] });
// A file, so that a test can change what the server says about itself between two starts.
const described = process.env["DESCRIPTION_FILE"];
const description = described === undefined ? "Gives the text back." : readFileSync(described, "utf8");

const server = new McpServer(
  { name: "test-server", version: "1.0.0" },
  { instructions: process.env["INSTRUCTIONS"] ?? "Use echo to repeat a text." },
);
server.registerTool(
  "echo",
  { description, inputSchema: { message: z.string() }, annotations: { readOnlyHint: true, openWorldHint: false } },
  async ({ message }) => text(message),
);
server.registerTool(
  "run_command",
  { description: "Runs a command in a shell.", inputSchema: { command: z.string() } },
  async ({ command }) => text(`ran ${command}`),
);
server.registerTool("environment", { description: "Names of variables.", inputSchema: {} }, async () =>
  text(`${Object.keys(process.env).toSorted().join(" ")} TOKEN=${process.env["TOKEN"] ?? ""}`),
);
server.registerTool("ask_user", { description: "Asks the user.", inputSchema: {} }, async () => {
  const answer = await server.server.elicitInput({
    message: "Which colour?",
    requestedSchema: { type: "object", properties: { colour: { type: "string" } } },
  });
  return text(`user said ${JSON.stringify(answer)}`);
});
server.registerTool("ask_model", { description: "Asks the model.", inputSchema: {} }, async () => {
  const messages = [{ role: "user" as const, content: { type: "text" as const, text: "Say hello" } }];
  const answer = await server.server.createMessage({ messages, maxTokens: 10 });
  return text(`model said ${JSON.stringify(answer.content)}`);
});
server.registerTool(
  "count",
  { description: "Counts to three.", inputSchema: {} },
  async (_input, { _meta, sendNotification }) => {
    for (const progress of [1, 2, 3]) {
      const progressToken = _meta?.progressToken ?? "none";
      await sendNotification({ method: "notifications/progress", params: { progressToken, progress, total: 3 } });
    }
    return text("counted");
  },
);
server.registerTool(
  "sleep",
  { description: "Waits until it is cancelled.", inputSchema: {} },
  (_input, { signal }) =>
    new Promise((resolve) => {
      signal.addEventListener("abort", () => {
        process.stderr.write("sleep was cancelled\n");
        resolve(text("cancelled"));
      });
    }),
);
server.registerTool("crash", { description: "Ends the server.", inputSchema: {} }, () => process.exit(3));
server.registerTool("noise", { description: "Writes what is no message.", inputSchema: {} }, async () => {
  process.stdout.write("this is no JSON\n[1,\n");
  return text("after the noise");
});
server.registerTool("large", { description: "A long text.", inputSchema: { length: z.number() } }, async ({ length }) =>
  text("a harmless word ".repeat(length / 16)),
);
server.registerTool("children", { description: "Starts a process.", inputSchema: {} }, async () => {
  const child = spawn("sleep", ["1000"], { stdio: "ignore" });
  return text(`${process.pid} ${child.pid}`);
});
server.registerResource("notes", "test://notes", { description: "Notes." }, async ({ href }) => ({
  contents: [{ uri: href, text: "Buy milk." }],
}));
server.registerPrompt("greet", { description: "Greets." }, () => ({
  messages: [{ role: "user", content: { type: "text", text: "Say hello to Ada." } }],
}));
// As some servers do: the end of their input alone does not end them.
if (process.env["STUBBORN"] !== undefined) {
  setInterval(() => undefined, 1000);
  process.on("SIGTERM", () => undefined);
}
await server.connect(new StdioServerTransport());
