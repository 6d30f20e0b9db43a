// JSON-RPC messages on their way through: what they are, and the answers the gateway gives itself.
import { isJsonObject, type Json, type JsonObject, parseJson } from "../shared/lib/json.ts";

export type MessageId = string | number;

export interface Message {
  readonly value: JsonObject;
  /** What is sent on: exactly what was looked at, should parsers disagree about the text. */
  readonly text: string;
  readonly id: MessageId | undefined;
  readonly method: string | undefined;
  readonly params: JsonObject;
}

/** Undefined for text that is no JSON object. */
export function readMessage(text: string): Message | undefined {
  const value = parseJson(text);
  if (!isJsonObject(value)) return undefined;
  const again = JSON.stringify(value);
  const { id, method, params } = value;
  return {
    value,
    text: again === text ? text : again,
    id: typeof id === "string" || typeof id === "number" ? id : undefined,
    method: typeof method === "string" ? method : undefined,
    params: isJsonObject(params) ? params : {},
  };
}

/** Members of `_meta` that every request has from revision 2026-07-28 on. */
const versionMember = "io.modelcontextprotocol/protocolVersion";
const clientMember = "io.modelcontextprotocol/clientInfo";

export function metaOf({ params }: Pick<Message, "params">): JsonObject {
  const meta = params["_meta"];
  return isJsonObject(meta) ? meta : {};
}

function isModern(request: Pick<Message, "params">): boolean {
  return typeof metaOf(request)[versionMember] === "string";
}

export function clientNameOf(message: Message): string | undefined {
  const info = message.method === "initialize" ? message.params["clientInfo"] : metaOf(message)[clientMember];
  const name = isJsonObject(info) ? (info["title"] ?? info["name"]) : undefined;
  return typeof name === "string" && name !== "" ? name.slice(0, 100) : undefined;
}

/** A call that was not made, said so that the model reads it. */
export function refusedCall(request: Message, reason: string): JsonObject {
  const { id = null } = request;
  // The answer to a task is no result that could be read as one.
  if (request.params["task"] !== undefined) return failure(id, `Gatehouse: ${reason}`);
  return resultMessage(request, { content: [{ type: "text", text: `Gatehouse: ${reason}` }], isError: true });
}

function resultMessage(request: Pick<Message, "id" | "params">, result: JsonObject): JsonObject {
  const { id = null } = request;
  return { jsonrpc: "2.0", id, result: isModern(request) ? { ...result, resultType: "complete" } : result };
}

export function failure(id: Json, message: string, code = -32000): JsonObject {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

/** What a request of the gateway's own has to carry along to be answered like the client's. */
export function carriedMeta(request: Message): JsonObject {
  const { progressToken: _token, ...meta } = metaOf(request);
  return Object.keys(meta).length === 0 ? {} : { _meta: meta };
}
