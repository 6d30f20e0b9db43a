// GitHub Copilot CLI: camel-case members without an event name (its address carries it), and a flat answer.
import { minute } from "../../../../shared/lib/clock.ts";
import { isJsonObject, type JsonObject } from "../../../../shared/lib/json.ts";
import type { HookDialect, HookEvent, ToolCall } from "../events.ts";
import { given, mcpTool, text } from "./claude-shape.ts";

const notices = new Set(["sessionStart", "sessionEnd", "agentStop"]);

export const copilot: HookDialect = {
  id: "copilot",
  name: "GitHub Copilot CLI",
  longestHoldMs: 14 * minute,
  takesChanges: true,
  read,
  answer: (event, { kind, reason, ...rest }): JsonObject => {
    if (event.kind === "permission") return kind === "allow" ? { behavior: kind } : { behavior: kind, message: reason };
    const changed = "changed" in rest ? rest.changed : undefined;
    return {
      permissionDecision: kind,
      permissionDecisionReason: reason,
      ...(changed === undefined ? {} : { modifiedArgs: changed }),
    };
  },
  remark: (event, remark): JsonObject => {
    if (remark === undefined || event.kind !== "after") return {};
    if (!remark.block) return { additionalContext: remark.text };
    return { modifiedResult: { resultType: "failure", textResultForLlm: remark.text } };
  },
};

function read(message: JsonObject, event: string | undefined): HookEvent | undefined {
  const origin = {
    ...given("sessionId", text(message["sessionId"])),
    ...given("workingDirectory", text(message["cwd"])),
  };
  const call = callOf(message);
  if (event === "preToolUse") return call && { ...origin, kind: "before", call };
  if (event === "permissionRequest") return call && { ...origin, kind: "permission", call };
  if (event === "postToolUse") {
    const result = message["toolResult"] ?? null;
    const succeeded = !isJsonObject(result) || result["resultType"] === "success";
    return call && { ...origin, kind: "after", call, succeeded, result };
  }
  if (event === "userPromptSubmitted") return { ...origin, kind: "prompt", text: text(message["prompt"]) ?? "" };
  return event !== undefined && notices.has(event) ? { ...origin, kind: "notice", name: event, detail: {} } : undefined;
}

/** Arguments have been seen as an object and as JSON text. */
function callOf(message: JsonObject): ToolCall | undefined {
  const tool = text(message["toolName"]);
  const input = parsed(message["toolArgs"] ?? {});
  return tool === undefined || tool === "" || input === undefined ? undefined : { tool: plainName(tool), input };
}

/**
 * A tool of an MCP server is called SERVER-TOOL, and Copilot's own tools have no hyphen. Both parts may hold hyphens: the tool is
 * taken to begin where no more follow but underscores do ("my-files-read_file"), else after the first ("docs-find-page").
 */
function plainName(tool: string): string {
  const [, server, name] = /^(.+)-([^-]*_[^-]*)$/.exec(tool) ?? /^([^-]+)-(.+)$/.exec(tool) ?? [];
  return server === undefined || name === undefined ? tool : mcpTool(server, name);
}

function parsed(value: unknown): JsonObject | undefined {
  try {
    const object: unknown = typeof value === "string" ? JSON.parse(value) : value;
    return isJsonObject(object) ? object : undefined;
  } catch {
    return undefined;
  }
}
