// Small answers about a policy's text: where a rule stands, how rules are ordered, what a run could not see, what was pasted.
import { describe, expect, test } from "vitest";
import { readPastedIntent } from "../../../../src/renderer/lib/pasted-intent.ts";
import { lineOfRule, ruleOrder, mergeChanges } from "../../../../src/renderer/screens/policy/rules.ts";
import { authorOf, blindSpots } from "../../../../src/renderer/labels/policy-rules.ts";
import type { RuleUse, WhatIfChange, WhatIfReport } from "../../../../src/shared/contract/policy-api.ts";

test("a rule is found by its id, in blocks and in braces, and never by a part of it", () => {
  const text =
    'rules:\n  - id: git-force\n    effect: deny\n  - { id: "git", effect: deny }\n  - effect: allow\n    id: a.b # note\n';
  expect(lineOfRule(text, "git-force")).toBe(2);
  expect(lineOfRule(text, "git")).toBe(4);
  expect(lineOfRule(text, "a.b")).toBe(6);
  expect(lineOfRule(text, "a-b")).toBeUndefined();
});

test("rules by use, unused ones, and by words", () => {
  const rule = (id: string, hits: number, kind: RuleUse["kind"] = "rule"): RuleUse => ({
    id,
    kind,
    hits,
    about: "git",
  });
  const rules = [rule("a", 1), rule("b", 3), rule("c", 0), rule("tools.x", 0, "other")];
  const ids = (order: "file" | "used" | "unused", words = "") => ruleOrder(rules, order, words).map(({ id }) => id);
  expect(ids("file")).toEqual(["a", "b", "c", "tools.x"]);
  expect(ids("used")).toEqual(["b", "a", "c", "tools.x"]);
  expect(ids("unused")).toEqual(["c"]);
  expect(ids("file", "TOOLS")).toEqual(["tools.x"]);
});

test("the same change is told once, by its newest, with how often it was", () => {
  const change: WhatIfChange = {
    group: "asked",
    intentId: "a",
    agentDid: "did:x",
    agentName: "X",
    at: 1,
    tool: "Bash",
    summary: "ls",
    level: "LOW",
    recorded: "APPROVED",
    before: "APPROVED",
    after: "ESCALATE",
    why: "",
    partial: false,
  };
  const told = mergeChanges([change, { ...change, intentId: "b", at: 5 }, { ...change, agentDid: "did:y" }]);
  expect(told.map(({ intentId, count, at }) => [intentId, count, at])).toEqual([
    ["b", 2, 5],
    ["a", 1, 1],
  ]);
});

test("authors in words", () => {
  expect(authorOf({ how: "saved", actor: "console" })).toBe("Saved in this window");
  expect(authorOf({ how: "restored", actor: "cli:anna" })).toBe("Restored by anna on the command line");
  expect(authorOf({ how: "file", actor: "file" })).toBe("Changed in the file");
});

test("what a run could not see is said, and nothing when it saw all", () => {
  const report: WhatIfReport = {
    from: 0,
    to: 1,
    replayed: 1,
    counts: { denied: 0, asked: 0, allowed: 0, conditions: 0 },
    changes: [],
    partial: 0,
    skipped: { cut: 0, texts: 0, standing: 0 },
    milliseconds: 1,
  };
  expect(blindSpots(report)).toEqual([]);
  const said = blindSpots({ ...report, partial: 1, skipped: { cut: 2, texts: 3, standing: 4 } });
  expect(said).toHaveLength(4);
  expect(said[0]).toMatch(/^1 intent was decided without the secrets/);
  expect(said[1]).toMatch(/^2 commands were too long/);
});

describe("what was pasted", () => {
  test.each([
    ["git push", { tool: "execute_command", arguments: { command: "git push" } }],
    ['{"tool":"write_file","arguments":{"path":"a"}}', { tool: "write_file", arguments: { path: "a" } }],
    ['{"tool_name":"Bash","tool_input":{"command":"ls"}}', { tool: "Bash", arguments: { command: "ls" } }],
    ['{"jsonrpc":"2.0","method":"a2g/intent","params":{"tool":"x","arguments":{}}}', { tool: "x", arguments: {} }],
  ])("%s", (text, wanted) => {
    expect(readPastedIntent(text)).toEqual({ ok: true, value: wanted });
  });

  test.each(["", "{", '{"command":"ls"}', '{"tool":"x","arguments":[]}'])("%j is refused with a reason", (text) => {
    expect(readPastedIntent(text).ok).toBe(false);
  });
});
