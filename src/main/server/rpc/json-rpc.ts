// JSON-RPC 2.0 without a transport: text in, methods called, text (or nothing) out. Never rejects.
import { isJsonObject, type Json, type JsonObject } from "../../../shared/lib/json.ts";
import { rpcCodes, type Caller, type RpcError, type RpcMethods } from "../../../shared/lib/rpc.ts";
import { arrivals } from "./arrivals.ts";
import { faultIn, faultInName, parseJson, type Tally } from "./json-text.ts";
import type { Limits } from "../limits.ts";
import { writtenIds } from "./written-id.ts";

/** Hears about faults of our own; what the client sees says nothing about them. */
export type FaultSink = (where: string, error: unknown) => void;

export interface RpcContext {
  readonly methods: Pick<RpcMethods, "get" | "onCall">;
  readonly caller: Caller;
  readonly limits: Pick<Limits, "nesting" | "batch">;
  readonly fault: FaultSink;
}

/** The response to one message, or undefined when there is nothing to answer. */
export async function answer(text: string, context: RpcContext): Promise<string | undefined> {
  await arrivals();
  const parsed = parseJson(text, context.limits.nesting);
  if (!parsed.ok) {
    if (parsed.error === "syntax") return errorText("null", parseError);
    return errorText("null", invalid(`more than ${context.limits.nesting} levels of nesting`));
  }
  const { value, written } = parsed.value;
  // Only when a number needs it, and once for a whole batch.
  let ids: readonly (string | undefined)[] | undefined;
  const idAt = (index: number): string => (ids ??= writtenIds(text))[index] ?? "null";
  if (!Array.isArray(value)) return answerOne({ value, written: written[0] ?? 0, index: 0, idAt }, context);
  const elements: readonly Json[] = value;
  if (elements.length === 0) return errorText("null", invalid("a batch needs at least one request"));
  if (elements.length > context.limits.batch) {
    return errorText(
      "null",
      invalid(`a batch may hold ${context.limits.batch} requests, this one has ${elements.length}`),
    );
  }
  const answers: string[] = [];
  for (const [index, element] of elements.entries()) {
    // One after the other: a batch may register an agent and then send its intent.
    const one = await answerOne({ value: element, written: written[index] ?? 0, index, idAt }, context);
    if (one !== undefined) answers.push(one);
  }
  return answers.length === 0 ? undefined : `[${answers.join(",")}]`;
}

/** For bytes that are not even text. */
export const notUtf8Text = errorTextOf(rpcCodes.parseError, "Parse error: the message is not valid UTF-8");

/** For a message that was given up while it was read. */
export function tooLargeText(bytes: number): string {
  return errorTextOf(rpcCodes.invalidRequest, `Invalid Request: the message is larger than ${bytes} bytes`);
}

/** For a connection that is not served. */
export function crowdedText(why: string): string {
  return errorTextOf(rpcCodes.capabilityExhausted, why);
}

interface Element {
  readonly value: Json;
  /** How many members the text writes for it. */
  readonly written: number;
  /** Its place in the message, and the id that is written there. */
  readonly index: number;
  readonly idAt: (index: number) => string;
}

async function answerOne(element: Element, context: RpcContext): Promise<string | undefined> {
  const request = element.value;
  if (!isJsonObject(request)) return errorText("null", invalid("a request is an object"));
  const id = idText(request, element);
  if (id === false) return errorText("null", invalid("id is a string, a number or null"));
  const name = request["method"];
  if (typeof name !== "string") return errorText(id ?? "null", invalid("method must be a string"));
  const fault = envelopeFault(request) ?? contentFault(request, element.written);
  if (fault !== undefined) return refusalText(id, fault);
  const method = name.startsWith("rpc.") ? undefined : context.methods.get(name);
  if (method === undefined) {
    return refusalText(id, { code: rpcCodes.methodNotFound, message: `Method not found: ${name.slice(0, 100)}` });
  }
  try {
    context.methods.onCall?.(context.caller);
    const outcome = await method(request["params"], context.caller, request);
    if (!outcome.ok) return refusalText(id, outcome.error);
    if (id === undefined) return undefined;
    return `{"jsonrpc":"2.0","result":${JSON.stringify(outcome.value) ?? "null"},"id":${id}}`;
  } catch (error) {
    context.fault(name, error);
    return refusalText(id, { code: rpcCodes.internalError, message: "Internal error: the request was not processed" });
  }
}

function envelopeFault(request: JsonObject): RpcError | undefined {
  if (request["jsonrpc"] !== "2.0") return invalid('jsonrpc must be "2.0"');
  const params = request["params"];
  if (params !== undefined && (typeof params !== "object" || params === null)) {
    return invalid("params must be an object or an array");
  }
  return undefined;
}

function contentFault(request: JsonObject, written: number): RpcError | undefined {
  const tally: Tally = { members: 0 };
  for (const name of Object.keys(request)) {
    const fault = faultInName(name, tally) ?? (name === "id" ? undefined : faultIn(request[name] ?? null, tally));
    if (fault !== undefined && name === "params") {
      return { code: rpcCodes.invalidParams, message: `Invalid params: ${fault}` };
    }
    if (fault !== undefined) return invalid(fault);
  }
  return tally.members === written ? undefined : invalid("an object holds two members with the same name");
}

/**
 * A request without an id is a notification and gets no answer, unless its envelope is at fault. A protocol that needs an id
 * reports a missing one as a fault of the envelope.
 */
function refusalText(id: string | undefined, error: RpcError): string | undefined {
  return id === undefined && error.code !== rpcCodes.invalidRequest ? undefined : errorText(id ?? "null", error);
}

/** The id as JSON text, undefined when there is none, false when it is of another type. */
function idText(request: JsonObject, element: Element): string | undefined | false {
  const id = request["id"];
  if (id === undefined) return undefined;
  // 64-bit ids are common, and a rounded one loses the answer.
  if (typeof id === "number") return Number.isSafeInteger(id) ? String(id) : element.idAt(element.index);
  if (id === null || (typeof id === "string" && id.isWellFormed())) return JSON.stringify(id);
  return false;
}

const parseError: RpcError = { code: rpcCodes.parseError, message: "Parse error: the message is not valid JSON" };

function invalid(why: string): RpcError {
  return { code: rpcCodes.invalidRequest, message: `Invalid Request: ${why}` };
}

function errorText(id: string, { code, message, data }: RpcError): string {
  return `{"jsonrpc":"2.0","error":${JSON.stringify({ code, message, data })},"id":${id}}`;
}

function errorTextOf(code: number, message: string): string {
  return errorText("null", { code, message });
}
