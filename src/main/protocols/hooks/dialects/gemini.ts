// Gemini CLI: its own names of events, and a flat decision. It ignores the nested answer that others read.
import { minute } from "../../../../shared/lib/clock.ts";
import type { JsonObject } from "../../../../shared/lib/json.ts";
import type { HookDecision, HookDialect, HookEvent } from "../events.ts";
import { callOf, originOf, text, withServer } from "./claude-shape.ts";

const notices = new Set(["SessionStart", "SessionEnd", "AfterAgent", "PreCompress", "Notification"]);

export const gemini: HookDialect = {
  id: "gemini-cli",
  name: "Gemini CLI",
  longestHoldMs: 14 * minute,
  takesChanges: true,
  read,
  answer: (_event, decision: HookDecision): JsonObject => ({
    decision: decision.kind,
    reason: decision.reason,
    ...(decision.kind === "allow" && decision.changed !== undefined
      ? { hookSpecificOutput: { hookEventName: "BeforeTool", tool_input: decision.changed } }
      : {}),
  }),
  remark: (event, remark): JsonObject => {
    if (remark === undefined) return {};
    if (remark.block) return { decision: "deny", reason: remark.text };
    const hookEventName = event.kind === "prompt" ? "BeforeAgent" : "AfterTool";
    return { hookSpecificOutput: { hookEventName, additionalContext: remark.text } };
  },
};

function read(message: JsonObject): HookEvent | undefined {
  const name = text(message["hook_event_name"]);
  const origin = originOf(message);
  const call = withServer(callOf(message), message["mcp_context"]);
  if (name === "BeforeTool") return call && { ...origin, kind: "before", call };
  if (name === "AfterTool") {
    const result = message["tool_response"] ?? null;
    return call && { ...origin, kind: "after", call, succeeded: !failed(result), result };
  }
  if (name === "BeforeAgent") return { ...origin, kind: "prompt", text: text(message["prompt"]) ?? "" };
  return name !== undefined && notices.has(name) ? { ...origin, kind: "notice", name, detail: {} } : undefined;
}

/** The exit status stands in the text for the model. */
function failed(result: unknown): boolean {
  const exit = /Exit Code: (\d+)/.exec(JSON.stringify(result) ?? "")?.[1];
  return exit !== undefined && exit !== "0";
}
