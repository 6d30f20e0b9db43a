// What the overview says.
import { counted, wholeNumber } from "./format.ts";

export const agentsAlive = {
  agents: "Agents",
  none: "No agent has registered yet.",
} as const;

export const approvalLoad = {
  approvalLoad: "Approval load",
  askedOfYou: "Your approvals",
  perHour: "an hour",
  timeToDecide: "to decide",
  allowed: "allowed",
  nothingAsked: "Nothing was asked in this time.",
  open: "open",
  yes: (approved: string) => `${approved} allowed`,
} as const;

export const factsRow = {
  postures: { deny: "Denied", wait: "Kept waiting" },
  models: { ready: "ready", unavailable: "not available", off: "off" },
  unanswered: "Unanswered requests",
  agentsConnectTo: "Agents connect to",
  copyAddress: "Copy the address",
  policy: "Policy",
  version: (version: string) => `Version ${version}`,
  ledger: "Ledger",
  healthy: (entries: number) => `${counted(entries, "entry", "entries")}, healthy`,
  cannotBeWritten: "cannot be written",
  riskModel: "Risk model",
} as const;

export const feed = {
  liveFeed: "Live feed",
  intentsNewestFirst: "Intents, newest first",
  time: "Time",
  agent: "Agent",
  action: "Action",
  verdict: "Verdict",
  emptyTitle: "Nothing has happened yet",
  empty: "Everything agents ask for appears here as it is decided.",
} as const;

export const firstRun = {
  title: "Three steps to governed agents",
  howItWorks:
    "Connected agents ask before they act. Low risk passes, 0.80 and above is denied, and what your rules want to see waits for you.",
  connectTitle: "Connect an agent found on this laptop",
  connectExplained: "You see the exact change before anything is written, and a test call proves that it works.",
  otherWays: "Connect a program of your own instead",
  listensOn: "Gatehouse listens on",
  terminalExplained: ". Any program that can post JSON can ask; paste this into a terminal:",
  copy: "Copy",
  seeHowToConnect: "See programs for every protocol",
  requestTitle: "Use it as always",
  requestExplained: "Its first request appears here as soon as it wants to run a tool.",
  tryTitle: "Answer your first request",
  tryExplained:
    "It comes by itself when something needs you. To see one now, send a harmless test intent: nothing is executed for it.",
  sendTestIntent: "Send a test intent",
} as const;

export const summary = {
  line: (...parts: readonly string[]) => parts.join(" · "),
  noAgents: "no agent has registered",
  connected: (connected: number, all: number) => `${wholeNumber(connected)} of ${counted(all, "agent")} connected`,
  pairing: (count: number) => `${wholeNumber(count)} ${count === 1 ? "wants" : "want"} to pair`,
  stopped: (count: number) => `${wholeNumber(count)} stopped`,
  ledgerFails: "Nothing may run: the ledger cannot be written",
  allStopped: "All agents are stopped",
  waiting: (count: number) =>
    count === 1 ? "1 request is waiting for you" : `${wholeNumber(count)} requests are waiting for you`,
  highestRisk: (level: string) => `Highest risk: ${level}`,
  observeMode: "Observe mode: your policy is not enforced",
  observeExplained: "Only critical and protected actions are stopped; everything is recorded",
  nothingWaits: "Nothing is waiting for you",
  ill: "Something needs a look",
  well: "All is well",
  state: "State",
  timeSpan: "Time of the figures",
  review: (count: string) => `Review ${count}`,
} as const;

export const intentDetails = {
  intent: "Intent",
  close: "Close",
  openItsStory: "Open in Activity",
  verdict: "Verdict",
  because: "Because",
  reasoning: "Reasoning",
  rule: "Rule",
  risk: "Risk",
  threats: "Threats",
  decidedBy: "Decided by",
  decidedIn: "Decided in",
  youTook: "You took",
  agent: "Agent",
  tool: "Tool",
  effects: "Effects",
  ended: "Ended",
  session: "Session",
  cameBy: "Protocol",
  at: "At",
} as const;

export const overviewScreen = {
  summary: "At a glance",
  intent: "Intent",
} as const;

export const ruleOffer = {
  ruleAdded: "The rule is in the policy. What it covers is no longer asked.",
  title: "A rule for it",
  offer: "Nearly always allowed: make a rule",
  askedTimes: (prompts: string) => `Asked ${prompts} times:`,
  allowAlways: "Always allow commands like this",
} as const;

export const runningNow = {
  runningNow: "Running now",
  secondsOf: (seconds: number, timeoutSeconds: number) => `${seconds} of ${timeoutSeconds} s`,
  cancel: "Cancel",
  output: "Output",
  noOutput: "It has written nothing yet.",
} as const;

export const topThreats = {
  topThreats: "Top threats",
  none: "None were seen in this time.",
} as const;
