// The list of what was missed, asked once for the navigation and the approvals screen; events say when to ask again.
import type { EngineEvent } from "../shared/telemetry.ts";
import type { ReasonCode } from "../shared/verdict.ts";
import { useAnswer } from "./answers.ts";

export function useMissed() {
  const { data } = useAnswer("listMissed", {});
  return { missed: data, count: data === undefined ? 0 : data.items.length + data.more + data.pairings.length };
}

/** Whether the list may be another one after this. */
export function touchesMissed(event: EngineEvent): boolean {
  if (event.type === "feed_changed") return unseen.has(event.item.reason);
  return event.type === "approval_resolved" || event.type === "agent_changed" || event.type === "grant_changed";
}

/** Decided without anybody having been asked. */
const unseen: ReadonlySet<ReasonCode> = new Set(["queue_full", "rule_allow"]);
