// Signal: both encodings carry every field that the two documents list.
import { describe, expect, test } from "vitest";
import { gapText, signalText } from "../../../src/main/telemetry/signal.ts";
import type { EngineEvent } from "../../../src/shared/domain/telemetry.ts";
import { approved, at, beat, denied, inside, intent } from "./support.ts";

const report = {
  intentId: "i-1",
  agentDid: intent.agentDid,
  tool: "write_file",
  status: "SUCCESS",
  durationMs: 45,
  metrics: { duration_ms: 45 },
  late: false,
  violation: false,
} as const;

const cases: readonly [EngineEvent, string, string, Record<string, unknown>][] = [
  [
    { type: "intent_received", at, intent },
    "IntentReceived",
    "INTENT_RECEIVED",
    {
      method: "execute_command",
      params: intent.arguments,
      intent_id: "i-1",
      agent_did: intent.agentDid,
      session_id: "s-1",
    },
  ],
  [
    { type: "risk_assessed", at, intent, verdict: denied },
    "RiskAssessment",
    "RISK_ASSESSMENT",
    {
      method: "execute_command",
      gemma_score: 0.9,
      model_score: 0.9,
      heuristic_score: 0.95,
      final_score: 0.95,
      risk_level: "CRITICAL",
      decision: "BLOCKED",
      scores: { model_score: 0.9, heuristic_score: 0.95, final_score: 0.95 },
      threats: ["Remote Code Execution"],
    },
  ],
  [
    { type: "intent_blocked", at, intent, verdict: denied },
    "PolicyViolation",
    "INTENT_BLOCKED",
    { method: "execute_command", reason: denied.reasoning, risk_score: 0.95, blocked_at_phase: 3, phase: 3 },
  ],
  [
    { type: "intent_allowed", at, intent, verdict: approved },
    "CapabilityManifest",
    "INTENT_ALLOWED",
    {
      method: "execute_command",
      max_memory_mb: 100,
      max_cpu_percent: 50,
      network_allowed: true,
      timeout_seconds: 30,
      risk_level: "CRITICAL",
      manifest: {
        max_memory_mb: 100,
        max_cpu_percent: 50,
        network_allowed: true,
        timeout_seconds: 30,
        filesystem_scope: ["/workspace/**"],
      },
      conditions: ["Medium risk"],
    },
  ],
  [
    { type: "execution_complete", at, report },
    "ExecutionComplete",
    "EXECUTION_COMPLETE",
    { method: "write_file", duration_ms: 45, success: true, status: "SUCCESS", metrics: { duration_ms: 45 } },
  ],
  [beat(0.25), "Heartbeat", "HEARTBEAT", { status: "healthy", load: 0.25 }],
];

describe.each(cases)("%o", (event, aeon, a2g, data) => {
  const timestamp = "2026-02-05T21:50:00.000Z";
  test(`is ${aeon} by default`, () => {
    const signal: unknown = JSON.parse(signalText({ sequence: 7, event }, "aeon") ?? "");
    expect(signal).toMatchObject({ type: aeon, signal: a2g, timestamp, seq: 7, data });
  });
  test(`is ${a2g} with format=a2g, and otherwise the same`, () => {
    const signal: unknown = JSON.parse(signalText({ sequence: 7, event }, "a2g") ?? "");
    expect(signal).toMatchObject({ type: a2g, signal: aeon, timestamp, seq: 7, data });
  });
});

test.each(["FAILURE", "TIMEOUT", "ABORTED"] as const)("a report of %s is no success", (status) => {
  const text = signalText(
    { sequence: 1, event: { type: "execution_complete", at, report: { ...report, status } } },
    "aeon",
  );
  expect(JSON.parse(text ?? "")).toMatchObject({ data: { success: false, status } });
});

test.each([
  ["APPROVED", "ALLOWED"],
  ["CONDITIONAL", "ALLOWED"],
  ["ESCALATE", "ESCALATED"],
  ["DENIED", "BLOCKED"],
] as const)("the decision for %s is %s", (outcome, decision) => {
  const text = signalText(
    { sequence: 1, event: { type: "risk_assessed", at, intent, verdict: { ...denied, outcome } } },
    "aeon",
  );
  expect(JSON.parse(text ?? "")).toMatchObject({ data: { decision, verdict: outcome } });
});

test("what is not in the documents stays inside", () => {
  expect(signalText({ sequence: 1, event: inside }, "aeon")).toBeUndefined();
});

test("a gap says what is missing and why", () => {
  const gap = { reason: "slow_reader", from: 3, to: 9 } as const;
  expect(JSON.parse(gapText(gap, at, "aeon"))).toMatchObject({ type: "Gap", signal: "GAP", seq: 9, data: gap });
  expect(JSON.parse(gapText(gap, at, "a2g"))).toMatchObject({ type: "GAP", signal: "Gap", seq: 9, data: gap });
});
