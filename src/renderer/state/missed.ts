// The list of missed requests, fetched once for navigation and approvals screen, and again after certain events.
import type { EngineEvent } from "../../shared/domain/telemetry.ts";
import type { ReasonCode } from "../../shared/domain/verdict.ts";
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
