// A scripted model on loopback: plays a list of tool calls, one a turn, then says that it is done. Knows the protocols that agents use for models.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import { isJsonObject, type Json, type JsonObject } from "../../src/shared/lib/json.ts";

export interface ScriptedCall {
  readonly tool: string;
  readonly input: JsonObject;
  /** The group of tools it belongs to, for a model that has such groups. */
  readonly namespace?: string;
}

export interface ScriptedModel {
  readonly url: string;
  /** From now on these calls are played, from the first one. */
  readonly play: (calls: readonly ScriptedCall[]) => void;
  /** What the agent gave back for each call, in order: what the model was told. */
  readonly results: () => readonly string[];
  readonly close: () => void;
}

/** One way to talk to a model. */
interface ModelProtocol {
  readonly accepts: (path: string) => boolean;
  /** The results of earlier calls in the request, in order. */
  readonly resultsIn: (request: JsonObject) => readonly string[];
  /** Whether the request offers tools at all; titles and summaries are asked for without. */
  readonly offersTools: (request: JsonObject) => boolean;
  readonly reply: (request: JsonObject, path: string, call: ScriptedCall | undefined, response: ServerResponse) => void;
}

const finished = "done";
let last = 0;

function freshId(prefix: string): string {
  last += 1;
  return `${prefix}_${last}`;
}

export async function startScriptedModel(): Promise<ScriptedModel> {
  let calls: readonly ScriptedCall[] = [];
  let results: string[] = [];
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : 0;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "";
    const body = parse(await textOf(request));
    const protocol = protocols.find(({ accepts }) => accepts(path));
    if (protocol === undefined || body === undefined) {
      sendJson(response, {
        object: "list",
        data: [{ id: "scripted", object: "model", context_length: 128_000 }],
        totalTokens: 1,
        input_tokens: 1,
      });
      return;
    }
    const seen = protocol.resultsIn(body);
    results.push(...seen.slice(results.length));
    const call = protocol.offersTools(body) ? calls[seen.length] : undefined;
    protocol.reply(body, path, call, response);
  }

  return {
    url: `http://127.0.0.1:${port}`,
    play: (next) => {
      calls = next;
      results = [];
    },
    results: () => results,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(body));
}

function sendEvents(
  response: ServerResponse,
  events: readonly { readonly name?: string; readonly data: unknown }[],
): void {
  response.setHeader("content-type", "text/event-stream");
  for (const { name, data } of events) {
    const text = typeof data === "string" ? data : JSON.stringify(data);
    response.write(`${name === undefined ? "" : `event: ${name}\n`}data: ${text}\n\n`);
  }
  response.end();
}

function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((item): item is JsonObject => isJsonObject(item)) : [];
}

function asText(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

const anthropic: ModelProtocol = {
  accepts: (path) => path.includes("/messages") && !path.includes("count_tokens"),
  offersTools: (request) => objectsIn(request["tools"]).length > 0,
  resultsIn: (request) =>
    objectsIn(request["messages"])
      .flatMap((message) => objectsIn(message["content"]))
      .filter((part) => part["type"] === "tool_result")
      .map((part) => asText(part["content"])),
  reply: (request, _path, call, response) => {
    const usage = { input_tokens: 1, output_tokens: 1 };
    const block =
      call === undefined
        ? { type: "text", text: finished }
        : { type: "tool_use", id: freshId("toolu"), name: call.tool, input: call.input };
    const stopReason = call === undefined ? "end_turn" : "tool_use";
    const message = {
      id: freshId("msg"),
      type: "message",
      role: "assistant",
      model: request["model"] ?? "scripted",
      stop_sequence: null,
      usage,
    };
    if (request["stream"] !== true)
      return sendJson(response, { ...message, content: [block], stop_reason: stopReason });
    const event = (type: string, members: object) => ({ name: type, data: { type, ...members } });
    const delta =
      call === undefined
        ? { type: "text_delta", text: finished }
        : { type: "input_json_delta", partial_json: JSON.stringify(call.input) };
    sendEvents(response, [
      event("message_start", { message: { ...message, content: [], stop_reason: null } }),
      event("content_block_start", {
        index: 0,
        content_block: call === undefined ? { type: "text", text: "" } : { ...block, input: {} },
      }),
      event("content_block_delta", { index: 0, delta }),
      event("content_block_stop", { index: 0 }),
      event("message_delta", { delta: { stop_reason: stopReason, stop_sequence: null }, usage }),
      event("message_stop", {}),
    ]);
  },
};

const chat: ModelProtocol = {
  accepts: (path) => path.includes("/chat/completions"),
  offersTools: (request) => objectsIn(request["tools"]).length > 0,
  resultsIn: (request) =>
    objectsIn(request["messages"])
      .filter((message) => message["role"] === "tool")
      .map((message) => asText(message["content"])),
  reply: (request, _path, call, response) => {
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const base = { id: freshId("chatcmpl"), created: 1, model: "scripted" };
    const reason = call === undefined ? "stop" : "tool_calls";
    const toolCalls =
      call === undefined
        ? []
        : [
            {
              index: 0,
              id: freshId("call"),
              type: "function",
              function: { name: call.tool, arguments: JSON.stringify(call.input) },
            },
          ];
    const said = call === undefined ? { content: finished } : { tool_calls: toolCalls };
    if (request["stream"] !== true) {
      const choices = [{ index: 0, message: { role: "assistant", content: null, ...said }, finish_reason: reason }];
      return sendJson(response, { ...base, object: "chat.completion", choices, usage });
    }
    const chunk = (delta: object, finishReason: string | null, more: object = {}) => ({
      data: {
        ...base,
        object: "chat.completion.chunk",
        choices: [{ index: 0, delta, finish_reason: finishReason }],
        ...more,
      },
    });
    sendEvents(response, [
      chunk({ role: "assistant", content: "" }, null),
      chunk(said, null),
      chunk({}, reason, { usage }),
      { data: "[DONE]" },
    ]);
  },
};

const responses: ModelProtocol = {
  accepts: (path) => path.includes("/responses"),
  offersTools: () => true,
  resultsIn: (request) =>
    objectsIn(request["input"])
      .filter((item) => asText(item["type"]).endsWith("_output"))
      .map((item) => asText(item["output"])),
  reply: (request, _path, call, response) => {
    const item =
      call === undefined
        ? {
            type: "message",
            id: freshId("m"),
            role: "assistant",
            status: "completed",
            content: [{ type: "output_text", text: finished, annotations: [] }],
          }
        : call.tool === "apply_patch"
          ? {
              type: "custom_tool_call",
              id: freshId("ct"),
              call_id: freshId("call"),
              name: call.tool,
              input: asText(call.input["input"]),
              status: "completed",
            }
          : {
              type: "function_call",
              id: freshId("fc"),
              call_id: freshId("call"),
              name: call.tool,
              ...(call.namespace === undefined ? {} : { namespace: call.namespace }),
              arguments: JSON.stringify(call.input),
              status: "completed",
            };
    const usage = {
      input_tokens: 1,
      output_tokens: 1,
      total_tokens: 2,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    };
    const whole = {
      id: freshId("resp"),
      object: "response",
      created_at: 1,
      status: "completed",
      model: request["model"] ?? "scripted",
      output: [item],
      usage,
    };
    const event = (type: string, members: object) => ({ name: type, data: { type, ...members } });
    sendEvents(response, [
      event("response.created", { response: { ...whole, status: "in_progress", output: [] } }),
      event("response.output_item.added", { output_index: 0, item }),
      event("response.output_item.done", { output_index: 0, item }),
      event("response.completed", { response: whole }),
    ]);
  },
};

const gemini: ModelProtocol = {
  accepts: (path) => /:(?:stream)?[gG]enerateContent/.test(path),
  offersTools: (request) =>
    objectsIn(request["tools"]).some((tools) => objectsIn(tools["functionDeclarations"]).length > 0),
  resultsIn: (request) =>
    objectsIn(request["contents"])
      .flatMap((content) => objectsIn(content["parts"]))
      .filter((part) => isJsonObject(part["functionResponse"] ?? null))
      .map((part) => asText(part["functionResponse"])),
  reply: (_request, path, call, response) => {
    const part = call === undefined ? { text: finished } : { functionCall: { name: call.tool, args: call.input } };
    const body = {
      candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
      modelVersion: "scripted",
    };
    if (path.includes("alt=sse")) sendEvents(response, [{ data: body }]);
    else sendJson(response, body);
  },
};

const protocols: readonly ModelProtocol[] = [anthropic, responses, chat, gemini];
