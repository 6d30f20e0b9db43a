// What components say that several screens use.
import { wholeNumber } from "./format.ts";

export const confirm = {
  cancel: "Cancel",
} as const;

export const projectSwitcher = {
  projects: "Projects",
  all: "All projects",
  switchTo: (name: string) => `Project: ${name}`,
} as const;

export const copyButton = {
  copyFailed: "The text could not be copied. Select it and copy it by hand.",
  copied: "Copied",
} as const;

export const deniedAction = {
  findings: "Findings",
  onlyTheModel: "The risk model gave the score; no heuristic found anything.",
  cannotBeInspected: "Cannot be inspected:",
} as const;

export const deniedSteps = {
  askMeNextTime: "Ask me next time",
  willBeAsked: "You are asked when the agent asks for exactly this again.",
  recordedAsWrongNotice: "Thanks, recorded. `gatehouse tune` uses it; no decision changes.",
  legend: "What you can do about this denial",
  youAreAsked: "You are asked",
  overridden: "Overridden",
  whenAskedAgain: "when the agent asks again",
  ends: "; ends",
  denialStandsAgain: "The denial stands again.",
  revoke: "Revoke",
  allowExactlyThisOnce: "Allow exactly this once…",
  recordedAsWrong: "Recorded as wrong",
  thisWasWrong: "This was wrong",
} as const;

export const overrideDialog = {
  /** What must be typed for a critical action. */
  confirmWord: "allow once",
  withoutArguments: (tool: string) => `${tool} without arguments`,
  title: "Allow exactly this once?",
  evaluatingAgain: "Looking at it again…",
  close: "Close",
  overridden: (agentName: string) => `Overridden. ${agentName} may ask again.`,
  risk: (level: string, value: string) => `${level} risk ${value}`,
  inFolder: (workspace: string) => `, in ${workspace}`,
  tooLongToShow: "This action is too long to be shown here. Choose “Ask me next time”: the card shows all of it.",
  whatItMeans: "What it means",
  mayAskAgain: "The agent may ask again for exactly this, with the same arguments and by the same policy.",
  passesOnce: (onceMs: string) => `It passes once, within ${onceMs}.`,
  passesInSession: "It passes as often as the agent asks in this session.",
  theRule: "The rule",
  alsoAsksAboutIt: "also asks about it. You answer it with this.",
  canBeRevoked: "You can revoke it until it is used. It is recorded with your reason.",
  howLong: "How long",
  reason: "Why is it right? The agent gets these words too.",
  typeToConfirm: (confirmWord: string) => `This is critical. Type “${confirmWord}” to confirm.`,
  keepDenial: "Keep the denial",
  allowOnce: "Allow exactly this once",
  allowForSession: "Allow exactly this for the session",
} as const;

export const marks = {
  risk: (level: string) => `${level} risk`,
} as const;

export const modeSwitch = {
  startEnforcingQuestion: "Start enforcing?",
  observeQuestion: "Switch to observe mode?",
  startEnforcing: "Start enforcing",
  observeOnly: "Observe only",
  enforceExplained: "Your policy is enforced again exactly as it is: it asks you and denies as before.",
  observeExplained:
    "Nothing new waits for you, and only critical actions, your block lists, changes to system folders and whatever protects Gatehouse are denied. Everything else passes and is recorded with the verdict it would have got.",
  policyStays: (waiting: number) => `Your policy stays as it is.${stillWaiting(waiting)}`,
} as const;

function stillWaiting(waiting: number): string {
  if (waiting === 0) return "";
  return waiting === 1
    ? " The request that waits now still needs your answer."
    : ` The ${wholeNumber(waiting)} requests that wait now still need your answer.`;
}

export const notices = {
  dismiss: "Dismiss",
} as const;

export const stopAgent = {
  reason: "Stopped from the console",
  isStopped: (name: string) => `${name} is stopped.`,
  stopQuestion: (name: string) => `Stop ${name}?`,
  stop: (name: string) => `Stop ${name}`,
  explained: "Everything it asks for is denied from now on, what it waits for as well. You can resume it at any time.",
} as const;
