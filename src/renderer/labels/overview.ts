// What the overview says.
import { counted, wholeNumber } from "./format.ts";

export const agentsAlive = {
  agents: "Agents",
  none: "No agent has registered yet.",
} as const;

export const approvalLoad = {
  approvalLoad: "Approval load",
  askedOfYou: "Asked of you",
  perHour: "an hour",
  timeToDecide: "to decide",
  allowed: "allowed",
  nothingAsked: "Nothing was asked in this time.",
  open: "open",
  yes: (approved: string) => `${approved} yes`,
} as const;

export const factsRow = {
  postures: { deny: "Deny", wait: "Keep it waiting" },
  models: { ready: "ready", unavailable: "not available", off: "off" },
  unanswered: "When nobody answers",
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
  action: "What it wants to do",
  verdict: "Verdict",
  emptyTitle: "Nothing has happened yet",
  empty: "Every intent of every agent appears here as it is decided.",
} as const;

export const firstRun = {
  title: "No agent has asked for anything yet",
  listensOn: "Gatehouse listens on",
  howItWorks:
    ". Agents ask here before they act; low risk passes, high risk is denied, and what lies between waits for you.",
  tryTitle: "See a request that asks you",
  tryExplained: "A harmless intent goes the whole way, as if an agent had sent it. You decide about it.",
  sendTestIntent: "Send a test intent",
  terminalTitle: "Or send one from a terminal",
  terminalExplained: "Any program that can post JSON can ask. Paste this:",
  copy: "Copy",
  connectAgent: "Connect an agent",
  agentsUse: "Agents that speak A2G use",
  rpcAddress: (http: string) => `${http}/rpc`,
  orWebSocket: ", or the WebSocket",
  answersAtOnce:
    ", where they also receive your answers at once. Working programs for every protocol are one screen away.",
  seeHowToConnect: "See how to connect",
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
    count === 1 ? "One request waits for you" : `${wholeNumber(count)} requests wait for you`,
  highestRisk: (level: string) => `Highest risk: ${level}`,
  observeMode: "Observe mode: your policy is not enforced",
  observeExplained: "Only critical and protected actions are stopped; everything is recorded",
  nothingWaits: "Nothing waits for you",
  ill: "Something needs a look",
  well: "All is well",
  state: "State",
  timeSpan: "Time of the figures",
  review: (count: string) => `Review ${count}`,
} as const;

export const intentDetails = {
  intent: "Intent",
  close: "Close",
  openItsStory: "Open its story",
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
  cameBy: "Came by",
  at: "At",
} as const;

export const overviewScreen = {
  summary: "At a glance",
  intent: "Intent",
} as const;

export const ruleOffer = {
  ruleAdded: "The rule is in the policy. What it covers is no longer asked.",
  title: "A rule for it",
  offer: "Nearly always yes: make a rule",
  askedTimes: (prompts: string) => `Asked ${prompts} times:`,
  allowAlways: "Allow this command form always",
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
