// What the frame of the window says: navigation, header, banners, palette, dialogs over every screen.
import { wholeNumber } from "./format.ts";

export const commandKeys = { mac: "⌘", other: "Ctrl" } as const;

export const app = {
  windowCannotReachEngine: (message: string) => `The window cannot reach the engine: ${message}`,
} as const;

export const crashScreen = {
  windowFailed: "The window failed",
  title: "This window could not draw itself",
  explanation:
    "The engine goes on without it: rules are enforced, and what waits for you stays waiting. Load the window again; if it fails again, the message below belongs into a report.",
  reload: "Load the window again",
} as const;

export const engineDown = {
  title: "The engine is not running",
  whatHappened: "What happened",
  safety: "What it means for safety",
  safetyExplained:
    "Gatehouse approves nothing while it is down. An agent that waits for its answer does not act; one that goes on without an answer is not watched. Stop it if you are not sure.",
  whatToDo: "What to do",
  trying: "Trying",
  tryAgain: "Try again",
  copyMessage: "Copy the message",
} as const;

export const faultBanner = {
  ledgerFault: (at: string) => `A fault was recorded, ${at}: the ledger may not be the one that was written last.`,
  fault: (at: string) => `A fault was recorded, ${at}.`,
  lookAtIt: "Look at it",
  iHaveSeenIt: "I have seen it",
} as const;

export const header = {
  search: "Search",
  startEnforcing: "Start enforcing",
  switchToObserveMode: "Switch to observe mode",
  allAgentsStopped: "All agents stopped",
  observeMode: "Observe mode",
  enforcing: "Enforcing",
} as const;

export const healthBanners = {
  engineDoesNotAnswer: "The engine does not answer.",
  whatYouSeeIsOld: (unreachable: string) => `What you see is old, and agents get no permission. ${unreachable}`,
  allAgentsAreStopped: "All agents are stopped.",
  everythingIsDenied: "Everything they ask for is denied until you resume.",
  ledgerCannotBeWritten: "The ledger cannot be written.",
  unrecordedMayNotRun: "What cannot be recorded may not run, so every intent is denied.",
  checkDisk: (dataDirectory: string) =>
    `Check the disk and the rights on ${dataDirectory}; writing is tried again by itself.`,
  portIsTaken: "A port is used by another program.",
  showAddresses: "Show addresses",
  oldAddressFails: (movedPorts: string) =>
    `${movedPorts} Agents that were given the old address do not reach Gatehouse.`,
  policyFileHasProblem: "The policy file has a problem and was not taken over.",
  openPolicy: "Open the policy",
  versionStaysInForce: (version: string, problem: string) => `Version ${version} stays in force. ${problem}`,
  modelNotAvailable: "The risk model is not available.",
  chooseAnother: "Choose another",
  heuristicsDecideAlone: (message = "") =>
    `Heuristics and rules decide alone; nothing becomes more permissive. ${message}`,
  observeMode: "Observe mode: only blocked actions are stopped.",
  startEnforcing: "Start enforcing",
  nothingWaitsForYou: (by: string) => `Nothing waits for you. Switched on by ${by},`,
} as const;

export const killSwitch = {
  resumeReason: "Resumed from the console",
  stopReason: "Stopped from the console",
  allAgentsAreStopped: (deniedApprovals: string) => `All agents are stopped. ${deniedApprovals}`,
  agentsMayActAgain: "Agents may act again.",
  resumeAllAgents: "Resume all agents",
  stopAllAgents: "Stop all agents",
  resumeQuestion: "Let agents act again?",
  stopQuestion: "Stop all agents?",
  resumeExplained: "The policy decides again about what agents ask for. What was denied meanwhile stays denied.",
  stopExplained: (waiting: number) =>
    `From now on everything an agent asks for is denied${waiting > 0 ? `, also the ${wholeNumber(waiting)} waiting now` : ""}. Agents stay connected, live grants stay but do not apply, and you can resume at any time.`,
  requestsWereDenied: (count: number) =>
    count === 0
      ? ""
      : count === 1
        ? "One waiting request was denied."
        : `${wholeNumber(count)} waiting requests were denied.`,
} as const;

export const palette = {
  connectAnAgent: "Connect an agent",
  gettingStarted: "Getting started checklist",
  commands: "Commands",
  placeholder: "Go to a screen, an agent, a request, or search the ledger",
  nothingFound: "Nothing by that name.",
  screens: "Screens",
  waitingForYou: "Waiting for you",
  stop: "Stop",
  allAgents: "all agents",
  resumeAllAgents: "Resume all agents",
  stopAllAgents: "Stop all agents",
  agents: "Agents",
  console: "Console",
  lightTheme: "Light theme",
  darkTheme: "Dark theme",
  systemTheme: "Theme of the system",
  keyboardShortcuts: "Keyboard shortcuts",
  searchLedgerFor: (words: string) => `Search the ledger for “${words}”`,
  stopReason: "Stopped from the console",
  resumeReason: "Resumed from the console",
  stopAgent: (name: string) => `Stop ${name}`,
  resumeAgent: (name: string) => `Resume ${name}`,
  question: (action: string) => `${action}?`,
  done: (action: string) => `Done: ${action}.`,
  stopExplained: "From now on everything asked for is denied, what waits now as well. You can resume at any time.",
  resumeExplained: "The policy decides again. What was denied meanwhile stays denied.",
} as const;

export const screens = {
  overview: "Overview",
  approvals: "Approvals",
  activity: "Activity",
  agents: "Agents",
  sessions: "Sessions",
  policy: "Policy",
  integrations: "Integrations",
  settings: "Settings",
} as const;

export const shortcuts = {
  openPalette: "Go anywhere, stop agents, search the ledger",
  goToScreen: "Go to a screen",
  thisSheet: "This sheet",
  nextRequest: "Next request",
  previousRequest: "Request before",
  allow: "Allow, once the card has been seen for a moment",
  deny: "Deny, likewise",
  pageDown: "Page Down",
  space: "Space",
  nextPage: "Next page of what would run",
  editThenAllow: "Edit, then allow",
  denyWithGuidance: (commandKey: string) => `Deny with guidance; ${commandKey} Enter sends it`,
  scope: "How far it reaches",
  duration: "How long it lasts",
  esc: "Esc",
  leaveItWaiting: "Leave it waiting",
  keyboard: "Keyboard",
  close: "Close",
  everywhere: "Everywhere",
  aRequest: "A request",
  enterNeverAllows: "Enter never allows anything.",
} as const;

export const sidebar = {
  screens: "Screens",
  gatehouse: "Gatehouse",
  version: (version: string) => `Version ${version}`,
  missed: "missed",
  whileYouWereAway: "While you were away",
  waiting: "waiting",
  toPair: "to pair",
} as const;

export const terminalBanners = {
  undone: (title: string) => `Undone: ${title}`,
  fromATerminal: (at: string, title: string) => `From a terminal, ${at}: ${title}.`,
  undo: "Undo",
  dismiss: "Dismiss",
} as const;

export const terminalConfirm = {
  title: "Did you ask for this in a terminal?",
  risk: (level: string) => `. ${level} risk.`,
  rejectAdvice:
    "If you did not, reject it: a program on this machine tries to approve for you. Without an answer nothing happens (",
  reject: "Reject",
  confirm: "Confirm",
} as const;

export const startupFailures = {
  portTaken: {
    what: "The port is taken",
    todo: "Stop the other program, or set GATEHOUSE_PORT to a free port and start Gatehouse again.",
  },
  diskFull: {
    what: "The disk is full",
    todo: "Free some space, then try again. What has been recorded is safe.",
  },
  policyBroken: {
    what: "The policy does not load",
    todo: "Correct the lines named above in the file, or move it away to begin with the template. Then try again.",
  },
  settingsBroken: {
    what: "The settings cannot be read",
    todo: "Correct the file, or move it away to begin with the defaults. Then try again.",
  },
  dataDirectory: {
    what: "The data directory cannot be used",
    todo: "Do what is said above, or set GATEHOUSE_HOME to another folder. Then try again.",
  },
  newerLedger: {
    what: "The ledger is from a newer Gatehouse",
    todo: "Start the newer version with this data directory. An older one does not touch its ledger.",
  },
  alreadyRunning: {
    what: "Another Gatehouse has this data directory",
    todo: "Use the one that is running, or stop it and try again.",
  },
  ledgerFails: {
    what: "The ledger cannot be opened",
    todo: "Check that the file named above is yours and can be written, then try again.",
  },
  other: { what: "The engine could not start", todo: "Put right what is named above, then try again." },
} as const;
