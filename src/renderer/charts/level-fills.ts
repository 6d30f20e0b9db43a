// The colours of risk levels as areas.
import type { RiskLevel } from "../../shared/domain/verdict.ts";

export const levelFills: Readonly<Record<RiskLevel, string>> = {
  LOW: "var(--color-risk-low)",
  MEDIUM: "var(--color-risk-medium)",
  HIGH: "var(--color-risk-high)",
  CRITICAL: "var(--color-risk-critical)",
};
