// Signal: an engine event as the telemetry stream writes it, with AEON's names or A2G's.
import { assertNever } from "../../shared/lib/result.ts";
import type { EngineEvent, PublicIntent, SequencedEvent } from "../../shared/domain/telemetry.ts";
import type { CapabilityManifest, Outcome, Verdict } from "../../shared/domain/verdict.ts";

export const formats = ["aeon", "a2g"] as const;
export type Format = (typeof formats)[number];

/** Events that leave the engine, by the names the two documents give them. The others stay inside. */
const names = {
  intent_received: { aeon: "IntentReceived", a2g: "INTENT_RECEIVED" },
  risk_assessed: { aeon: "RiskAssessment", a2g: "RISK_ASSESSMENT" },
  intent_blocked: { aeon: "PolicyViolation", a2g: "INTENT_BLOCKED" },
  intent_allowed: { aeon: "CapabilityManifest", a2g: "INTENT_ALLOWED" },
  execution_complete: { aeon: "ExecutionComplete", a2g: "EXECUTION_COMPLETE" },
  heartbeat: { aeon: "Heartbeat", a2g: "HEARTBEAT" },
} as const;

const gapNames = { aeon: "Gap", a2g: "GAP" } as const;

type PublicEvent = Extract<EngineEvent, { readonly type: keyof typeof names }>;

/** Whether an event is for the stream; the others are for the window alone. */
export function isPublic(event: EngineEvent): event is PublicEvent {
  return Object.hasOwn(names, event.type);
}

/** The text of an event, or undefined when it is not for the stream. */
export function signalText({ sequence, event }: SequencedEvent, format: Format): string | undefined {
  if (!isPublic(event)) return undefined;
  return envelope(names[event.type], format, event.at, sequence, dataOf(event));
}

export const gapReasons = ["not_kept", "restarted", "slow_reader"] as const;

export interface Gap {
  readonly reason: (typeof gapReasons)[number];
  /** The first and the last number that the reader does not get. */
  readonly from: number;
  readonly to: number;
}

/** Tells a reader that it has missed something, and what. */
export function gapText(gap: Gap, at: number, format: Format): string {
  return envelope(gapNames, format, at, gap.to, { ...gap });
}

type Names = Readonly<Record<Format, string>>;

function envelope(name: Names, format: Format, at: number, seq: number, data: unknown): string {
  const other = format === "aeon" ? "a2g" : "aeon";
  return JSON.stringify({ type: name[format], signal: name[other], timestamp: new Date(at).toISOString(), seq, data });
}

function dataOf(event: PublicEvent): unknown {
  switch (event.type) {
    case "intent_received":
      return { ...subject(event.intent), params: event.intent.arguments, protocol: event.intent.protocol };
    case "risk_assessed":
      return { ...subject(event.intent), ...riskData(event.verdict) };
    case "intent_blocked":
      return { ...subject(event.intent), ...blockedData(event.verdict) };
    case "intent_allowed":
      return { ...subject(event.intent), ...allowedData(event.verdict) };
    case "execution_complete":
      return completeData(event.report);
    case "heartbeat":
      return { status: event.status, load: event.load, agent_did: event.agentDid };
    default:
      return assertNever(event);
  }
}

function subject(intent: PublicIntent): object {
  return {
    method: intent.tool,
    intent_id: intent.intentId,
    agent_did: intent.agentDid,
    session_id: intent.context.sessionId,
  };
}

const decisions: Readonly<Record<Outcome, string>> = {
  APPROVED: "ALLOWED",
  CONDITIONAL: "ALLOWED",
  DENIED: "BLOCKED",
  ESCALATE: "ESCALATED",
};

function riskData({ risk, outcome }: Verdict): object {
  const scores = {
    gemma_score: risk.modelScore,
    model_score: risk.modelScore,
    heuristic_score: risk.heuristicScore,
    final_score: risk.score,
  };
  return {
    ...scores,
    scores,
    risk_level: risk.level,
    decision: decisions[outcome],
    verdict: outcome,
    threats: risk.threats,
    model_status: risk.modelStatus,
  };
}

function blockedData(verdict: Verdict): object {
  return {
    reason: verdict.reasoning,
    reason_code: verdict.reason,
    rule: verdict.rule,
    risk_score: verdict.risk.score,
    risk_level: verdict.risk.level,
    phase: verdict.phase,
    blocked_at_phase: verdict.phase,
  };
}

function allowedData(verdict: Verdict): object {
  const manifest = verdict.manifest === undefined ? undefined : manifestData(verdict.manifest);
  return {
    ...manifest,
    manifest,
    risk_score: verdict.risk.score,
    risk_level: verdict.risk.level,
    verdict: verdict.outcome,
    conditions: verdict.conditions.map(({ text }) => text),
  };
}

function manifestData(manifest: CapabilityManifest): object {
  return {
    max_memory_mb: manifest.maxMemoryMb,
    max_cpu_percent: manifest.maxCpuPercent,
    timeout_seconds: manifest.timeoutSeconds,
    network_allowed: manifest.networkAllowed,
    allowed_hosts: manifest.allowedHosts,
    filesystem_scope: manifest.filesystemScope,
  };
}

function completeData(report: Extract<EngineEvent, { readonly type: "execution_complete" }>["report"]): object {
  return {
    method: report.tool,
    intent_id: report.intentId,
    agent_did: report.agentDid,
    duration_ms: report.durationMs,
    success: report.status === "SUCCESS",
    status: report.status,
    metrics: report.metrics ?? {},
    late: report.late,
    violation: report.violation,
  };
}
