// Scorers in other processes: whatever they say, a score is a number from 0 to 1 or there is none; whatever is asked, no secret leaves.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readCompletion } from "../../src/main/model/remote/chat-prompt.ts";
import { redacted } from "../../src/main/model/remote/redacted.ts";
import { probeQuestion } from "../../src/main/model/scorer.ts";
import type { JsonObject } from "../../src/shared/lib/json.ts";
import { testWorld } from "../support/engine/engine.ts";

const odd = fc.oneof(
  fc.jsonValue(),
  fc.double().map((score) => ({ risk_score: score, threats: [] })),
  fc.record({ risk_score: fc.jsonValue(), threats: fc.jsonValue() }),
);

function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

test("an answer of a language model is a score from 0 to 1, or it is refused", () => {
  fc.assert(
    fc.property(odd, fc.string(), fc.string(), (value, before, after) => {
      const body = { choices: [{ message: { content: `${before}${JSON.stringify(value)}${after}` } }] };
      const answer = attempt(() => readCompletion(body));
      expect(answer === undefined || (answer.score >= 0 && answer.score <= 1)).toBe(true);
      expect(answer?.threats.every((threat) => typeof threat === "string") ?? true).toBe(true);
    }),
  );
});

test("any body at all is a score or a refusal", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      expect(() => readCompletion(body)).toThrow(/no message|no usable score|cut off/);
    }),
  );
});

const secret = "hunter2";
const leaf = fc.oneof(
  fc.string(),
  fc.string().map((text) => `${text}${secret}${text}`),
  fc.integer(),
  fc.constant(null),
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    leaf,
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom("a", "content", "api_key", secret), tie("tree"), { maxKeys: 4 }),
  ),
}));

test("what a server is told has no secret in it, and is bounded", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), tree), fc.integer({ min: 1, max: 30_000 }), (given, times) => {
      const filled = { ...given, long: `${secret} `.repeat(times) } as JsonObject;
      const question = { ...probeQuestion, arguments: filled } as typeof probeQuestion;
      const told = JSON.stringify(redacted(question, testWorld.findSecrets));
      expect(told).not.toContain(secret);
      expect(told.length).toBeLessThan(100_000);
    }),
    { numRuns: 60 },
  );
});
