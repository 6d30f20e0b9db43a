// The namespace "tools" of A2E: tool/list and tool/call, governed and executed like any other call.
import { z } from "zod";
import type { ToolDescription, ToolRunner } from "../../../shared/domain/execution.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../shared/lib/json.ts";
import { fail, ok } from "../../../shared/lib/result.ts";
import type { Verdict } from "../../../shared/domain/verdict.ts";
import type { Identifiers } from "../../engine/ports.ts";
import type { CallEnd, ToolCalls } from "../common/calls.ts";
import { intentOf, intentSchema } from "../common/intent-message.ts";
import { jsonObjectSchema } from "../common/json-schema.ts";
import { type ErrorCode, fault, isRetryable } from "./messages.ts";
import { type Namespace, type Reply, requestType, tellingType } from "./registry.ts";

export interface ToolPorts {
  readonly identifiers: Identifiers;
  readonly runner: Pick<ToolRunner, "list" | "check">;
  readonly calls: Pick<ToolCalls, "call">;
}

const longestTimeout = 600;

const listSchema = z.object({ filter_kind: z.string().nullish(), filter_tags: z.array(z.string()).nullish() });

const callSchema = z.object({
  /** Empty means the only one there is. */
  session_id: z.string(),
  tool_name: z.string().min(1).max(256),
  arguments: jsonObjectSchema,
  streaming: z.boolean().nullish(),
  /** Seconds. */
  timeout: z.number().positive().max(longestTimeout).nullish(),
  correlation_id: z.string().max(256).nullish(),
  context: intentSchema.shape.context,
});

export function toolNamespace(ports: ToolPorts): Namespace {
  const list = requestType("tool/list/req", listSchema, async ({ filter_kind: kind, filter_tags: tags }) => {
    // Every one of them is a tool, and none has tags.
    const matches = ["", "tool", null, undefined].includes(kind) && (tags ?? []).length === 0;
    const tools = matches ? ports.runner.list().map(toolMessage) : [];
    return ok({ type: "tool/list/resp", members: { tools } });
  });

  const call = requestType("tool/call/req", callSchema, async (message, session): Promise<Reply> => {
    const { tool_name: tool, arguments: given, correlation_id: correlation } = message;
    if (message.session_id !== "" && message.session_id !== session.sessionId) {
      const detail = { path: "session_id", reason: "wrong_session" };
      return fail(fault("unauthorized", "session_id is not the one of this connection's handshake.", detail));
    }
    const answer = (data: JsonObject): Reply => {
      const members = { session_id: session.sessionId, data: { tool_name: tool, ...data } };
      const more = correlation === null || correlation === undefined ? {} : { correlation_id: correlation };
      return ok({ type: "tool/call/resp", members: { ...members, ...more } });
    };
    const fits = ports.runner.check(tool, given);
    if (!fits.ok && fits.error.kind === "unknown_tool") return answer(failure("unknown_tool", fits.error.message, 0));
    if (!fits.ok) return fail(fault("schema_violation", fits.error.message, { path: "arguments" }));
    const context = { ...message.context, session_id: session.sessionId };
    const intent = intentOf(
      { agent_did: session.agentDid, intent_id: ports.identifiers.next(), tool, arguments: given, context },
      "a2e",
      session.peerKey,
    );
    const { timeout, streaming } = message;
    const end = await ports.calls.call(intent, {
      ...(timeout === null || timeout === undefined ? {} : { waitMs: timeout * 1000, runSeconds: timeout }),
      leaving: session.leaving,
      gone: session.gone,
      ...(streaming === true
        ? {
            onHeld: ({ reasoning }) =>
              session.emit("tool/event", "status", { status: "waiting_for_human", message: reasoning }),
            onStart: () => session.emit("tool/event", "status", { status: "running" }),
            onOutput: (stream, text) => session.emit("tool/event", "log", { stream, text }),
          }
        : {}),
    });
    if (end.kind === "ran" || end.kind === "denied") return answer(resultOf(end));
    const detail = { reason: "too_many_running" };
    return fail(fault("runtime_error", "Too many tools are running. Wait until one of them has ended.", detail));
  });

  const told = tellingType("tool/event", z.object({ req_id: z.string(), seq: z.number().int().min(0) }));
  return { capability: "tools", types: [list, call, told] };
}

function resultOf(end: Extract<CallEnd, { kind: "ran" | "denied" }>): JsonObject {
  if (end.kind === "denied")
    return { ...failure("tool_denied", end.verdict.reasoning, 0), data: denialOf(end.verdict) };
  const { verdict, result, durationMs } = end;
  const { output, exitCode, fault: wrong, sandbox, notes } = result;
  const said = [...verdict.conditions.map(({ text }) => text), ...notes];
  const data = { output, intent_id: verdict.intentId, sandbox, ...(said.length === 0 ? {} : { notes: said }) };
  const code = exitCode === undefined ? {} : { exit_code: exitCode };
  if (wrong === undefined) return { success: true, data, ...code, duration_ms: durationMs };
  const failed = failure(result.status === "TIMEOUT" ? "timeout" : "tool_error", wrong, durationMs);
  return { ...failed, data: { ...data, status: result.status }, ...code };
}

function failure(code: ErrorCode, message: string, durationMs: number): Record<string, Json> {
  const shared = { error: message, error_code: code, retryable: isRetryable(code), duration_ms: durationMs };
  return { success: false, data: {}, ...shared };
}

function denialOf({ intentId, outcome, reason, risk, rule }: Verdict): JsonObject {
  return {
    intent_id: intentId,
    verdict: outcome,
    reason,
    risk_score: risk.score,
    risk_level: risk.level,
    threats: risk.threats,
    ...(rule === undefined ? {} : { rule }),
  };
}

/** A2E lists parameters one by one; the whole schema goes along for those who can read it. */
function toolMessage({ name, description, inputSchema }: ToolDescription): JsonObject {
  const { properties, required } = inputSchema;
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const members = isJsonObject(properties) ? Object.entries(properties) : [];
  return {
    name,
    description,
    input_parameters: members.map(([member, schema]) => ({
      name: member,
      type: isJsonObject(schema) && typeof schema["type"] === "string" ? schema["type"] : "object",
      description: isJsonObject(schema) && typeof schema["description"] === "string" ? schema["description"] : "",
      required: needed.includes(member),
    })),
    output_parameters: [{ name: "output", type: "string", description: "What the tool answered", required: true }],
    input_schema: inputSchema,
    streaming: true,
    idempotent: false,
    tags: [],
    version: "1.0",
    toolkit: "",
  };
}
