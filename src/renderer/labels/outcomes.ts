// How requests ended and what decisions did, in one line each.
import type { IntentLife } from "../../shared/contract/activity.ts";
import type { HeldApproval, Resolved, Undone } from "../../shared/domain/approval.ts";
import type { Duration } from "../../shared/domain/directive.ts";
import type { ReportStatus } from "../../shared/domain/report.ts";
import { type Decider, type ReasonCode, reasons } from "../../shared/domain/verdict.ts";
import { approvalHeadline, headlineTitle } from "../../shared/headline/index.ts";
import { elapsed, wholeNumber } from "./format.ts";
import { durationPhrases } from "./vocabulary.ts";

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

/** For requests that this window did not decide; undefined if there is none. Stopping an agent has a notice of its own. */
export function endingSentence(endings: readonly Ending[]): string | undefined {
  const noteworthy = endings.filter((ending) => ending.reason !== "agent_halted");
  const [first] = noteworthy;
  if (first === undefined) return undefined;
  if (noteworthy.length > 1) return `${wholeNumber(noteworthy.length)} requests ended without you.`;
  const { approval, reason } = first;
  return `${words[reason] ?? `${reasons[reason]}.`} ${approval.agentName}: ${headlineTitle(approvalHeadline(approval))}`;
}

/** What a lasting decision that was made elsewhere ended besides its own request. */
export function releasedElsewhere(endings: readonly Ending[]): string {
  const denied = endings.every(({ reason }) => reason === "rule_deny");
  return `${denied ? "Denied" : "Allowed"} ${wholeNumber(endings.length)} by a lasting decision made elsewhere.`;
}

/** "Allowed 25 by your new rule." Undefined for an answer that was for its own request only. */
export function releasedSentence(
  resolved: Exclude<Resolved, { outcome: "REFUSED" }>,
  { count }: Pick<HeldApproval, "count">,
  duration: Duration,
): string | undefined {
  if (duration === "once") return undefined;
  const { outcome, released = 0, heldBack = 0 } = resolved;
  const verb = outcome === "DENIED" ? "Denied" : "Allowed";
  const by = duration === "always" ? "by your new rule" : `by your decision ${durationPhrases[duration]}`;
  const stillWaiting =
    heldBack === 0
      ? ""
      : ` ${heldBack === 1 ? "1 request" : `${wholeNumber(heldBack)} requests`} of high risk still ${heldBack === 1 ? "waits" : "wait"}: not on the list you saw.`;
  return `${verb} ${wholeNumber(count + released)} ${by}.${stillWaiting}`;
}

export function undoneSentence({
  withdrawn,
  finished,
  reopened,
  ruleEnded,
  stopped,
}: Undone & { stopped: number }): string {
  const requests = (count: number) => (count === 1 ? "1 request" : `${wholeNumber(count)} requests`);
  return [
    "Undone.",
    ruleEnded ? "The rule is deleted." : "",
    withdrawn.length === 0 ? "" : `${requests(withdrawn.length)} denied instead.`,
    stopped === 0 ? "" : `Stopped ${requests(stopped)} while running.`,
    finished === 0 ? "" : `${requests(finished)} had finished already.`,
    reopened === 0 ? "" : "If the agent asks again, you decide again.",
  ]
    .filter((part) => part !== "")
    .join(" ");
}

const by: Readonly<Record<Decider, string>> = {
  policy: " by a rule",
  risk: " by risk score",
  human: " by you",
  grant: " by your earlier decision",
  timeout: ": nobody answered",
  engine: "",
};

const reported: Readonly<Record<ReportStatus, string>> = {
  SUCCESS: "ran",
  FAILURE: "failed after",
  TIMEOUT: "timed out after",
  ABORTED: "stopped after",
};

const special: Partial<Record<ReasonCode, string>> = {
  withdrawn: "Allowed, then undone by you",
  denial_undone: "Denied, then undone by you",
  shutdown: "Denied: Gatehouse was closed",
  agent_gone: "Ended: the agent is gone",
  queue_full: "Denied: too many were waiting",
  observed: "Allowed by observe mode",
};

/** "Allowed by you after 43 s · ran 2.1 s" */
export function lifeWords({ first, outcome, reason, decider, waitedMs, report, ranMs }: IntentLife): string {
  if (outcome === "ESCALATE") return "Waiting for you";
  const verb = outcome === "DENIED" ? "Denied" : outcome === "CONDITIONAL" ? "Allowed with changes" : "Allowed";
  // That a low risk passes needs no word.
  const whom = decider === undefined || (decider === "risk" && outcome === "APPROVED") ? "" : by[decider];
  const said = (reason === undefined ? undefined : special[reason]) ?? `${verb}${whom}`;
  const after = first === "ESCALATE" && waitedMs !== undefined ? ` after ${elapsed(waitedMs)}` : "";
  const ran = report === undefined || ranMs === undefined ? "" : ` · ${reported[report]} ${elapsed(ranMs)}`;
  return `${said}${after}${ran}`;
}

/** The last part of a project's folder. */
export function projectName(folder: string): string {
  return (
    folder
      .split(/[/\\]/)
      .filter((part) => part !== "")
      .at(-1) ?? folder
  );
}
