// Spans: what belongs together, what falls silent, and bounds.
import { expect, test } from "vitest";
import type { StepRecord } from "../../../../src/main/telemetry/otlp/records.ts";
import { createSpans } from "../../../../src/main/telemetry/otlp/spans.ts";
import { minute } from "../../../../src/shared/lib/clock.ts";

function step(intentId: string, startedAt: number, more: Partial<StepRecord> = {}): StepRecord {
  return {
    type: "step",
    intentId,
    startedAt,
    endedAt: startedAt + 2,
    agentDid: "did:aeon:kimi:1.0:abc",
    agentName: "Kimi",
    sessionId: "s",
    protocol: "a2g",
    tool: "ls",
    summary: "ls",
    headline: "List files",
    tone: "calm",
    effects: ["read"],
    arguments: "{}",
    outcome: "APPROVED",
    reason: "risk_low",
    reasoning: "The risk is low",
    decider: "risk",
    level: "LOW",
    score: 0.1,
    threats: [],
    decidedInMs: 1,
    policyVersion: "1",
    ...more,
  };
}

test("a session that goes on after a silence stays in its trace, under a span of its own", () => {
  const spans = createSpans("1");
  spans.add(step("a", 0));
  spans.end(minute);
  expect(spans.take().map(({ name }) => name)).toEqual(["execute_tool ls"]);
  spans.end(6 * minute);
  const [first] = spans.take();
  spans.add(step("b", 10 * minute));
  spans.end("all");
  const [later, second] = spans.take();
  expect(second?.spanContext().traceId).toBe(first?.spanContext().traceId);
  expect(second?.spanContext().spanId).not.toBe(first?.spanContext().spanId);
  expect(later?.parentSpanContext?.spanId).toBe(second?.spanContext().spanId);
});

test("agents and sessions do not mix; without a session the agent's work is one", () => {
  const spans = createSpans("1");
  spans.add(step("a", 0));
  spans.add(step("b", 1, { sessionId: "other" }));
  spans.add(step("c", 2, { agentDid: "did:aeon:codex:1.0:abc" }));
  const { sessionId: _session, ...without } = step("d", 3);
  spans.add(without);
  spans.add({ ...without, intentId: "e", startedAt: 4, endedAt: 5 });
  const traces = spans.take().map((span) => span.spanContext().traceId);
  expect(new Set(traces).size).toBe(4);
  expect(traces[3]).toBe(traces[4]);
});

test("turns end when they are silent, and never pile up", () => {
  const spans = createSpans("1");
  for (let turn = 0; turn < 50; turn += 1) spans.add(step(`i-${turn}`, turn, { turnId: `t-${turn}` }));
  expect(spans.take().filter(({ name }) => name === "turn")).toHaveLength(30);
  spans.add(step("last", 4 * minute, { turnId: "t-49" }));
  spans.end(6 * minute);
  expect(spans.take().filter(({ name }) => name === "turn")).toHaveLength(19);
  spans.end("all");
  expect(spans.take().map(({ name }) => name)).toEqual(["turn", "invoke_agent Kimi"]);
});

test("steps of AOS that use no tool keep their name", () => {
  const spans = createSpans("1");
  spans.add(step("m", 0, { tool: "steps/message", protocol: "aos" }));
  const [span] = spans.take();
  expect(span?.name).toBe("steps/message");
  expect(span?.attributes).toMatchObject({ "aos.step.type": "message" });
  expect(span?.attributes["gen_ai.tool.name"]).toBeUndefined();
});

test("a report of an intent nobody saw makes no span", () => {
  const spans = createSpans("1");
  spans.add({
    type: "result",
    at: 1,
    intentId: "x",
    agentDid: "y",
    tool: "ls",
    status: "SUCCESS",
    late: false,
    violation: false,
  });
  expect(spans.take()).toEqual([]);
});
