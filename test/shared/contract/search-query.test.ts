// What people type into a search becomes one filter, or a sentence that says what is wrong.
import { describe, expect, test } from "vitest";
import { ledgerFilterSchema } from "../../../src/shared/contract/ledger-search.ts";
import { parseSearch, searchOperators } from "../../../src/shared/contract/search-query.ts";
import { day } from "../../../src/shared/lib/clock.ts";

const now = Date.UTC(2026, 2, 1);

describe("what is understood", () => {
  test.each<readonly [string, object]>([
    ["", {}],
    ["git push", { text: "git push" }],
    ['"git push" main', { text: '"git push" main' }],
    [
      "agent:codex tool:write >0.5 path:.github",
      { agentsLike: ["codex"], toolsLike: ["write"], scoreFrom: 0.51, path: ".github" },
    ],
    ["score>=0.8", { scoreFrom: 0.8 }],
    ["risk<0.3", { scoreTo: 0.29 }],
    ["<=0.3", { scoreTo: 0.3 }],
    ["verdict:denied,asked by:you", { outcomes: ["DENIED", "ESCALATE"], deciders: ["human"] }],
    ["LEVEL:High kind:report", { levels: ["HIGH"], kinds: ["report"] }],
    ['agent:"Claude Code" deploy', { agentsLike: ["Claude Code"], text: "deploy" }],
    ["project:shop since:7d", { project: "shop", from: now - 7 * day }],
    ["https://example.org/x", { text: "https://example.org/x" }],
    [String.raw`c:\temp\x`, { text: String.raw`c:\temp\x` }],
    ["a>b > 3x", { text: "a>b > 3x" }],
  ])("%s", (typed, expected) => {
    const parsed = parseSearch(typed, now);
    expect(parsed).toEqual({ ok: true, value: expected });
    expect(ledgerFilterSchema.safeParse(expected).success).toBe(true);
  });
});

describe("what is not understood says what to do", () => {
  test.each<readonly [string, RegExp]>([
    ["agnet:codex", /There is no filter "agnet:".*agent.*put it in quotes/u],
    ["verdict:maybe", /verdict:maybe is none of allowed, .*denied/u],
    [">1.5", /between 0 and 1/u],
    ["since:yesterday", /is no time: give an age/u],
    ['agent:""', /agent: needs a value/u],
  ])("%s", (typed, expected) => {
    expect(parseSearch(typed, now)).toEqual({ ok: false, error: expect.stringMatching(expected) });
  });
});

test("every operator can be used", () => {
  const values: Readonly<Record<string, string>> = {
    verdict: "denied",
    level: "low",
    kind: "intent",
    by: "policy",
    reason: "timeout",
    protocol: "mcp",
    since: "1h",
    before: "2026-01-01",
  };
  for (const name of searchOperators)
    expect(parseSearch(`${name}:${values[name] ?? "x"}`, now), name).toMatchObject({ ok: true });
});
