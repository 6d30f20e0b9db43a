// What the approvals screen says: queue, batches, missed and observed requests.
import { counted } from "./format.ts";

export const approvalsScreen = {
  missed: (count: string) => `While you were away: ${count}`,
  emptyTitle: "Nothing is waiting for you",
  emptyExplained:
    "Low risk passes by itself, and 0.80 and above is denied. What lies between, or what a rule asks you about, appears here.",
  waiting: (count: number) => `${count} waiting`,
  pressJ: "Press J to look at the first one.",
} as const;

export const batch = {
  requestsTogether: "Requests together",
  times: (count: string) => `${count} times`,
  agentAndRisk: (agentName: string, level: string) => `${agentName}, ${level} risk`,
  done: "Done",
  denyAll: (count: string) => `Deny all ${count}`,
  oneByOne: "One by one",
  allowAllOnce: (count: string) => `Allow all ${count} once`,
  allowedTogether: (count: string) => `Allowed ${count} together.`,
  reading: "Loading the request…",
  allowed: "Allowed",
  denied: "Denied",
  allowedWithConditions: "Allowed with conditions",
} as const;

export const decideObserved = {
  ruleDecides: { allow: "A rule now allows it", deny: "A rule now denies it" },
  alwaysDeny: "Always deny…",
  alwaysAllow: "Always allow…",
  ruleRemoved: "The rule is removed.",
  ruleAdded: {
    allow: (title: string) => `A new rule allows it: ${title}`,
    deny: (title: string) => `A new rule denies it: ${title}`,
  },
  undo: "Undo",
  alwaysAllowDialog: {
    question: "Always allow this?",
    action: "Always allow",
    rule: "A rule of your policy will allow",
  },
  alwaysDenyDialog: {
    question: "Always deny this?",
    action: "Always deny",
    rule: "A rule of your policy will deny",
  },
  loading: "Checking your history…",
  fromNowOn: "from now on.",
} as const;

export const decideSeveral = {
  toolbar: "Selected observations",
  selected: (count: number) => `${count} selected`,
  clear: "Clear selection",
  allowSelected: "Always allow selected…",
  denySelected: "Always deny selected…",
  question: {
    approve: (count: number) => `Always allow these ${count}?`,
    deny: (count: number) => `Always deny these ${count}?`,
  },
  action: {
    approve: (count: number) => `Add ${counted(count, "allow rule")}`,
    deny: (count: number) => `Add ${counted(count, "deny rule")}`,
  },
  rules: "Rules to add",
  loading: "Checking your history…",
  leftOut: (problem: string) => `Left out: ${problem}`,
  added: {
    approve: (count: number) => `${counted(count, "new rule")} added: allowed from now on.`,
    deny: (count: number) => `${counted(count, "new rule")} added: denied from now on.`,
  },
  removed: (count: number) => `${counted(count, "rule")} removed.`,
  failed: (count: number, problem: string) => `${counted(count, "rule")} could not be added. ${problem}`,
  undo: "Undo",
} as const;

export const missedList = {
  title: "While you were away",
  back: "Back to the queue",
  dismissAll: "Dismiss all",
  ended: "Not answered in time",
  asksAgain: (reason: string) => `${reason}. It asks you again next time.`,
  allowed: "Allowed by your rules",
  wouldHaveAsked: (reason: string) => `${reason}. It would have asked you.`,
  wantToPair: "Waiting to be paired",
  firstSeen: "first seen",
  open: "Open",
  more: (more: string) => `${more} more are in the activity.`,
  willAskAgain: "It asks you again from now on.",
  askMeNextTime: "Ask me next time",
} as const;

export const observedList = {
  observed: "Observed",
  title: "Observe mode review.",
  explained: "What you would have been asked about, what would have been denied, and what was denied even so.",
  emptyTitle: "You would not have been asked about anything yet",
  empty: "As agents work, what a rule or the risk score would have put before you appears here, and what they deny.",
  select: (summary: string) => `Select ${summary}`,
  selectAll: "Select all",
  wouldAsk: "You would have been asked",
  wouldDeny: "Would have been denied",
  denied: "Denied anyway",
  rule: (rule: string) => `rule ${rule}`,
  story: "Story",
  startEnforcing: "Start enforcing",
} as const;

export const queue = {
  waitingRequests: "Waiting requests",
  decideTogether: (count: string) => `Review ${count} similar`,
  identicalRequests: (count: number) => `${count} identical requests`,
} as const;

export const recentlyDenied = {
  deniedByRiskScore: "Denied by risk score",
} as const;
