// AOS on the wire: the params of each step, checked; every fault names its member.
import { z } from "zod";
import { isJsonObject, type JsonObject } from "../../../shared/lib/json.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import { rpcCodes, type RpcError, type RpcParams, namedParams } from "../../../shared/lib/rpc.ts";
import {
  agentTriggerSchema,
  knowledgeRetrievalStepParamsSchema,
  messageSchema,
  sourceSchema,
  stepContextSchema,
  toolCallRequestSchema,
  toolCallResultSchema,
} from "./objects.ts";

const context = stepContextSchema;
const reasoning = z.string().optional();

export const agentTriggerStep = z.looseObject({ context, trigger: agentTriggerSchema, reasoning });
export const knowledgeRetrievalStep = z.looseObject({
  context,
  knowledgeStep: knowledgeRetrievalStepParamsSchema,
  reasoning,
});
export const memoryStep = z.looseObject({ context, memory: z.array(z.string()), reasoning });
export const toolCallRequestStep = z.looseObject({ context, toolCallRequest: toolCallRequestSchema, reasoning });

const execution = { executionId: z.string(), result: toolCallResultSchema };
export const flatToolCallResultStep = z.looseObject({ context, reasoning, ...execution });
export const wrappedToolCallResultStep = z.looseObject({
  context,
  reasoning,
  toolCallResult: z.looseObject(execution),
});

const sources = z.array(sourceSchema);
const message = { context, message: messageSchema, reasoning };

/** The text calls it citation, its schema and its examples citations: both are read, and an agent's message must have one. */
export const messageStep = z
  .looseObject({ ...message, citation: sources.optional(), citations: sources.optional() })
  .refine(({ message: { role }, citation, citations }) => role !== "agent" || (citation ?? citations) !== undefined, {
    path: ["citation"],
    message: "An agent's message lists its sources; the list may be empty",
  });
export const strictMessageStep = z.looseObject({ ...message, citation: sources, citations: sources.optional() });

/** The members of a message, or -32602 with the first fault and where it is. */
export function readStep<Schema extends z.ZodType>(
  schema: Schema,
  params: RpcParams,
): Result<z.output<Schema>, RpcError> {
  const named = namedParams(params);
  if (!named.ok) return named;
  const parsed = schema.safeParse(named.value);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return invalidParams(issue?.path.join(".") ?? "", issue?.message ?? "not valid");
}

export function invalidParams(path: string, why: string): Result<never, RpcError> {
  return fail({
    code: rpcCodes.invalidParams,
    message: `Invalid params: ${path === "" ? "params" : path}: ${why}`,
    data: { path },
  });
}

/** The context an A2A or MCP message may bring along, although the documents leave it out. */
export function optionalContext(params: JsonObject): Result<z.output<typeof context> | undefined, RpcError> {
  if (params["context"] === undefined) return ok(undefined);
  const read = readStep(z.looseObject({ context }), params);
  return read.ok ? ok(read.value.context) : read;
}

/** The reasoning an A2A or MCP message may bring along. */
export function optionalReasoning(members: JsonObject, path = "reasoning"): Result<string | undefined, RpcError> {
  const given = members["reasoning"];
  if (given === undefined || typeof given === "string") return ok(given);
  return invalidParams(path, "Expected a string");
}

/** The member of a raw message, which must be an object. */
export function rawMessage(value: unknown, path: string): Result<JsonObject, RpcError> {
  if (!isJsonObject(value)) return invalidParams(path, "Expected the raw message as an object");
  const version = value["jsonrpc"];
  if (version !== undefined && version !== "2.0") return invalidParams(`${path}.jsonrpc`, 'Expected "2.0"');
  const { method, result, error } = value;
  // Whoever reads it may take it for the other of the two.
  if (method !== undefined && (result ?? error ?? null) !== null) {
    return invalidParams(path, "Expected a request or a response, but it is both");
  }
  return ok(value);
}
