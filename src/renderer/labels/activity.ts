// What the activity screen says.
import { counted } from "./format.ts";

export const activityRow = {
  loading: "Loading",
  gatehouse: "Gatehouse",
} as const;

export const activityScreen = {
  entries: (count: number) => counted(count, "entry", "entries"),
  searchIsBehind: (count: string, value: string) => `${count} · search lacks the newest ${value}`,
} as const;

export const activityTable = {
  newer: (newer: string) => `${newer} newer`,
  entriesNewestFirst: "Entries, newest first",
  ledgerCannotBeRead: "The ledger cannot be read",
  time: "Time",
  agent: "Agent",
  what: "Action",
  project: "Project",
  tool: "Tool",
  whatBecameOfIt: "Outcome",
  why: "Why",
  cannotSearch: "This search cannot be read",
  onlySignsTitle: "Punctuation alone cannot be searched",
  onlySigns: "Add a word: search looks for letters and digits.",
  nothingFits: "No results",
  nothingFitsAdvice: "Clear a filter, or choose a longer time.",
  emptyTitle: "The ledger is empty",
  empty: "What agents ask for and what becomes of it is recorded here.",
} as const;

export const phaseList = {
  phases: "Phases",
  findings: "Findings",
} as const;

export const exportMenu = {
  jsonLines: "JSON lines",
  jsonLinesUse: "loses nothing, can be verified anywhere",
  csv: "CSV",
  csvUse: "for spreadsheets",
  ocsf: "OCSF",
  ocsfUse: "for security tools",
  export: "Export",
  howMuch: "How much",
  wholeLedger: "The whole ledger",
  filtered: "What the filters show",
  noFilters: "There are no filters",
} as const;

export const facetPicker = {
  none: "No entry that fits has one.",
  counting: "Counting…",
} as const;

export const filterChips = {
  filters: "Filters",
  time: "Time",
  eachIntent: "Rows",
  onceAsItCame: "one per action",
  clearAll: "Clear all",
  removeFilter: (label: string) => `Take out the filter by ${label}`,
  filterBy: "Filter by",
  filter: "Filter",
} as const;

export const integrity = {
  integrity: "Integrity",
  verifying: (share: string) => `Verifying ${share}`,
  verifyNow: "Verify now",
  notVerifiedYet: "Not verified yet",
  sound: "Verified",
  altered: "Altered",
  explained:
    "Every entry is chained to the one before it, sealed, and signed in groups. Verifying reads all of them again.",
  isSound: "Verified: nothing was changed.",
  wasAltered: "The ledger was altered.",
  checked: (entries: number, by: string, at: string, milliseconds: string) =>
    `${counted(entries, "entry", "entries")} checked by ${by} on ${at}, in ${milliseconds}.`,
  entries: "Entries",
  since: "Since",
  signedUpTo: "Signed through entry",
  archived: "Archived",
  entryCount: (count: number) => counted(count, "entry", "entries"),
  onDisk: "On disk",
} as const;

export const jobLine = {
  export: "Export",
  verification: "Verification",
  doneEntries: (count: number) => `${counted(count, "entry", "entries")}. `,
  of: (total: string) => ` of ${total}`,
  stop: "Stop",
} as const;

export const lineage = {
  andMore: (count: number) => `and ${count} more`,
} as const;

export const rawEntry = {
  number: "Number",
  hash: "Hash",
  previousHash: "Before it",
  showAsJson: "Show as JSON",
  hideJson: "Hide the JSON",
  copyEntry: "Copy the entry",
} as const;

export const searchBox = {
  label: "Search the ledger",
  placeholder: "Search, or filter: agent:codex tool:write >0.5 path:.github",
  clear: "Clear the search",
} as const;

export const sessionLine = {
  decisions: "Decisions of the session",
  showAll: "Show the whole session",
} as const;

export const storyPanel = {
  story: "Story",
  copyAction: "Copy action",
  copyLink: "Copy link",
  close: "Close the story",
  cannotBeShown: "It cannot be shown",
  storyOfEntry: "Story of the entry",
  by: (protocol: string) => `, by ${protocol}`,
  agentSays: "Agent's explanation (unverified)",
  lineage: "Where it came from, what came of it",
  session: "Session",
  entry: "Entry",
} as const;

export const textPicker = {
  sessionHint: "The exact session ID.",
  projectHint: "The project's folder, or its last part.",
  pathHint: "An absolute path covers everything below it; any other text is looked for word by word.",
  hostHint: "A domain covers its sub-domains.",
  filter: "Filter",
} as const;

export const timePicker = {
  time: "Time",
  anyTime: "Any time",
  from: "From",
  before: "Before",
  wrongOrder: "It ends before it begins.",
  filter: "Filter",
} as const;

export const viewMenu = {
  views: "Views",
  view: "View",
  saved: "Saved",
  name: "Name of the view",
  saveAs: "Save these filters as",
  save: "Save",
  deleteView: (name: string) => `Delete the view ${name}`,
} as const;

export const filters = {
  ranges: {
    "1h": "Last hour",
    "24h": "Last 24 hours",
    "7d": "Last 7 days",
    "30d": "Last 30 days",
    "90d": "Last 90 days",
  },
  dimensions: {
    kinds: "Kind",
    agents: "Agent",
    outcomes: "Verdict",
    levels: "Risk",
    reasons: "Reason",
    deciders: "Decided by",
    rules: "Rule",
    tools: "Tool",
    protocols: "Protocol",
    sessions: "Session",
    project: "Project",
    path: "Path",
    host: "Host",
  },
  views: {
    decisions: "Actions",
    denied: "Denied",
    asked: "Asked a human",
    byPeople: "Decided by people",
    unanswered: "Ended without an answer",
    highRisk: "High and critical risk",
    system: "Agents, rights and settings",
    everything: "Everything",
  },
  anyTime: "Any time",
  before: (time: string) => `Before ${time}`,
  since: (time: string) => `Since ${time}`,
  between: (from: string, to: string) => `${from} – ${to}`,
  /** "Denied or Asks you", "Codex or 3 more". */
  alternatives: (values: readonly string[]) =>
    values.length <= 2 ? values.join(" or ") : `${values[0]} or ${values.length - 1} more`,
} as const;
