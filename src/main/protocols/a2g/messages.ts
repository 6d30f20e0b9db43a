// A2G on the wire: what agents send, checked; every fault names its member.
import { z } from "zod";
import type { Intent, IntentContext, Protocol } from "../../../shared/intent.ts";
import { reportStatuses } from "../../../shared/report.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { rpcCodes, type RpcError, type RpcParams } from "../../../shared/rpc.ts";

/** Longer polls are asked for again: proxies and laptops that sleep cut them anyway. */
const longestWaitMs = 600_000;

const text = z.string().max(4096);
const intentId = z.string().min(1).max(128);
const waitMs = z.number().min(0).max(longestWaitMs);
const jsonObject = z.record(z.string(), z.json());

const contextSchema = z.object({
  session_id: z.string().max(256).nullish(),
  parent_intent: z.string().max(128).nullish(),
  reasoning: z.string().max(65_536).nullish(),
  working_directory: text.nullish(),
  cwd: text.nullish(),
  workspace: text.nullish(),
  wait_ms: waitMs.nullish(),
});

export const intentSchema = z.object({
  agent_did: z.string(),
  intent_id: intentId,
  tool: z.string().min(1).max(256),
  arguments: jsonObject,
  context: contextSchema.nullish(),
});

export const reportSchema = z.object({
  agent_did: z.string(),
  intent_id: intentId,
  status: z.enum(reportStatuses),
  result: z.json().optional(),
  metrics: jsonObject.nullish(),
});

export const heartbeatSchema = z.object({
  agent_did: z.string(),
  timestamp: z.union([z.string().max(64), z.number()]).nullish(),
  status: z.string().max(64).nullish(),
  load: z.number().nullish(),
});

export const awaitSchema = z.object({
  agent_did: z.string().optional(),
  intent_id: intentId,
  timeout_ms: waitMs.default(60_000),
});

/** The members of a message, or -32602 with the first fault and where it is. */
export function readParams<Schema extends z.ZodType>(
  schema: Schema,
  params: RpcParams,
): Result<z.output<Schema>, RpcError> {
  const parsed = schema.safeParse(params);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  const path = issue?.path.join(".") ?? "";
  const message = `Invalid params: ${path === "" ? "params" : path}: ${issue?.message ?? "not valid"}`;
  return fail({ code: rpcCodes.invalidParams, message, data: { path } });
}

export function intentOf(message: z.output<typeof intentSchema>, protocol: Protocol): Intent {
  return {
    intentId: message.intent_id,
    agentDid: message.agent_did,
    tool: message.tool,
    arguments: message.arguments,
    context: contextOf(message.context ?? {}),
    protocol,
  };
}

function contextOf(context: z.output<typeof contextSchema>): IntentContext {
  const workingDirectory = context.working_directory ?? context.cwd;
  const members = {
    sessionId: context.session_id,
    parentIntent: context.parent_intent,
    reasoning: context.reasoning,
    workingDirectory,
    workspace: context.workspace,
  };
  const given = Object.entries(members).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return Object.fromEntries(given);
}
