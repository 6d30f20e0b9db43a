// A small real MCP server on the 2.x SDK, which speaks revision 2026-07-28 beside the older ones. With a port it serves HTTP.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { acceptedContent, createMcpHandler, inputRequired, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const text = (words: string) => ({ content: [{ type: "text" as const, text: words }] });

function build(): McpServer {
  const server = new McpServer({ name: "test-server-2026", version: "2.0.0" }, { capabilities: { tools: {} } });
  server.registerTool(
    "echo",
    { description: "Gives the text back.", inputSchema: z.object({ message: z.string() }) },
    async ({ message }) => text(message),
  );
  server.registerTool(
    "run_command",
    { description: "Runs a command in a shell.", inputSchema: z.object({ command: z.string() }) },
    async ({ command }) => text(`ran ${command}`),
  );
  const colour = z.object({ colour: z.string() });
  server.registerTool(
    "ask_user",
    { description: "Asks the user.", inputSchema: z.object({}) },
    async (_input, context) => {
      const answer = acceptedContent(context.mcpReq.inputResponses, "colour", colour);
      if (answer !== undefined) return text(`user said ${answer.colour}`);
      return inputRequired({
        inputRequests: { colour: inputRequired.elicit({ message: "Which colour?", requestedSchema: colour }) },
      });
    },
  );
  return server;
}

const port = process.argv[2];
if (port === undefined) serveStdio(build);
else {
  const handler = createMcpHandler(build);
  const http = createServer((request, response) => void answer(request, response));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.headers.authorization !== "Bearer test-token") {
      response.writeHead(401).end();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === "string" ? [[name, value]] : [],
    );
    const body = Buffer.concat(chunks);
    const answered = await handler.fetch(
      new Request(`http://127.0.0.1${request.url ?? "/"}`, {
        method: request.method ?? "GET",
        headers,
        ...(body.length === 0 ? {} : { body }),
      }),
    );
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    for await (const chunk of answered.body ?? []) response.write(chunk);
    response.end();
  };
  http.listen(Number(port), "127.0.0.1", () => {
    const address = http.address();
    console.log(typeof address === "object" ? address?.port : address);
  });
}
