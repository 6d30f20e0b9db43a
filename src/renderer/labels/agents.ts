// What the agents screen says.
import { counted } from "./format.ts";

export const agentActions = {
  resumeReason: "Resumed from the console",
  resume: "Resume",
  stop: "Stop",
  revoke: "Revoke",
  revokeQuestion: (name: string) => `Revoke ${name}?`,
  revokeAgent: (name: string) => `Revoke ${name}`,
  revokeReason: "Revoked from the console",
  isRevoked: (name: string) => `${name} is revoked.`,
  revokeExplained:
    "It loses every capability, its sessions end and what it waits for is denied. To act again it has to register anew.",
  releaseName: "Release name",
  releaseQuestion: (name: string) => `Release the name of ${name}?`,
  nameReleased: (name: string) => `The name of ${name} is free.`,
  releaseExplained: (owner: string) =>
    `It belongs to ${owner}. The next process that uses the name will own it, with the grants and sessions of this agent.`,
} as const;

export const agentDetails = {
  identity: "Identity",
  key: "Key",
  firstSeen: "First seen",
  lastSeen: "Last seen",
  intents: "Intents",
  intentsAndDenied: (intents: string, denied: string) => `${intents}, of which ${denied} denied`,
  highestRisk: "Highest risk",
  noneYet: "none yet",
  askedToUse: "Asked to use",
  nothing: "nothing",
  liveGrants: "Live grants",
  noKey: "none: this agent cannot prove who it is",
  copyKey: "Copy the key",
  latestIntents: "Latest intents",
  permissionMode: "Permission mode",
  bypassWarning: "This agent's own permission checks are off: only Gatehouse stands between it and this machine.",
  subagents: "Subagents",
  subagentCalls: (calls: number) => counted(calls, "call"),
  unnamedSubagent: "subagent",
} as const;

export const agentList = {
  agents: "Agents",
  summary: (state: string, intents: number, denied: string) =>
    `${state} · ${counted(intents, "intent")}, ${denied} denied`,
  allLiveGrants: "All live grants",
  connectAnother: "Connect an agent",
  subagentsOf: (name: string) => `Subagents of ${name}`,
  subagent: (kind: string, calls: number) => `${kind} · ${counted(calls, "call")}`,
  unnamedSubagent: "subagent",
  moreSubagents: (count: string) => `and ${count} more`,
} as const;

export const agentsScreen = {
  emptyTitle: "No agent has connected yet",
  empty: "Connect one of the agents on this laptop, and it appears here with everything it asks for.",
  connect: "Connect an agent",
  liveGrants: "Live grants",
  grantsExplained: "Decisions that outlive the request they were made for.",
  noneSelected: "No agent is selected",
} as const;

export const grantsTable = {
  none: "Nothing is in force. Every request is decided on its own.",
  revoked: (title: string) => `No longer in force: ${title}`,
  what: "What",
  agent: "Agent",
  scope: "Scope",
  until: "Until",
  lastUsed: "Last used",
  uses: "Uses",
  endIt: "End it",
  unknown: "unknown",
  sessionEnds: "session ends",
  never: "never",
  revokeGrant: (title: string) => `Revoke ${title}`,
  revoke: "Revoke",
  allow: "Allow",
  deny: "Deny",
} as const;

export const inventory = {
  inventory: "Inventory",
  model: "Model",
  mcpServers: "MCP servers",
  sources: "Sources",
  tools: "Tools",
  none: "none",
  sha256: (digest: string) => `SHA-256 ${digest}`,
  noLongerDeclared: "no longer declared, still remembered",
  accepted: (name: string) => `What ${name} is made of now is accepted.`,
  refused: (name: string) => `${name} is denied as long as it comes with this.`,
  changedDefinitions: "Changed definitions",
  changedInSession: (sessionId: string) => `It came with this in session ${sessionId},`,
  deniedUntilAccepted: ". Its steps are denied until you accept.",
  refuse: "Refuse",
  accept: "Accept",
  newTool: (name: string) => `${name} (new)`,
  besides: "Besides",
  youRefused: "You refused this change.",
  neverAccepted: "Nobody has accepted this agent's tools.",
  changed: "This agent is not what you accepted.",
} as const;

export const pairing = {
  isPaired: (name: string) => `${name} is paired.`,
  isRefused: (name: string) => `${name} is refused.`,
  wantsToPair: "This agent wants to pair.",
  explained:
    "Accept it only if you have just started it yourself and its key is the one below. Until then it may do nothing.",
  refuse: "Refuse",
  accept: "Accept",
} as const;

export const policyInForce = {
  policyInForce: "Policy in force",
  version: (version: string) => `Policy in force, version ${version}`,
  everyOtherTool: "every other tool",
  network: "network",
  allowed: "allowed",
  denied: "denied",
  onlyPaths: (paths: string) => `only ${paths}`,
  notPaths: (blockedPaths: string) => `not ${blockedPaths}`,
  notPatterns: (patterns: string) => `not ${patterns}`,
  upTo: (size: string) => `up to ${size}`,
  everyHost: "every host",
  onlyHosts: (allowed: string) => `only ${allowed}`,
  butNot: (open: string, blocked: string) => `${open}, but not ${blocked}`,
  andMore: (shown: string, count: number) => `${shown} and ${count} more`,
} as const;

export const riskProfile = {
  riskOverTime: "Risk over time",
  timeSpan: "Time of the risk profile",
} as const;

export const sessions = {
  decisions: (count: number) => counted(count, "decision"),
  sessions: "Sessions",
  asPicture: (session: string) => `Show session ${session} step by step`,
  denied: (denied: string) => `, ${denied} denied`,
} as const;

const profileNames: Readonly<Record<string, string>> = {
  "read-only": "Read only",
  offline: "Offline",
  project: "Project",
  trusted: "Trusted",
};

export const reachPicture = {
  title: "What a contained run reaches",
  about: (name: string) => `${name}, started with “gatehouse run”`,
  profile: "Profile",
  profileNames,
  chosen: (name: string) => `${name} (in force)`,
  change: "Can change",
  reach: "Can read or reach",
  out: "Out of reach",
  nothing: "nothing",
  project: "The project",
  projectWrite: "Every file in the folder it was started in, but for hooks and settings of agents",
  projectRead: "Every file in the folder it was started in",
  home: "Your home folder",
  homeRead: "Read only, without places where secrets are kept",
  homeHidden: "Only its own settings, and programs it needs",
  secrets: "Keys and secrets",
  secretsHidden: "SSH keys, cloud accounts, browsers, keyrings, tokens",
  network: "Network",
  networkNone: "No connection at all",
  networkModel: (hosts: string) => `Only its model: ${hosts}`,
  networkAsk: (hosts: string) => `${hosts}; you are asked about every other host`,
  networkOpen: "Any public host, recorded",
  noModel: "no model is known",
  registries: (count: number) => counted(count, "package registry", "package registries"),
  policyHosts: (count: number) => `${counted(count, "host")} of your policy and no other`,
  itsModel: "its model",
  local: "This machine's services",
  localPorts: (ports: string) => `Loopback ports ${ports}`,
  localNone: "No service on this machine or in your network, unless the policy lists it",
  gatehouse: "Gatehouse",
  gatehouseOut: "Its data, sockets and ports; only the questions of hooks get through",
  processes: "Other processes",
  processesOut: "Programs, terminals, windows, D-Bus and the clipboard of your session",
  temporary: "Temporary files",
  temporaryOwn: "A folder of its own, empty at the start and gone at the end",
  opened: "Opened by you",
  openedWrite: "write",
  openedRead: "read",
  openedConnect: "reach",
  always: "always",
  session: "for a session",
} as const;

export const traffic = {
  title: "Network traffic of contained runs",
  none: "No contained run has used the network since Gatehouse started.",
  host: "Host",
  sent: "Sent",
  received: "Received",
  connections: "Connections",
  running: "running now",
  sessionSent: (sent: string, hosts: number) => `${sent} sent to ${counted(hosts, "host")}`,
} as const;
