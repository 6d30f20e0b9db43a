// The exporter by itself: its buffer has a bound, and what does not fit is counted.
import { expect, test, vi } from "vitest";
import { createEventBus } from "../../../../src/main/telemetry/events.ts";
import { startTraceExport } from "../../../../src/main/telemetry/otlp/export.ts";
import type { FeedItem } from "../../../../src/shared/domain/feed.ts";
import { startCollector } from "../../../support/protocols/collector.ts";
import { approved, at, intent } from "../support.ts";

function bus() {
  return createEventBus({ capacity: 10, fault: (_where, error) => expect.unreachable(String(error)) });
}

function publishIntent(events: ReturnType<typeof bus>, intentId: string, outcome: FeedItem["outcome"] = "APPROVED") {
  const { agentDid, tool, protocol } = intent;
  const item: FeedItem = {
    intentId,
    agentDid,
    tool,
    protocol,
    at,
    outcome,
    agentName: "Kimi",
    sessionId: "s-1",
    summary: "ls",
    headline: "List files",
    tone: "calm",
    effects: ["read"],
    reason: "risk_low",
    reasoning: "The risk is low",
    decider: "risk",
    level: "LOW",
    score: 0.1,
    threats: [],
    decidedInMs: 1.5,
  };
  events.publish({ type: "intent_received", at, intent: { ...intent, intentId } });
  events.publish({ type: "risk_assessed", at, intent: { ...intent, intentId }, verdict: approved });
  events.publish({ type: "feed_changed", at, item });
  return item;
}

test("a flood fills the buffer and no more; the rest is counted", async () => {
  const collector = await startCollector({ answer: "never" });
  const events = bus();
  const traces = startTraceExport({ events, endpoint: () => collector.url, version: "1", fault: expect.unreachable });
  for (let count = 0; count < 5000; count += 1) publishIntent(events, `i-${count}`);
  expect(traces.status()).toMatchObject({ sent: 0, dropped: 5000 - 2048 });
  await traces.stop();
});

test("everything that fits arrives, in order, once; a held intent when it is decided", async () => {
  const collector = await startCollector();
  const events = bus();
  const traces = startTraceExport({ events, endpoint: () => collector.url, version: "1", fault: expect.unreachable });
  const held = publishIntent(events, "held", "ESCALATE");
  for (let count = 0; count < 1500; count += 1) publishIntent(events, `i-${count}`);
  events.publish({ type: "feed_changed", at: at + 5000, item: { ...held, outcome: "DENIED", decider: "human" } });
  // A report changes the line once more.
  events.publish({ type: "feed_changed", at: at + 6000, item: { ...held, outcome: "DENIED", report: "ABORTED" } });
  await vi.waitFor(() => expect(collector.requests()).toBeGreaterThan(0), { timeout: 10_000 });
  await traces.stop();
  const steps = collector.spans().filter((span) => span.attributes["aos.verdict"] !== undefined);
  expect(steps.map((span) => span.attributes["aos.intent.id"])).toEqual([
    ...Array.from({ length: 1500 }, (_, count) => `i-${count}`),
    "held",
  ]);
  expect(steps.at(-1)).toMatchObject({ start: at, end: at + 5000, attributes: { "aos.policy.version": "1" } });
  expect(collector.spans()).toHaveLength(1502);
  expect(new Set(collector.spans().map(({ spanId }) => spanId)).size).toBe(1502);
});

test("another address takes effect at once", async () => {
  const [first, second] = [await startCollector(), await startCollector()];
  const events = bus();
  let endpoint = first.url;
  const traces = startTraceExport({ events, endpoint: () => endpoint, version: "1", fault: expect.unreachable });
  publishIntent(events, "one");
  await vi.waitFor(() => expect(first.spans()).toHaveLength(1), { timeout: 10_000 });
  endpoint = `${second.url}/v1/traces`;
  publishIntent(events, "two");
  await vi.waitFor(() => expect(second.spans()).toHaveLength(1), { timeout: 10_000 });
  await vi.waitFor(() => expect(first.spans()).toHaveLength(2), { timeout: 5000 });
  expect(first.spans()[0]?.attributes["aos.intent.id"]).toBe("one");
  await traces.stop();
  expect(traces.status()).toBeUndefined();
});
