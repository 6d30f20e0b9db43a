// Requests that may be decided together: one agent, one risk level, one kind of effect, and never a critical one.
import type { HeldApproval } from "../../shared/domain/approval.ts";
import { mostTogether } from "../../shared/domain/directive.ts";
import { effectLine } from "../../shared/reach/effect-words.ts";

/** Groups of two or more, as many as one answer takes. What belongs to none is decided on its own. */
export function batchesOf(approvals: readonly HeldApproval[]): readonly (readonly HeldApproval[])[] {
  const alike = approvals.filter((approval) => approval.verdict.risk.level !== "CRITICAL");
  return [...Map.groupBy(alike, likeness).values()]
    .filter((group) => group.length > 1)
    .map((group) => group.slice(0, mostTogether));
}

/** Hundreds of requests are grouped with every batch of events, and few of them have changed. */
const known = new WeakMap<HeldApproval, string>();

function likeness(approval: HeldApproval): string {
  const before = known.get(approval);
  if (before !== undefined) return before;
  const { intent, verdict, facts } = approval;
  const made = JSON.stringify([intent.agentDid, verdict.risk.level, effectLine(facts).verb, [...facts.effects].sort()]);
  known.set(approval, made);
  return made;
}
