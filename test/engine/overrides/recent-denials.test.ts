// What is remembered of denied actions, and that it stays small.
import { expect, test } from "vitest";
import { createRecentDenials } from "../../../src/main/engine/overrides/recent-denials.ts";
import { decide } from "../../../src/main/engine/pipeline/decide.ts";
import { decisionInput, policySays, riskOf } from "../../support/engine/decision.ts";
import { commandIntent, testDigests } from "../../support/engine/engine.ts";

const denied = decide(decisionInput({ risk: riskOf(0.95) }));

test("keeps the last hundred denials by score", () => {
  const denials = createRecentDenials(testDigests);
  const intents = Array.from({ length: 101 }, () => commandIntent("dd"));
  for (const intent of intents) denials.remember(intent, denied);
  const kept = intents.map(({ agentDid, intentId }) => denials.get(agentDid, intentId) !== undefined);
  expect(kept.indexOf(true)).toBe(1);
  expect(kept.filter(Boolean)).toHaveLength(100);
});

test("keeps no other verdict, and no other agent's intent of the same id", () => {
  const denials = createRecentDenials(testDigests);
  const intent = commandIntent("dd");
  denials.remember(intent, decide(decisionInput({ policy: policySays("deny") })));
  denials.remember(intent, decide(decisionInput()));
  expect(denials.get(intent.agentDid, intent.intentId)).toBeUndefined();
  denials.remember(intent, denied);
  expect(denials.get("did:aeon:other:1.0:abc", intent.intentId)).toBeUndefined();
});

test("large arguments push out others, and the largest are not kept", () => {
  const denials = createRecentDenials(testDigests);
  const large = Array.from({ length: 20 }, () => commandIntent("x".repeat(250_000)));
  for (const intent of large) denials.remember(intent, denied);
  expect(large.filter(({ agentDid, intentId }) => denials.get(agentDid, intentId) !== undefined)).toHaveLength(16);
  const huge = commandIntent("x".repeat(300_000));
  denials.remember(huge, denied);
  expect(denials.get(huge.agentDid, huge.intentId)).toBeUndefined();
});
