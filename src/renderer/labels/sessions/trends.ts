// What the data flow of a session and the trends over all sessions say.
import { counted, wholeNumber } from "../format.ts";

export const flow = {
  name: "Data flow of the session",
  hint: "Select a file or host to see its rows in Activity. Dotted lines were denied: nothing went that way.",
  columns: { source: "Read from", agent: "By", written: "Written to", sent: "Sent to" },
  verbs: { source: "Read", agent: "By", written: "Written", sent: "Sent to" },
  deleted: "Deleted",
  secret: "secret",
  secretPrefix: "secret: ",
  blocked: "denied",
  more: (count: number) => `${wholeNumber(count)} more`,
  steps: (steps: number) => counted(steps, "step"),
  risk: (level: string) => `highest risk ${level.toLowerCase()}`,
} as const;

export const trends = {
  timeSpan: "Time span",
  risk: "Risk of every action",
  riskExplained: "Each mark is one action. Above the lines Gatehouse asks you, or denies.",
  someOf: (points: number, all: number) =>
    `${wholeNumber(points)} of ${counted(all, "action")} drawn, the risky ones first`,
  tools: "Agents and tools",
  toolsExplained: "How often each agent used each tool.",
  fatigue: "Approval fatigue",
  fatigueExplained: "Fast answers that nearly always allow are a sign that you are asked too often.",
  seconds: "Half of your answers within",
  allowed: "Allowed",
  nothing: "Nothing in this time",
  cell: (agent: string, tool: string, intents: number, asked: number, denied: number) =>
    `${agent}, ${tool}: ${counted(intents, "action")}, ${wholeNumber(asked)} asked, ${wholeNumber(denied)} denied`,
  point: (agent: string, tool: string, score: string, outcome: string, at: string) =>
    `${agent}, ${tool}, risk ${score}, ${outcome}, ${at}`,
  answers: (when: string, median: string, share: string, answers: number) =>
    `${when}: half within ${median}, ${share} allowed, ${counted(answers, "answer")}`,
  asks: (score: string) => `asks from ${score}`,
  denies: (score: string) => `denies from ${score}`,
  files: { risk: "risk", tools: "agents-and-tools", fatigue: "approval-fatigue" },
} as const;
