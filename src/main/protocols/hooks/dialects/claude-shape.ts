// The hook messages that Claude Code introduced and others took over: names of events and members, and the nested answer.
import { isJsonObject, type Json, type JsonObject } from "../../../../shared/lib/json.ts";
import type { HookDecision, HookEvent, HookOrigin, HookRemark, ToolCall } from "../events.ts";

const noticed: ReadonlySet<string> = new Set(
  "SessionStart SessionEnd Stop StopFailure SubagentStart SubagentStop PreCompact PostCompact Notification ConfigChange InstructionsLoaded Interrupt PermissionDenied".split(
    " ",
  ),
);

/** Members that every event has, or that say nothing a person would look for. */
const common = new Set(["session_id", "transcript_path", "cwd", "hook_event_name", "prompt_id", "effort", "turn_id"]);

export function readClaudeShape(message: JsonObject): HookEvent | undefined {
  const name = text(message["hook_event_name"]);
  const origin = originOf(message);
  const call = callOf(message);
  switch (name ?? "") {
    case "PreToolUse":
      return call && { ...origin, kind: "before", call };
    case "PostToolUse":
      return (
        call && { ...origin, kind: "after", call, succeeded: true, ...outcomeOf(message, message["tool_response"]) }
      );
    case "PostToolUseFailure":
      return call && { ...origin, kind: "after", call, succeeded: false, ...outcomeOf(message, message["error"]) };
    case "PermissionRequest":
      return call && { ...origin, kind: "permission", call };
    case "UserPromptSubmit":
      return { ...origin, kind: "prompt", text: text(message["prompt"]) ?? "" };
    default:
      if (name === undefined || !noticed.has(name)) return undefined;
      return { ...origin, kind: "notice", name, detail: detailOf(message) };
  }
}

export function answerClaudeShape(event: HookEvent, decision: HookDecision): JsonObject {
  if (event.kind === "permission") return permissionAnswer(decision);
  return output("PreToolUse", {
    permissionDecision: decision.kind,
    permissionDecisionReason: decision.reason,
    ...(decision.kind === "allow" && decision.changed !== undefined ? { updatedInput: decision.changed } : {}),
  });
}

export function permissionAnswer(decision: HookDecision): JsonObject {
  const { kind, reason } = decision;
  return output("PermissionRequest", {
    decision: kind === "allow" ? { behavior: "allow" } : { behavior: "deny", message: reason },
  });
}

export function remarkClaudeShape(event: HookEvent, remark: HookRemark | undefined): JsonObject {
  if (remark === undefined) return {};
  if (remark.block) return { decision: "block", reason: remark.text };
  const name = event.kind === "prompt" ? "UserPromptSubmit" : "PostToolUse";
  return output(name, { additionalContext: remark.text });
}

function output(hookEventName: string, members: JsonObject): JsonObject {
  return { hookSpecificOutput: { hookEventName, ...members } };
}

export function originOf(message: JsonObject): HookOrigin {
  const subagent = text(message["agent_id"]);
  const type = text(message["agent_type"]);
  return {
    ...given("sessionId", text(message["session_id"])),
    ...given("workingDirectory", text(message["cwd"])),
    ...given("permissionMode", text(message["permission_mode"])),
    ...given("model", text(message["model"])),
    ...(subagent === undefined ? {} : { subagent: { id: subagent, ...given("type", type) } }),
  };
}

export function callOf(message: JsonObject): ToolCall | undefined {
  const tool = text(message["tool_name"]);
  const input = message["tool_input"] ?? {};
  if (tool === undefined || tool === "" || !isJsonObject(input)) return undefined;
  return { tool, input, ...given("callId", text(message["tool_use_id"])) };
}

/** The name under which rules know a tool of an MCP server, whatever the agent calls it. */
export function mcpTool(server: string, tool: string): string {
  return `mcp__${server}__${tool}`;
}

/** The same call with that name, where the agent says in a member of its own which tool of which server it is. */
export function withServer(call: ToolCall | undefined, context: Json | undefined): ToolCall | undefined {
  if (call === undefined || !isJsonObject(context)) return call;
  const [server, tool] = [text(context["server_name"]), text(context["tool_name"])];
  return server === undefined || tool === undefined ? call : { ...call, tool: mcpTool(server, tool) };
}

function outcomeOf(
  message: JsonObject,
  result: Json | undefined,
): { readonly result: Json; readonly durationMs?: number } {
  const duration = message["duration_ms"];
  return { result: result ?? null, ...(typeof duration === "number" ? { durationMs: duration } : {}) };
}

function detailOf(message: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(message).filter(([name]) => !common.has(name)));
}

export function text(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function given<Name extends string>(name: Name, value: string | undefined): Partial<Record<Name, string>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a computed member of a generic name has no type of its own
  return value === undefined || value === "" ? {} : ({ [name]: value } as Record<Name, string>);
}
