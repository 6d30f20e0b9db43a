// Bands: the severities heuristics may give, placed so that a band's meaning (approve, warn, ask, deny) is chosen by name.
import type { SeverityName } from "../../../shared/domain/threats.ts";

/** 0.4 is MEDIUM, 0.5 warns, 0.7 asks a human, 0.8 denies, 0.9 is CRITICAL. */
export const severity = {
  /** Worth naming, never worth a warning: it explains what the action touches. */
  note: 0.2,
  /** Unusual for work on a project, harmless by itself. */
  weak: 0.3,
  medium: 0.45,
  warn: 0.55,
  /** One step below asking: a second, independent finding overrides it over the line. */
  suspicious: 0.67,
  ask: 0.74,
  deny: 0.84,
  critical: 0.95,
} as const satisfies Readonly<Record<SeverityName, number>>;
export type Severity = (typeof severity)[keyof typeof severity];

/** Scores are compared, stored and shown with four decimals, so that score, level and verdict never disagree. */
export function roundScore(score: number): number {
  if (!(score > 0)) return 0;
  return score >= 1 ? 1 : Math.round(score * 10_000) / 10_000;
}
