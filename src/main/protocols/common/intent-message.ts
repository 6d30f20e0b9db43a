// An intent on the wire, as every protocol that carries one spells it, and how a fault in a message is reported.
import { z } from "zod";
import type { Intent, IntentContext, Protocol } from "../../../shared/domain/intent.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import { rpcCodes, type RpcError, type RpcParams } from "../../../shared/lib/rpc.ts";
import { jsonObjectSchema } from "./json-schema.ts";

/** Longer polls are asked for again: proxies and laptops that sleep cut them anyway. */
const longestWaitMs = 600_000;

const text = z.string().max(4096);
export const intentIdSchema = z.string().min(1).max(128);
export const waitMsSchema = z.number().min(0).max(longestWaitMs);

const contextSchema = z.object({
  session_id: z.string().max(256).nullish(),
  parent_intent: z.string().max(128).nullish(),
  reasoning: z.string().max(65_536).nullish(),
  working_directory: text.nullish(),
  cwd: text.nullish(),
  workspace: text.nullish(),
  wait_ms: waitMsSchema.nullish(),
});

export const intentSchema = z.object({
  agent_did: z.string(),
  intent_id: intentIdSchema,
  tool: z.string().min(1).max(256),
  arguments: jsonObjectSchema,
  context: contextSchema.nullish(),
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

/** `peerKey` is who sent it, as the transport knows; an intent that is only explained has none. */
export function intentOf(message: z.output<typeof intentSchema>, protocol: Protocol, peerKey?: string): Intent {
  return {
    intentId: message.intent_id,
    agentDid: message.agent_did,
    tool: message.tool,
    arguments: message.arguments,
    context: contextOf(message.context ?? {}),
    protocol,
    ...(peerKey === undefined ? {} : { peerKey }),
  };
}

function contextOf(context: z.output<typeof contextSchema>): IntentContext {
  const sessionId = given(context.session_id);
  const parentIntent = given(context.parent_intent);
  const reasoning = given(context.reasoning);
  const workingDirectory = given(context.working_directory ?? context.cwd);
  const workspace = given(context.workspace);
  return {
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(parentIntent === undefined ? {} : { parentIntent }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(workingDirectory === undefined ? {} : { workingDirectory }),
    ...(workspace === undefined ? {} : { workspace }),
  };
}

/** An empty string counts as not given. */
function given(value: string | null | undefined): string | undefined {
  return value === null || value === "" ? undefined : value;
}
