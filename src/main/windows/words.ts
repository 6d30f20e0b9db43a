// Every text the main process shows: tray, notifications, application menu, dialogs.
import type { ExportFormat } from "../../shared/contract/ledger-export.ts";
import type { Settings } from "../../shared/contract/settings.ts";
import type { RiskLevel } from "../../shared/domain/verdict.ts";

const product = "Gatehouse";

export const menuWords = {
  product,
  file: "File",
  view: "View",
  help: "Help",
  pause: "Pause notifications for 15 minutes",
  settings: "Settings…",
  palette: "Go to anything…",
  documentation: "Documentation",
  shortcuts: "Keyboard shortcuts",
  gettingStarted: "Getting started",
  log: "Log",
  aboutItem: "About Gatehouse",
  about: "Sees, judges and remembers what the AI agents on this computer want to do.",
} as const;

export const trayWords = {
  product,
  postures: {
    deny: "Unanswered requests: denied",
    wait: "Unanswered requests: kept waiting",
  } satisfies Readonly<Record<Settings["posture"], string>>,
  engineDown: "The engine is not running",
  allStopped: "All agents are stopped",
  waiting: (count: number) =>
    count === 0 ? "Nothing waits" : count === 1 ? "1 request waits" : `${count} requests wait`,
  state: (waiting: string, mode: "enforce" | "observe", quiet: boolean) =>
    `${waiting}, ${mode === "observe" ? "observe mode" : "enforcing"}${quiet ? ", quiet hours" : ""}`,
  observing: "Observe mode: only blocked actions are stopped",
  open: "Open Gatehouse",
  review: (waiting: number) => `Review ${waiting} waiting`,
  pause: "Pause notifications for 15 minutes",
  resume: (until: number) => `Resume notifications (paused until ${clock(until)})`,
  resumeAll: "Resume all agents",
  stopAll: "Stop all agents",
  stopOne: "Stop one agent",
  resumeOne: "Resume one agent",
  quit: "Quit Gatehouse",
} as const;

const levels: Readonly<Record<RiskLevel, string>> = {
  LOW: "Low",
  MEDIUM: "Medium",
  HIGH: "High",
  CRITICAL: "Critical",
};

export const noticeWords = {
  deny: "Deny",
  allow: "Allow once",
  review: "Review",
  denyAll: (count: number) => `Deny all ${count}`,
  request: (agent: string, action: string) => `${agent}: ${action}`,
  risk: (level: RiskLevel, score: number) => `${levels[level]} risk ${score.toFixed(2)}.`,
  waits: "It waits for you.",
  timeout: (milliseconds: number) => `Denied automatically in ${minutes(milliseconds)}.`,
  shortened: (text: string) => `${text} … open it to read all`,
  digest: (count: number) => (count === 1 ? "1 request is waiting for you" : `${count} requests are waiting for you`),
  highest: (level: RiskLevel) => `The highest risk is ${levels[level].toLowerCase()}.`,
  missed: (count: number) => (count === 1 ? "A request ended without you" : `${count} requests ended without you`),
  times: (count: number, reason: string) => `${count} × ${lowerFirst(reason)}`,
  hidden: "Gatehouse keeps running",
  hiddenWithTray: "It goes on answering your agents. Open or quit it from the tray, or start Gatehouse again.",
  hiddenWithoutTray: "It goes on answering your agents. Start Gatehouse again to see its window.",
} as const;

export const loginItemWords = { name: product, comment: "Answers the AI agents on this computer" } as const;

export const popoverWords = {
  change: (path: string, lines: number) => `${path}\n${lines === 1 ? "1 line" : `${lines} lines`} of text to write`,
} as const;

export const quitWords = {
  product,
  message: (waiting: number) =>
    waiting === 1 ? "1 request is waiting. Quit and deny it?" : `${waiting} requests are waiting. Quit and deny them?`,
  detail: "While Gatehouse is closed, agents get no answer. To keep it running, close the window instead.",
  cancel: "Cancel",
  action: (waiting: number) => (waiting === 1 ? "Quit and deny it" : "Quit and deny them"),
} as const;

export const updateWords = {
  product,
  ready: (version: string) => `Gatehouse ${version} is ready. Restart now?`,
  readyDetail: "Nothing waits at the moment. While Gatehouse restarts, connected agents run no tools.",
  later: "Later",
  restart: "Restart",
  available: (version: string) => `Gatehouse ${version} is available`,
  availableDetail: (command: string) => `To update: ${command}`,
} as const;

export const exportWords = {
  title: "Export the ledger",
  formats: {
    jsonl: "JSON lines, verifiable",
    csv: "Table (CSV)",
    ocsf: "OCSF events",
  } satisfies Readonly<Record<ExportFormat, string>>,
} as const;

function clock(at: number): string {
  return new Date(at).toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
}

function minutes(milliseconds: number): string {
  const count = Math.max(1, Math.round(milliseconds / 60_000));
  return count === 1 ? "a minute" : `${count} minutes`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
