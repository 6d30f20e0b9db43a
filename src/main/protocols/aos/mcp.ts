// MCP inside AOS: calls of tools and reads of resources are actions, everything else is text on its way out or in.
import type { TextOrigin } from "../../../shared/domain/intent.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../shared/lib/json.ts";
import { ok, type Result } from "../../../shared/lib/result.ts";
import { namedParams, type RpcError } from "../../../shared/lib/rpc.ts";
import { invalidParams, optionalContext, optionalReasoning, rawMessage } from "./messages.ts";
import type { StepContext } from "./objects.ts";
import { rawTextsIn, withTexts } from "./places.ts";
import { type Step, textStep } from "./steps.ts";

export const mcpMethod = "protocols/MCP";

export interface McpStep {
  readonly step: Step;
  /** Set when it is a call that a later response answers. */
  readonly calls?: string;
  /** Set when it answers a call, with how that ended; an error instead of a result says that nothing was run. */
  readonly answers?: { readonly call: string; readonly failed: boolean; readonly ran: boolean };
}

/** What a server asks of its client, or tells it: it comes in, although it is a request. What is in neither list may go either way. */
const fromServer =
  /^(?:sampling\/createMessage|elicitation\/create|roots\/list|notifications\/(?:message|progress|tools\/list_changed|resources\/(?:updated|list_changed)|prompts\/list_changed|elicitation\/complete|tasks\/status))$/u;

const fromClient =
  /^(?:initialize|completion\/complete|logging\/setLevel|tools\/list|prompts\/(?:get|list)|resources\/(?:list|templates\/list|subscribe|unsubscribe)|notifications\/(?:initialized|roots\/list_changed))$/u;

interface Envelope {
  readonly message: JsonObject;
  /** Where the message is: in params.message, or params itself. */
  readonly way: readonly string[];
  readonly context: StepContext | undefined;
  readonly reasoning: string | undefined;
  readonly rebuild: (message: JsonObject) => JsonObject;
}

export function readMcp(request: JsonObject): Result<McpStep, RpcError> {
  const envelope = readEnvelope(request);
  if (!envelope.ok) return envelope;
  const { message, way } = envelope.value;
  const method = message["method"];
  if (method === undefined) {
    if (message["result"] !== undefined || message["error"] !== undefined) return ok(responseStep(envelope.value));
    return invalidParams(way.join("."), "Expected a request with a method, or a response with a result or an error");
  }
  if (typeof method !== "string") return invalidParams([...way, "method"].join("."), "Expected a string");
  if (method === "tools/call") return toolCall(envelope.value);
  if (method === "resources/read") return resourceRead(envelope.value);
  return ok({ step: requestStep(envelope.value, method) });
}

function readEnvelope(request: JsonObject): Result<Envelope, RpcError> {
  const params = namedParams(request["params"]);
  if (!params.ok) return params;
  const isRaw = ["jsonrpc", "method", "result", "error"].some((member) => params.value[member] !== undefined);
  const wrapped = params.value["message"] !== undefined || !isRaw;
  if (wrapped && isRaw) return invalidParams("message", "Expected the raw message in it, or as params, but not both");
  const way = wrapped ? ["message"] : [];
  const message = rawMessage(wrapped ? params.value["message"] : params.value, way.join("."));
  if (!message.ok) return message;
  const context = wrapped ? optionalContext(params.value) : ok(undefined);
  if (!context.ok) return context;
  const reasoning = wrapped ? optionalReasoning(params.value) : ok(undefined);
  if (!reasoning.ok) return reasoning;
  return ok({
    message: message.value,
    way,
    context: context.value,
    reasoning: reasoning.value,
    rebuild: (changed) => ({ ...request, params: wrapped ? { ...params.value, message: changed } : changed }),
  });
}

function toolCall(envelope: Envelope): Result<McpStep, RpcError> {
  const { message, way } = envelope;
  const given = message["params"];
  const at = (...path: readonly string[]) => [...way, "params", ...path].join(".");
  if (!isJsonObject(given)) return invalidParams(at(), "Expected an object with the tool's name");
  const { name, arguments: toolArguments = {} } = given;
  if (typeof name !== "string" || name === "") return invalidParams(at("name"), "Expected the tool's name");
  if (!isJsonObject(toolArguments)) return invalidParams(at("arguments"), "Expected an object");
  return ok(callStep(envelope, name, toolArguments, (changed) => ({ ...given, arguments: changed })));
}

function resourceRead(envelope: Envelope): Result<McpStep, RpcError> {
  const { message, way } = envelope;
  const given = message["params"];
  if (!isJsonObject(given) || typeof given["uri"] !== "string") {
    return invalidParams([...way, "params", "uri"].join("."), "Expected a string");
  }
  return ok(callStep(envelope, "resources/read", given, (changed) => changed));
}

function callStep(
  { message, context, reasoning, rebuild }: Envelope,
  tool: string,
  toolArguments: JsonObject,
  params: (changed: JsonObject) => JsonObject,
): McpStep {
  const step: Step = {
    method: mcpMethod,
    noun: `the MCP call of ${tool}`,
    context,
    reasoning,
    changeable: true,
    asks: { tool, arguments: toolArguments, outgoing: true },
    change: (effective) => rebuild({ ...message, params: params(effective) }),
  };
  const id = callOf(message["id"]);
  return { step, ...(id === undefined ? {} : { calls: id }) };
}

function requestStep(envelope: Envelope, method: string): Step {
  const origin = fromServer.test(method) ? "foreign" : fromClient.test(method) ? "agent" : "unclear";
  return rawStep(envelope, origin, `the MCP message ${method}`, ["params"]);
}

function responseStep(envelope: Envelope): McpStep {
  const { message } = envelope;
  const { result, error } = message;
  const mayLeave = isJsonObject(result) && isClientResult(result);
  const step = rawStep(envelope, mayLeave ? "unclear" : "foreign", "the MCP response", ["result", "error"]);
  const call = callOf(message["id"]);
  if (call === undefined) return { step };
  if (isJsonObject(result) && isCallResult(result)) {
    return { step, answers: { call, failed: result["isError"] === true, ran: true } };
  }
  return (error ?? null) === null ? { step } : { step, answers: { call, failed: true, ran: false } };
}

/** Of a tool, or of a resource that was read. Several servers of one agent count their ids alike, so the id alone does not tell. */
function isCallResult(result: JsonObject): boolean {
  const { content, structuredContent, contents } = result;
  return Array.isArray(content) || Array.isArray(contents) || structuredContent !== undefined;
}

/** What a client answers to its server: roots, the answer of a person, or of a model. A server can make its result look the same. */
function isClientResult(result: JsonObject): boolean {
  return (
    Array.isArray(result["roots"]) ||
    (typeof result["model"] === "string" && typeof result["role"] === "string") ||
    ["accept", "decline", "cancel"].some((action) => action === result["action"])
  );
}

function rawStep(envelope: Envelope, origin: TextOrigin, noun: string, members: readonly string[]): Step {
  const { message, way, context, reasoning, rebuild } = envelope;
  const places = members.flatMap((member) => rawTextsIn(message[member], [member]));
  const named = places.map((place) => ({ ...place, path: [...way, ...place.path] }));
  return textStep({
    method: mcpMethod,
    noun,
    context,
    reasoning,
    origin,
    places: named,
    change: (changed) => {
      const root = way.length === 0 ? message : { message };
      const filled = withTexts(root, named, changed);
      const inner = way.length === 0 ? filled : filled["message"];
      return rebuild(isJsonObject(inner) ? inner : message);
    },
  });
}

function callOf(id: Json | undefined): string | undefined {
  return typeof id === "string" || typeof id === "number" ? JSON.stringify(id) : undefined;
}
