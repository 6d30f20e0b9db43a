// AEON on the wire: what callers send, checked; every fault names its member.
import { z } from "zod";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import type { RpcError } from "../../../shared/lib/rpc.ts";
import { intentIdSchema, intentOf, intentSchema, readParams } from "../common/intent-message.ts";
import { jsonObjectSchema } from "../common/json-schema.ts";

/** Who calls when nobody says so: AEON's own messages name no agent. */
export const anonymousAgent = "did:aeon:aeon-client:1.0:local";

const callSchema = z.object({
  name: z.string().min(1).max(256),
  arguments: jsonObjectSchema.default({}),
  /** Gatehouse's own addition: a call with an id is executed once, however often it is sent. */
  intent_id: intentIdSchema.nullish(),
});

export interface Sender {
  readonly agentDid: string;
  readonly peerKey: string;
}

export interface ToolCall {
  readonly intent: Intent;
  /** The caller chose the id of the intent. */
  readonly givenId: boolean;
  /** Milliseconds the caller would wait for a human; undefined when it does not say. */
  readonly waitMs: number | undefined;
}

export function readCall(params: JsonObject, sender: Sender, newId: string): Result<ToolCall, RpcError> {
  const call = readParams(callSchema, params);
  if (!call.ok) return call;
  const { context } = params;
  const { intent_id: givenId } = call.value;
  const message = readParams(intentSchema, {
    agent_did: sender.agentDid,
    intent_id: givenId ?? newId,
    tool: call.value.name,
    arguments: call.value.arguments,
    context: context ?? null,
  });
  if (!message.ok) return message;
  return ok({
    intent: intentOf(message.value, "aeon", sender.peerKey),
    givenId: typeof givenId === "string",
    waitMs: message.value.context?.wait_ms ?? undefined,
  });
}

export interface RiskQuestion {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly context: Intent["context"];
}

const questionSchema = z.object({
  tool: z.string().min(1).max(256),
  arguments: jsonObjectSchema,
  context: intentSchema.shape.context,
});

/** `{method, params}`, `{tool, arguments}`, or a whole `tools/call`. */
export function readQuestion(body: JsonObject): Result<RiskQuestion, string> {
  const names = body["tool"] === undefined ? (["method", "params"] as const) : (["tool", "arguments"] as const);
  const given = { tool: body[names[0]], arguments: body[names[1]], context: body["context"] };
  const call = given.tool === "tools/call" ? callSchema.safeParse(given.arguments) : undefined;
  const parsed = questionSchema.safeParse(
    call?.success === true ? { ...given, tool: call.data.name, arguments: call.data.arguments } : given,
  );
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const [first, ...rest] = issue?.path ?? [];
    const place = first === "tool" ? names[0] : first === "arguments" ? names[1] : String(first);
    return fail(`${[place, ...rest].join(".")}: ${issue?.message ?? "not valid"}`);
  }
  const { tool, arguments: toolArguments } = parsed.data;
  const { context } = intentOf({ ...parsed.data, agent_did: anonymousAgent, intent_id: "question" }, "aeon");
  return ok({ tool, arguments: toolArguments, context });
}

/** A question about risk as the engine takes it. It is never recorded, so its id means nothing. */
export function intentOfQuestion(question: RiskQuestion): Intent {
  return { ...question, intentId: "question", agentDid: anonymousAgent, protocol: "aeon" };
}
