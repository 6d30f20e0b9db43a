// What is said where agents are connected: the list of those found, the change, the test, and the first steps.
import type { ConnectorState } from "../../shared/contract/connector.ts";
import { counted } from "./format.ts";

export const connectorStateWords: Readonly<Record<ConnectorState | "not_installed", string>> = {
  not_installed: "Not installed",
  not_connected: "Not connected",
  connected: "Connected",
  changed: "Hook changed",
  disabled: "Hooks switched off",
  needs_trust: "Not trusted yet",
  unsupported: "Unsupported version",
};

export const foundAgents = {
  looking: "Looking for agents…",
  agents: "Agents on this laptop",
  none: "No supported agent was found on this laptop.",
  notInstalled: (names: string) => `Not installed: ${names}`,
  unknownVersion: "Version unknown",
  connect: "Connect",
  repair: "Repair",
  disconnect: "Disconnect",
  test: "Test",
  connectAgent: (name: string) => `Connect ${name}`,
  repairAgent: (name: string) => `Repair ${name}`,
  disconnectAgent: (name: string) => `Disconnect ${name}`,
  testAgent: (name: string) => `Test the hook of ${name}`,
  testing: "Testing…",
  passed: (name: string, detail: string) => `${name}: ${detail}`,
  onlyIn: (folder: string) => `Only in ${folder}`,
  trust: (name: string) =>
    `Start ${name} in a terminal and answer its question about hooks yourself; Gatehouse never answers it for you. This turns green by itself.`,
} as const;

export const connectDialog = {
  titles: {
    connect: (name: string) => `Connect ${name}`,
    repair: (name: string) => `Repair ${name}`,
    disconnect: (name: string) => `Disconnect ${name}`,
  },
  about: {
    connect: (name: string) => `${name} will ask Gatehouse before every tool runs. Nothing else about it changes.`,
    repair: (name: string) => `Puts the hook back, so that ${name} asks Gatehouse again.`,
    disconnect: (name: string) => `${name} will no longer ask. What it does is neither judged nor recorded.`,
  },
  scope: "Where",
  allProjects: "All projects",
  oneProject: "One project",
  folder: "Folder of the project",
  folderPlaceholder: "/home/you/project",
  folderHint: "Give the whole path of the folder.",
  whatChanges: "What will change",
  willBeCreated: "will be created",
  willBeChanged: "will be changed",
  willBeRemoved: "will be removed",
  backup: "A copy of each file goes to the backups in Gatehouse's data folder first.",
  nothingToChange: "The files are as they should be: nothing will be changed.",
  goodToKnow: "Good to know",
  reading: "Reading the files…",
  cancel: "Cancel",
  done: "Done",
  tryAgain: "Try again",
  writing: "Writing…",
  testing: "Sending a test call through the hook…",
  isConnected: (name: string) => `${name} is connected`,
  isDisconnected: (name: string) => `${name} is disconnected`,
  almostConnected: (name: string) => `One more step in ${name}`,
  needsAttention: (name: string) => `${name} is connected, but needs attention`,
  testPassed: "The test call was judged",
  testFailed: "The test call did not get through",
  testFailedHelp: "Until this works, the agent's tools are blocked. Repair the hook, or disconnect the agent.",
  nothingWasChanged: "Nothing was changed",
  restored: "Its files are as they were before.",
  added: "Added:",
  removed: "Removed:",
  unchangedLines: (count: string) => `${count} unchanged lines`,
} as const;

export const checklist = {
  title: "Getting started",
  progress: (done: number, all: number) => `${done} of ${all} done`,
  complete: "You are all set",
  completeAbout: "Gatehouse now judges what your agents want to do, and asks you when it matters.",
  close: "Close",
  done: "Done",
  steps: {
    connected: "Connect an agent",
    asked: "First request",
    answered: "First answer",
  },
  hints: {
    connected: "Choose one that is installed; the exact change is shown first.",
    asked: "Give your agent something to do. Its first request appears here.",
    answered: "Answer a request that waits for you, or try it with a test intent.",
  },
  chooseAgent: "Choose an agent",
  tryIt: "Send a test intent",
} as const;

export const observeWeek = {
  name: "Week of observe mode",
  offer: "Not sure about the rules yet?",
  offerExplained:
    "Observe for a week: your agents work without questions, critical actions are still denied, and at the end you turn what you saw into rules.",
  start: "Observe for a week",
  day: (day: number) => `Observing, day ${day} of 7.`,
  soFar: (questions: number) =>
    questions === 0
      ? "So far nothing would have asked you."
      : `So far ${counted(questions, "kind of action", "kinds of actions")} would have asked you.`,
  look: "Show what was seen",
  over: "Your week of observe mode is over.",
  reviewNow: (questions: number) =>
    questions === 0
      ? "Nothing would have asked you: you can start enforcing."
      : `${counted(questions, "kind of action", "kinds of actions")} would have asked you. Turn what is fine into rules, then start enforcing.`,
  review: "Review and enforce",
} as const;

export const driftBanner = {
  changed: (names: string) => `${names} no longer asks Gatehouse.`,
  changedExplained: "Its hook was changed or removed, so what it does is not judged.",
  disabled: (names: string) => `${names} runs no hooks.`,
  repair: "Repair",
  show: "Show",
} as const;

export const permissionModes = {
  known: {
    default: { words: "asks before tools run", about: "The agent asks its user before tools run, as is its default." },
    plan: { words: "plan", about: "The agent only reads and plans." },
    acceptedits: { words: "accepts edits", about: "The agent changes files without asking its user." },
    auto_edit: { words: "accepts edits", about: "The agent changes files without asking its user." },
    auto: { words: "auto", about: "A model of the agent decides which calls need its user." },
    dontask: { words: "does not ask", about: "The agent denies what its user has not allowed before." },
  },
  bypass: {
    words: (mode: string) => `${mode}: asks nobody`,
    about: "The agent's own permission checks are off: only Gatehouse stands between it and this machine.",
  },
  other: "The permission mode that the agent names.",
} as const;
