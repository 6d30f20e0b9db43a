// What charts say.
import { counted } from "./format.ts";

export const latencyChart = {
  within99: "99 of 100 within",
  within95: "95 of 100 within",
  within50: "Half within",
  measuredPhases: "Phases 1 to 4, as every verdict records them; the flush to disk is not in it",
  timeToDecide: "Time to decide",
  p50: "p50",
  p99: "p99",
  noDecisions: "No decisions in this time",
  lookedAt: (decisions: number) => `${counted(decisions, "decision")} looked at`,
} as const;

export const levelChart = {
  nothing: "Nothing in this time",
} as const;

export const riskChart = {
  intentsByRisk: "Intents by risk",
} as const;

export const scoreScale = {
  notAvailable: "not available",
  tooLate: "too late",
  heuristics: "Heuristics",
  model: "Model",
  scale: "Scale",
  asks: (asks: string) => `asks ${asks}`,
  denies: (denies: string) => `${denies} denies`,
} as const;

export const verdictChart = {
  verdicts: "Verdicts",
  noVerdicts: "No verdicts in this time",
} as const;
