// Every way Gatehouse can answer an intent, and that nothing unreadable becomes a yes.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { verdictFromDirective, verdictFromError, verdictFromResult } from "../../sdk/typescript/src/verdict.ts";
import { RefusedError } from "../../sdk/typescript/src/errors.ts";
import type { Json, JsonObject } from "../../src/shared/lib/json.ts";

const proposal = { intentId: "one", arguments: { path: "/tmp/a" } };

describe("a verdict as a result", () => {
  test("the protocol's example", () => {
    const result = {
      verdict: "APPROVED",
      intent_id: "one",
      risk_assessment: { score: 0.15, level: "LOW", model_score: 0.12, heuristic_score: 0.15, threats: [] },
      capability_manifest: {
        max_memory_mb: 50,
        max_cpu_percent: 25,
        timeout_seconds: 30,
        network_allowed: false,
        filesystem_scope: ["/workspace/**"],
      },
      conditions: [],
      expires_at: "2026-02-05T22:35:00Z",
    };
    expect(verdictFromResult(result, proposal)).toEqual({
      intentId: "one",
      verdict: "APPROVED",
      approved: true,
      reason: "The verdict is APPROVED.",
      arguments: { path: "/tmp/a" },
      conditions: [],
      manifest: {
        maxMemoryMb: 50,
        maxCpuPercent: 25,
        timeoutSeconds: 30,
        networkAllowed: false,
        filesystemScope: ["/workspace/**"],
      },
      riskScore: 0.15,
      riskLevel: "LOW",
      expiresAt: Date.parse("2026-02-05T22:35:00Z"),
    });
  });

  test.each([
    ["APPROVED", true],
    ["CONDITIONAL", true],
    ["ESCALATE", false],
    ["DENIED", false],
  ])("%s", (verdict, approved) => {
    expect(verdictFromResult({ verdict, reasoning: "because" }, proposal)).toMatchObject({
      verdict,
      approved,
      reason: "because",
    });
  });

  test("conditions may change the arguments, or be plain text", () => {
    const conditions = [
      "keep out of /etc",
      { kind: "arguments", text: "narrowed", value: { path: "/tmp/b" } },
      { odd: 1 },
    ];
    expect(verdictFromResult({ verdict: "CONDITIONAL", conditions }, proposal)).toMatchObject({
      arguments: { path: "/tmp/b" },
      conditions: [
        { kind: "note", text: "keep out of /etc" },
        { kind: "arguments", text: "narrowed", value: { path: "/tmp/b" } },
        { kind: "note", text: '{"odd":1}' },
      ],
    });
  });

  test("only the four words are verdicts", () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.record({ verdict: fc.jsonValue() })), (result) => {
        fc.pre(!/"verdict":"(APPROVED|CONDITIONAL|ESCALATE|DENIED)"/.test(JSON.stringify(result)));
        expect(() => verdictFromResult(result as Json, proposal)).toThrow(/verdict/i);
      }),
    );
  });
});

describe("a denial as an error", () => {
  test.each([
    [-32000, { intent_id: "one", risk_score: 0.92, blocked_by: "static_policy" }],
    [-32000, undefined],
    [-32003, { intent_id: "one" }],
  ])("%i %j", (code, data) => {
    const error = new RefusedError("Policy violation: Network access to blocked domain", code, data);
    expect(verdictFromError(error, proposal)).toMatchObject({
      verdict: "DENIED",
      approved: false,
      reason: "Policy violation: Network access to blocked domain",
    });
  });

  test.each([-32003, -32602, -32004, -32603])("%i without an intent is an error", (code) => {
    expect(verdictFromError(new RefusedError("no", code, undefined), proposal)).toBeUndefined();
  });

  test("so is whatever else is thrown", () => {
    expect(verdictFromError(new TypeError("no"), proposal)).toBeUndefined();
  });
});

describe("a directive", () => {
  test.each<[JsonObject, object]>([
    [
      { directive: "APPROVE", reason: "ok" },
      { verdict: "APPROVED", approved: true, reason: "ok" },
    ],
    [{ directive: "APPROVE", verdict: "APPROVED" }, { verdict: "APPROVED" }],
    [
      { directive: "APPROVE", verdict: { verdict: "CONDITIONAL", risk_assessment: { score: 0.7 } } },
      { verdict: "CONDITIONAL", riskScore: 0.7 },
    ],
    [
      { directive: "APPROVE", verdict: "DENIED" },
      { verdict: "DENIED", approved: false },
    ],
    [
      { directive: "MODIFY", arguments: { path: "/tmp/c" } },
      { verdict: "CONDITIONAL", arguments: { path: "/tmp/c" } },
    ],
    [
      { directive: "DENY", reason: "no" },
      { verdict: "DENIED", reason: "no" },
    ],
    [
      { directive: "DENY", verdict: "APPROVED" },
      { verdict: "DENIED", approved: false },
    ],
    [{ directive: "HALT" }, { verdict: "DENIED" }],
  ])("%j", (directive, expected) => {
    expect(verdictFromDirective(directive, proposal)).toMatchObject(expected);
  });

  test.each([{ directive: "RESUME" }, { directive: "DANCE", verdict: "APPROVED" }, {}])(
    "%j settles nothing",
    (directive) => {
      expect(verdictFromDirective(directive, proposal)).toBeUndefined();
    },
  );
});
