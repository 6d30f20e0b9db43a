// What to say about requests that ended without an answer from this window.
import type { HeldApproval } from "../../shared/approval.ts";
import { type ReasonCode, reasons } from "../../shared/verdict.ts";
import { effectTitle } from "../../shared/effect-words.ts";
import { wholeNumber } from "./format.ts";

export interface Ending {
  readonly approval: HeldApproval;
  readonly reason: ReasonCode;
}

const words: Partial<Record<ReasonCode, string>> = {
  timeout: "Denied, because nobody answered in time.",
  shutdown: "Denied, because Gatehouse was closed.",
  agent_gone: "Withdrawn, because the agent ended.",
  human_approved: "Allowed elsewhere.",
  human_denied: "Denied elsewhere.",
  human_modified: "Allowed with changes elsewhere.",
};

/** Undefined when there is nothing to say. Whoever stops an agent is told so by the switch itself. */
export function endingSentence(endings: readonly Ending[]): string | undefined {
  const noteworthy = endings.filter((ending) => ending.reason !== "agent_halted");
  const [first] = noteworthy;
  if (first === undefined) return undefined;
  if (noteworthy.length > 1) return `${wholeNumber(noteworthy.length)} requests ended without you.`;
  const { approval, reason } = first;
  return `${words[reason] ?? `${reasons[reason]}.`} ${approval.agentName}: ${effectTitle(approval.facts).toLowerCase()}`;
}

/** What a lasting decision that was made elsewhere ended besides its own request. */
export function releasedElsewhere(endings: readonly Ending[]): string {
  const denied = endings.every(({ reason }) => reason === "rule_deny");
  return `${denied ? "Denied" : "Allowed"} ${wholeNumber(endings.length)} by a lasting decision made elsewhere.`;
}
