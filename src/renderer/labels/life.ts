// The life of an action in a few words: asked, decided by whom and after how long, and how long it ran.
import type { IntentLife } from "../../shared/contract/activity.ts";
import type { Decider, ReasonCode } from "../../shared/domain/verdict.ts";
import type { ReportStatus } from "../../shared/domain/report.ts";
import { elapsed } from "./format.ts";

const by: Readonly<Record<Decider, string>> = {
  policy: " by a rule",
  risk: " by risk score",
  human: " by you",
  grant: " by your earlier decision",
  timeout: ": nobody answered",
  engine: "",
};

const ended: Readonly<Record<ReportStatus, string>> = {
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
  const ran = report === undefined || ranMs === undefined ? "" : ` · ${ended[report]} ${elapsed(ranMs)}`;
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
