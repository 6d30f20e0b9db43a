// Marks for risk level, outcome and agent state that differ in shape as well as in colour.
import { Ban, Check, Hand, ListChecks } from "lucide-react";
import type { ReactNode } from "react";
import type { AgentState } from "../../shared/domain/telemetry.ts";
import type { Outcome, RiskLevel } from "../../shared/domain/verdict.ts";
import { levelWords, outcomeWords, stateWords } from "../labels/vocabulary.ts";
import { marks as labels } from "../labels/components.ts";

export const levelInk: Readonly<Record<RiskLevel, string>> = {
  LOW: "text-risk-low",
  MEDIUM: "text-risk-medium",
  HIGH: "text-risk-high",
  CRITICAL: "text-risk-critical",
};

const levelShapes: Readonly<Record<RiskLevel, ReactNode>> = {
  LOW: <circle cx="6" cy="6" r="3.75" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  MEDIUM: <path d="M6 1.2 10.8 6 6 10.8 1.2 6Z" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  HIGH: <path d="M6 1 11.4 10.6H.6Z" fill="currentColor" />,
  CRITICAL: <path d="M3.7.5h4.6l3.2 3.2v4.6l-3.2 3.2H3.7L.5 8.3V3.7Z" fill="currentColor" />,
};

/** Circle, diamond, triangle, octagon: each level has its shape. */
export function RiskMark({ level, size = 12, silent = false }: { level: RiskLevel; size?: number; silent?: boolean }) {
  const label = labels.risk(levelWords[level]);
  return (
    <svg
      viewBox="0 0 12 12"
      width={size}
      height={size}
      className={`shrink-0 ${levelInk[level]}`}
      {...(silent ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      {levelShapes[level]}
    </svg>
  );
}

const outcomeInk: Readonly<Record<Outcome, string>> = {
  APPROVED: "text-approved",
  DENIED: "text-denied",
  ESCALATE: "text-held",
  CONDITIONAL: "text-conditional",
};

const outcomeIcons = { APPROVED: Check, DENIED: Ban, ESCALATE: Hand, CONDITIONAL: ListChecks } as const;

export function OutcomeMark({ outcome, words }: { outcome: Outcome; words?: string }) {
  const Icon = outcomeIcons[outcome];
  return (
    <span
      title={words}
      className={`inline-flex items-center gap-1.5 whitespace-nowrap ${words === undefined ? "shrink-0" : "min-w-0"} ${outcomeInk[outcome]}`}
    >
      <Icon size={13} strokeWidth={2.25} aria-hidden className="shrink-0" />
      <span className={`truncate ${outcome === "APPROVED" ? "text-quiet" : "font-medium"}`}>
        {words ?? outcomeWords[outcome]}
      </span>
    </span>
  );
}

const stateInk: Readonly<Record<AgentState, string>> = {
  connected: "text-risk-low",
  stale: "text-held",
  disconnected: "text-faint",
  halted: "text-danger",
  revoked: "text-danger",
  pending: "text-accent",
};

const stateShapes: Readonly<Record<AgentState, ReactNode>> = {
  connected: <circle cx="6" cy="6" r="4" fill="currentColor" />,
  stale: (
    <g>
      <circle cx="6" cy="6" r="3.75" fill="none" stroke="currentColor" strokeWidth="1.25" />
      <path d="M6 2.25a3.75 3.75 0 0 1 0 7.5Z" fill="currentColor" />
    </g>
  ),
  disconnected: <circle cx="6" cy="6" r="3.5" fill="none" stroke="currentColor" strokeWidth="1.25" />,
  halted: <path d="M2 2h8v8H2Z" fill="currentColor" />,
  revoked: <path d="m2.5 2.5 7 7m0-7-7 7" stroke="currentColor" strokeWidth="2" />,
  pending: <path d="M6 1.2 10.8 6 6 10.8 1.2 6Z" fill="none" stroke="currentColor" strokeWidth="1.5" />,
};

export function StateMark({ state, words = false }: { state: AgentState; words?: boolean }) {
  return (
    <span className={`inline-flex items-center gap-1.5 ${stateInk[state]}`}>
      <svg
        viewBox="0 0 12 12"
        width={10}
        height={10}
        className="shrink-0"
        {...(words ? { "aria-hidden": true } : { role: "img", "aria-label": stateWords[state] })}
      >
        {stateShapes[state]}
      </svg>
      {words ? <span className={state === "connected" ? "text-quiet" : ""}>{stateWords[state]}</span> : null}
    </span>
  );
}
