// Cline: a denial by its own means ends the whole run, so that a denied command is replaced by one that prints the reason.
import { second } from "../../../../shared/lib/clock.ts";
import { isJsonObject, type JsonObject } from "../../../../shared/lib/json.ts";
import type { HookDialect, HookEvent, HookOrigin, ToolCall } from "../events.ts";
import { given, mcpTool, text } from "./claude-shape.ts";

export const cline: HookDialect = {
  id: "cline",
  name: "Cline",
  // It runs the call unasked after 120 seconds.
  longestHoldMs: 100 * second,
  takesChanges: true,
  read,
  answer: (event, decision): JsonObject => {
    if (decision.kind === "allow") return decision.changed === undefined ? {} : { overrideInput: decision.changed };
    const isCommand = event.kind === "before" && Array.isArray(event.call.input["commands"]);
    if (!isCommand) return { cancel: true, errorMessage: decision.reason };
    return { overrideInput: { commands: [`printf '%s\\n' ${quoted(decision.reason)} >&2; exit 1`] } };
  },
  remark: (_event, remark): JsonObject => (remark === undefined ? {} : { contextModification: remark.text }),
};

function read(message: JsonObject): HookEvent | undefined {
  const origin = originOf(message);
  const name = text(message["hookName"]);
  if (name === undefined || name === "") return undefined;
  if (name === "tool_call") {
    const call = callOf(message["tool_call"]);
    return call && { ...origin, kind: "before", call };
  }
  if (name === "tool_result") return after(origin, message["tool_result"]);
  if (name === "prompt_submit") return { ...origin, kind: "prompt", text: promptOf(message["userPromptSubmit"]) };
  return { ...origin, kind: "notice", name, detail: {} };
}

function originOf(message: JsonObject): HookOrigin {
  const parent = text(message["parent_agent_id"]);
  const agent = text(message["agent_id"]);
  const roots = message["workspaceRoots"];
  return {
    ...given("sessionId", text(message["taskId"])),
    ...given("workingDirectory", Array.isArray(roots) ? text(roots[0]) : undefined),
    ...(parent === undefined || agent === undefined ? {} : { subagent: { id: agent } }),
  };
}

function after(origin: HookOrigin, result: unknown): HookEvent | undefined {
  const call = callOf(result);
  if (call === undefined || !isJsonObject(result)) return undefined;
  const { output = null, error, durationMs } = result;
  return {
    ...origin,
    kind: "after",
    call,
    succeeded: error === undefined || error === null,
    result: output,
    ...(typeof durationMs === "number" ? { durationMs } : {}),
  };
}

function promptOf(submitted: unknown): string {
  return isJsonObject(submitted) ? (text(submitted["prompt"]) ?? "") : "";
}

function callOf(value: unknown): ToolCall | undefined {
  if (!isJsonObject(value)) return undefined;
  const tool = text(value["name"]);
  const input = value["input"] ?? {};
  if (tool === undefined || !isJsonObject(input)) return undefined;
  // A tool of an MCP server is called SERVER__TOOL; no other has two underscores in a row.
  const [, server, name] = /^(.+?)__(.+)$/.exec(tool) ?? [];
  const plain = server === undefined || name === undefined ? tool : mcpTool(server, name);
  return { tool: plain, input, ...given("callId", text(value["id"])) };
}

function quoted(words: string): string {
  return `'${words.replaceAll("'", `'\\''`)}'`;
}
