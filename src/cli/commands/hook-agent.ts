// Which agent a hook event is from, by the members that only it sends.
import type { JsonObject } from "../../shared/lib/json.ts";
import type { connectorIds } from "../table/agents.ts";

type AgentId = (typeof connectorIds)[number];

/** Undefined where several agents send the same: opencode, Kilo and pi ask through plugins that name themselves. */
export function agentOf(event: JsonObject): AgentId | undefined {
  if (typeof event["hookName"] === "string") return "cline";
  if (typeof event["toolName"] === "string" && event["hook_event_name"] === undefined) return "copilot";
  const name = event["hook_event_name"];
  if (typeof name !== "string") return undefined;
  if (/^(?:Before|After)(?:Tool|Agent|Model)|^PreCompress$/.test(name)) return "gemini-cli";
  if (event["turn_id"] !== undefined) return "codex";
  // Claude Code and Qwen Code share names and shape; Qwen Code adds the time.
  return event["timestamp"] === undefined ? "claude-code" : "qwen-code";
}
