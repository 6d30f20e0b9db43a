// Plugins of our own inside an agent (opencode, Kilo, pi): they speak the form of hook events as it is used here.
import { minute } from "../../../../shared/lib/clock.ts";
import { isJsonObject, type JsonObject } from "../../../../shared/lib/json.ts";
import type { HookDialect, HookEvent } from "../events.ts";
import { callOf, originOf, text, withServer } from "./claude-shape.ts";

export function plugin(id: string, name: string): HookDialect {
  return {
    id,
    name,
    // The plugin gives up a little later; the runtimes of these agents end silent requests after five minutes.
    longestHoldMs: 4 * minute,
    takesChanges: true,
    read,
    answer: (_event, decision): JsonObject => ({ ...decision }),
    remark: (_event, remark): JsonObject => (remark === undefined ? {} : { ...remark }),
  };
}

function read(message: JsonObject): HookEvent | undefined {
  const origin = originOf(message);
  const call = withServer(callOf(message), message["mcp_context"]);
  const event = text(message["event"]);
  if (event === "before") return call && { ...origin, kind: "before", call };
  if (event === "after") {
    const succeeded = message["succeeded"] !== false;
    return call && { ...origin, kind: "after", call, succeeded, result: message["result"] ?? null };
  }
  if (event === "prompt") return { ...origin, kind: "prompt", text: text(message["prompt"]) ?? "" };
  const detail = message["detail"];
  return event === undefined
    ? undefined
    : { ...origin, kind: "notice", name: event, detail: isJsonObject(detail) ? detail : {} };
}
