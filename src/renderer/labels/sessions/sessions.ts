// What the sessions screen says.
import type { Outcome } from "../../../shared/domain/verdict.ts";
import { counted, elapsed, wholeNumber } from "../format.ts";

export const sessionsScreen = {
  views: "View",
  sessions: "Sessions",
  trends: "Trends",
} as const;

export const sessionList = {
  sessions: "Sessions",
  none: "No sessions yet",
  noneExplained: "Each run of an agent becomes a session here, with every step it took.",
  summary: (decisions: number, denied: number) =>
    denied === 0 ? counted(decisions, "step") : `${counted(decisions, "step")}, ${wholeNumber(denied)} denied`,
} as const;

export const sessionView = {
  session: "Session",
  picture: "Picture",
  timeline: "Timeline",
  flow: "Data flow",
  table: "Table",
  steps: (steps: number) => counted(steps, "step"),
  asked: (asked: number) => `${wholeNumber(asked)} asked`,
  denied: (denied: number) => `${wholeNumber(denied)} denied`,
  lasted: (milliseconds: number) => `over ${elapsed(milliseconds)}`,
  inActivity: "Show in Activity",
  latestOnly: (steps: number) => `Only the latest ${wholeNumber(steps)} steps are drawn. Activity has all of them.`,
  cannotBeShown: "This session cannot be shown",
  noSteps: "This session has no steps in the ledger any more",
  backToList: "All sessions",
} as const;

export const timeline = {
  name: "Timeline of the session",
  hint: "Select a step to replay it. Select it again to open it in Activity.",
  risk: "Risk",
  asks: (score: string) => `asks from ${score}`,
  denies: (score: string) => `denies from ${score}`,
  mainAgent: "Main agent",
  subagent: "Subagent",
  /** The name of a mark, for people who do not see it. */
  step: (place: number, headline: string, outcome: string, risk: string, who: string) =>
    `Step ${wholeNumber(place)}${who === "" ? "" : `, ${who}`}: ${headline}. ${outcome}${risk === "" ? "" : `, risk ${risk}`}`,
  legend: "Meaning of the marks",
  outcomes: {
    APPROVED: "Allowed",
    CONDITIONAL: "Allowed with changes",
    ESCALATE: "Asked you",
    DENIED: "Denied",
  } satisfies Record<Outcome, string>,
} as const;

export const replay = {
  replay: "Replay",
  first: "First step",
  previous: "Previous step",
  play: "Play",
  pause: "Pause",
  next: "Next step",
  last: "Last step",
  position: "Step",
  place: (place: number, all: number) => `Step ${wholeNumber(place)} of ${wholeNumber(all)}`,
  openInActivity: "Open in Activity",
  by: (who: string) => `by ${who}`,
  reads: "Reads",
  writes: "Writes",
  deletes: "Deletes",
  talksTo: "Talks to",
  change: (path: string) => `Change to ${path}`,
  added: "added",
  removed: "removed",
  againstEarlier: "Compared with what the session wrote there before",
  wholeFile: "The whole text it writes",
  replaced: "The text it replaces",
  unchanged: (lines: number) => counted(lines, "unchanged line"),
  moreLines: (lines: number) => `${counted(lines, "more line")}: open the step in Activity to read them`,
  notRecorded: "The ledger does not hold this text.",
} as const;

export const stepTable = {
  name: "Steps of the session",
  step: "Step",
  time: "Time",
  who: "Who",
  what: "What",
  tool: "Tool",
  risk: "Risk",
  outcome: "Outcome",
} as const;

export const exportButtons = {
  png: "PNG",
  csv: "CSV",
  savePng: (what: string) => `PNG: save “${what}” as a picture`,
  saveCsv: (what: string) => `CSV: save “${what}” as a table`,
  failed: "The picture could not be made.",
  /** Names of files. */
  files: { timeline: "session-timeline", flow: "session-data-flow" },
} as const;
