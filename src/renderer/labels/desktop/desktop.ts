// What the help and the log say, and what the palette says about them.

export const helpScreen = {
  title: "Help",
  pages: "Pages",
  page: "Page",
  cannotBeRead: "This page cannot be shown",
} as const;

/** The pages in the order in which they help, by their file. */
export const helpTitles: Readonly<Record<string, string>> = {
  "approvals.md": "Approvals",
  "agents.md": "Connecting agents",
  "policy.md": "Policy",
  "packs.md": "Packs of rules",
  "risk-model.md": "Risk",
  "models.md": "Risk models",
  "ledger.md": "Ledger",
  "cli.md": "Command line",
  "mcp.md": "MCP servers",
  "protocol.md": "Protocols",
  "protocol/a2g.md": "A2G",
  "protocol/aos.md": "AOS",
  "protocol/aeon.md": "AEON",
  "protocol/a2e.md": "A2E",
  "performance.md": "Performance",
};

export const logScreen = {
  title: "Log",
  about: "What happened to Gatehouse itself, newest first. What agents asked is in the activity.",
  refresh: "Refresh",
  showFile: "Show the file",
  copy: "Copy",
  find: "Find in the log",
  problemsOnly: "Problems only",
  empty: "Nothing yet",
  emptyAbout: "Starts, failures, changes of policy and mode appear here.",
  nothingFits: "No results",
  tryOtherWords: "Try other words, or show all entries.",
  entries: "Log entries",
  levels: { info: "Info", warning: "Warning", error: "Error" },
  failed: "The log cannot be read.",
} as const;

export const desktopNotices = {
  paused: (until: string) => `Notifications are paused until ${until}. Requests still wait for you here.`,
  resumed: "Notifications are on again.",
  failed: "This did not work.",
} as const;

export const paletteActions = {
  heading: "Actions",
  settings: "Settings",
  rules: "Rules",
  sessions: "Sessions",
  reviewNext: "Review the next request",
  nothingWaits: "Nothing is waiting for you.",
  verify: "Verify the ledger",
  verifying: "The ledger is being verified.",
  exportLedger: "Export the ledger…",
  pause: "Pause notifications for 15 minutes",
  resume: "Resume notifications",
} as const;
