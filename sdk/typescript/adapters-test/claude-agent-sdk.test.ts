// Claude Agent SDK: its own program with a scripted model and the shell it really has, governed by hooks.
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { query } from "@anthropic-ai/claude-agent-sdk";
import { governClaudeHooks } from "../src/adapters/index.ts";
import { asks, dangerous, governedAgent } from "./engine.ts";

interface Block {
  readonly type: string;
  readonly content?: unknown;
}

interface Asked {
  readonly messages?: readonly { readonly content: string | readonly Block[] }[];
  readonly tools?: readonly unknown[];
}

/** One tool call in each turn, chosen by the results that the conversation holds already; `read` is what the model was given back. */
async function startModel(commands: readonly string[]): Promise<{ readonly url: string; readonly read: string[] }> {
  const read: string[] = [];
  const server = createServer(async (request, response) => {
    const { messages = [], tools = [] } = JSON.parse((await text(request)) || "{}") as Asked;
    const blocks = messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
    const results = blocks.filter(({ type }) => type === "tool_result");
    results.forEach(({ content }, index) => (read[index] = JSON.stringify(content)));
    const command = tools.length > 0 ? commands[results.length] : undefined;
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(events(command, results.length));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, read };
}

function events(command: string | undefined, number: number): string {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: `msg_${number}`, type: "message", role: "assistant", model: "scripted", content: [], usage };
  const use = { type: "tool_use", id: `toolu_${number}`, name: "Bash", input: {} };
  const block = command === undefined ? { type: "text", text: "" } : use;
  const delta =
    command === undefined
      ? { type: "text_delta", text: "done" }
      : { type: "input_json_delta", partial_json: JSON.stringify({ command }) };
  return [
    { type: "message_start", message: { ...message, stop_reason: null } },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: command === undefined ? "end_turn" : "tool_use" }, usage },
    { type: "message_stop" },
  ]
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join("");
}

test("a tool is asked about, a denial reaches the model, changed arguments are used, results are reported", async () => {
  const { client, human, reports } = await governedAgent("claude-agent-sdk");
  const model = await startModel(["echo hello", dangerous, asks, asks, "echo no space; exit 3"]);
  const cwd = mkdtempSync(join(tmpdir(), "gatehouse-claude-"));
  after(() => rmSync(cwd, { recursive: true, force: true }));
  const env = {
    PATH: process.env["PATH"],
    HOME: cwd,
    CLAUDE_CONFIG_DIR: join(cwd, "config"),
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: "none",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  };
  const hooks = governClaudeHooks(client, { waitMs: 120_000 });
  const answered = (async () => {
    for await (const said of query({
      prompt: "go on",
      options: { cwd, env, hooks, model: "scripted", settingSources: [] },
    })) {
      if (said.type === "result") return said.subtype;
    }
    return undefined;
  })();
  await human("approve", { arguments: { command: "echo changed by a human" } });
  await human("deny", { reason: "use staging" });
  assert.equal(await answered, "success");
  assert.match(model.read[0] ?? "", /hello/);
  assert.match(model.read[1] ?? "", /Denied: ./);
  assert.match(model.read[2] ?? "", /changed by a human/);
  assert.match(model.read[3] ?? "", /Denied: .*use staging/);
  assert.match(model.read[4] ?? "", /no space/);
  assert.deepEqual(await reports(), ["FAILURE", "SUCCESS", "SUCCESS"]);
});
