// What the answer side of an approval card says: choices, buttons, panels.
import { wholeNumber } from "./format.ts";

export const allowButton = {
  holdToAllow: "Hold it down to allow",
  nextUnseen: (unread: string) => `${unread} · next unseen`,
  hold: "hold",
  holdExplained: "The risk is above medium: hold the key or the button down to allow it.",
} as const;

export const alsoReleases = {
  alsoReleased: "Also released",
  alsoAllows: "Also allows",
  oneRequest: "1 request that waits",
  requests: (count: string) => `${count} requests that wait`,
  list: "Requests that would be released",
  andMore: (more: string) =>
    `and ${more} more; those of high risk among them go on waiting, because they are not listed`,
} as const;

export const choices = {
  choices: "Choices",
  criticalOnceOnly: "Critical actions can only be allowed once.",
  allowAsEdited: "Allow as edited",
} as const;

export const decisionButtons = {
  deny: "Deny",
  denyFor: (duration: string) => `Deny ${duration}`,
  guidance: "Deny with feedback",
  edit: "Edit",
  timeoutExplained: "Denied automatically when time runs out",
  byItselfIn: "automatically in",
} as const;

export const editPanel = {
  argumentsAsJson: "Arguments as JSON",
  argument: (member: string) => `Argument ${member}`,
  asItWillRun: ", as it will run instead",
  proposed: "As proposed",
  edited: "As edited",
  unchanged: "Not changed yet.",
  scoring: "Checking the edit…",
  risk: (level: string, score: string) => `${level} risk ${score}`,
  cannotBeAllowed: (reasoning: string) => `Cannot be allowed: ${reasoning}`,
  asEdited: (outcome: string, reasoning: string) => `${outcome}. ${reasoning}`,
} as const;

export const guidancePanel = {
  label: (commandKey: string) =>
    `What the agent should do instead, handed over word for word. ${commandKey} Enter denies.`,
  placeholder: "Use a pull request instead of pushing to main.",
} as const;

export const reachPicker = {
  allow: "Allow",
  deny: "Deny",
  forHowLong: (verb: string) => `${verb} for how long`,
  what: (verb: string) => `${verb} what`,
} as const;

export const reachPreview = {
  loading: "Checking your history…",
  label: "What this would mean",
  wouldAlsoAllow: "Would also allow:",
  ruleText: "The rule as it will be written",
} as const;

export const reachSentence = {
  limits: "Limits",
  only: (limits: string) => `Only: ${limits}.`,
} as const;

export const unreadBox = {
  allowWithoutReading: (count: string, unit: string) => `Allow without reading ${count} ${unit}`,
  recorded: "This is recorded with your answer.",
} as const;

export const useDecide = {
  allowed: (what: string) => `Allowed. ${what}`,
  allowedWithYourChanges: (what: string) => `Allowed with your changes. ${what}`,
  denied: (what: string) => `Denied. ${what}`,
} as const;

export const choiceLabels = {
  allowForSession: "Allow for this session",
  alwaysInProject: "Always for this project",
  boundaryScope: "What a contained run asks for is opened as it was named.",
  once: (decision: "approve" | "deny", count: number) =>
    `${decision === "approve" ? "Allows" : "Denies"} ${count === 1 ? "this one request" : `these ${count} identical requests`}.`,
  allowOnce: "Allow once",
  allowFor: (duration: string) => `Allow ${duration}`,
} as const;

/** How much of a long request has not been on the screen. */
export function unseen(progress: { readonly unit: string; readonly total: number; readonly unseen: number }): string {
  return `${wholeNumber(progress.unseen)} of ${wholeNumber(progress.total)} ${progress.unit} not seen yet`;
}
