// The words screens use for the closed vocabularies of the engine.
import type { EntryKind } from "../../shared/domain/audit.ts";
import type { Duration, Scope } from "../../shared/domain/directive.ts";
import type { Effect } from "../../shared/domain/facts.ts";
import type { Protocol } from "../../shared/domain/intent.ts";
import type { AgentState } from "../../shared/domain/telemetry.ts";
import type { Decider, Outcome, RiskLevel } from "../../shared/domain/verdict.ts";

export const levelWords: Readonly<Record<RiskLevel, string>> = {
  LOW: "Low",
  MEDIUM: "Medium",
  HIGH: "High",
  CRITICAL: "Critical",
};

export const outcomeWords: Readonly<Record<Outcome, string>> = {
  APPROVED: "Allowed",
  DENIED: "Denied",
  ESCALATE: "Asks you",
  CONDITIONAL: "With conditions",
};

export const deciderWords: Readonly<Record<Decider, string>> = {
  policy: "policy",
  risk: "risk score",
  human: "you",
  grant: "live grant",
  timeout: "time-out",
  engine: "engine",
};

export const kindWords: Readonly<Record<EntryKind, string>> = {
  registration: "Registration",
  intent: "Intent",
  verdict: "Verdict",
  directive: "Directive",
  report: "Report",
  heartbeat_missed: "Stopped responding",
  revocation: "Revocation",
  grant: "Grant",
  override: "Overridden denial",
  feedback: "Feedback",
  policy: "Policy",
  setting: "Setting",
  lifecycle: "Gatehouse",
  traffic: "Network traffic",
  fault: "Fault",
};

export const stateWords: Readonly<Record<AgentState, string>> = {
  connected: "Connected",
  stale: "Silent",
  disconnected: "Gone",
  halted: "Stopped",
  revoked: "Revoked",
  pending: "Wants to pair",
};

export const effectWords: Readonly<Record<Effect, string>> = {
  read: "reads",
  write: "writes",
  delete: "deletes",
  execute: "runs",
  network: "network",
  privilege: "administrator",
  persistence: "persists",
  credential: "credentials",
  control: "controls input",
  unprotected: "unprotected",
};

export const scopeOrder: readonly Scope[] = ["exact", "command_form", "tool_and_path", "host", "agent", "project"];

export const scopeWords: Readonly<Record<Scope, string>> = {
  exact: "Exactly this",
  command_form: "Any command like this",
  tool_and_path: "This folder",
  host: "This host",
  agent: "This agent",
  project: "Any agent here",
};

export const durationOrder: readonly Duration[] = ["once", "5m", "15m", "1h", "session", "always"];

export const durationWords: Readonly<Record<Duration, string>> = {
  once: "Once",
  "5m": "5 min",
  "15m": "15 min",
  "1h": "1 hour",
  session: "Session",
  always: "Always",
};

/** As the end of a sentence. */
export const durationPhrases: Readonly<Record<Duration, string>> = {
  once: "once",
  "5m": "for 5 minutes",
  "15m": "for 15 minutes",
  "1h": "for 1 hour",
  session: "for this session",
  always: "always",
};

export const protocolWords: Readonly<Record<Protocol, string>> = {
  a2g: "A2G",
  aeon: "AEON",
  aos: "AOS",
  a2e: "A2E",
  hook: "hook",
  mcp: "MCP",
  contained: "contained run",
  console: "console",
};
