// Adding and removing rules in a file that belongs to a person: comments and layout stay.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { addRule, describeRule, removeRule } from "../../../../src/main/engine/policy/document/edit.ts";
import type { PolicyRule } from "../../../../src/shared/domain/policy.ts";
import { compiled, openTools } from "../../../support/engine/policy.ts";

const rule: PolicyRule = {
  id: "always-npm-test",
  effect: "allow",
  tools: ["execute_command"],
  when: 'facts.command == "npm test" && agent.did == "did:aeon:kimi:1.0:abc"',
  reason: "Allowed by ada: it's safe",
  match: [{ tool: "execute_command", arguments: { command: "npm test" }, agent: "did:aeon:kimi:1.0:abc" }],
  not_match: ["npm publish"],
};

function value(result: ReturnType<typeof addRule>): string {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

test("a rule in words", () => {
  expect(describeRule(rule)).toBe(`- id: always-npm-test
  effect: allow
  tools: ["execute_command"]
  when: 'facts.command == "npm test" && agent.did == "did:aeon:kimi:1.0:abc"'
  reason: "Allowed by ada: it's safe"
  match:
    - {"tool":"execute_command","arguments":{"command":"npm test"},"agent":"did:aeon:kimi:1.0:abc"}
  not_match:
    - "npm publish"`);
});

test("in the shipped template only lines are added, and removing takes exactly them away", () => {
  const text = readFileSync(join(import.meta.dirname, "../../../../resources/policies/balanced.yaml"), "utf8");
  const added = value(addRule(text, rule));
  const lines = text.split("\n");
  expect(added.split("\n").filter((line) => lines.includes(line))).toEqual(
    expect.arrayContaining(lines.filter((line) => line !== "")),
  );
  expect(added.split("\n")).toHaveLength(lines.length + describeRule(rule).split("\n").length + 1);
  expect(value(removeRule(added, rule.id))).toBe(text);
});

describe.each([
  ["no rules yet", openTools],
  ["an empty list", `${openTools}rules: []\n`],
  ["a list in one line", `${openTools}rules: [{ id: a, effect: deny, programs: [rm] }]\n`],
  [
    "a list without indentation",
    `${openTools}rules:\n# first\n- id: a # why\n  effect: deny\n  programs: [rm]\n# end\n`,
  ],
  [
    "text blocks and blank lines",
    `${openTools}rules:\n  - id: a\n    effect: deny\n    when: |\n      facts.tool == "x"\n\n\n\nquotas: {} # none\n`,
  ],
  ["no line end", `${openTools}rules:\n  - { id: a, effect: deny, programs: [rm] }`],
  [
    "JSON",
    '{"defaults": {"tools": {"*": {"allowed": true}}}, "rules": [{"id": "a", "effect": "deny", "programs": ["rm"]}]}',
  ],
])("%s", (_name, text) => {
  test("the rule is in force afterwards, and gone again", () => {
    const added = value(addRule(text, rule));
    const before = compiled(text).document;
    expect(compiled(added).document).toEqual({ ...before, rules: [...before.rules, rule] });
    expect(compiled(value(removeRule(added, rule.id))).document).toEqual(before);
  });

  test("comments stay", () => {
    const comments = text.match(/#.*$/gm) ?? [];
    const added = value(addRule(text, rule));
    for (const comment of comments) expect(added).toContain(comment);
  });
});

test("removing one of several", () => {
  const text = `${openTools}rules:\n  # about a\n  - { id: a, effect: deny, programs: [rm] }\n\n  # about b\n  - id: b\n    effect: deny\n    programs: [dd]\n\n  - { id: c, effect: deny, programs: [cp] }\n`;
  const removed = value(removeRule(text, "b"));
  expect(compiled(removed).document.rules.map(({ id }) => id)).toEqual(["a", "c"]);
  expect(removed).toContain("# about a");
});

test.each([
  [
    "an id twice",
    () => addRule(`${openTools}rules: [{ id: always-npm-test, effect: deny }]`, rule),
    'The policy already has a rule "always-npm-test".',
  ],
  ["an unknown id", () => removeRule(openTools, "nope"), 'The policy has no rule "nope".'],
  ["a file that cannot be read", () => addRule("a: [", rule), /^The policy file cannot be read: /],
  ["rules that are no list", () => addRule("rules: 3", rule), "The policy file has no list of rules."],
])("%s is refused", (_name, edit, message) => {
  const result = edit();
  expect(result.ok ? "" : result.error).toMatch(message);
});

test("text that looks like something else stays text", () => {
  const odd: PolicyRule = {
    id: "odd",
    effect: "deny",
    when: 'facts.command == "a: b # c"',
    reason: "yes",
    tools: ["*", "null", "1"],
  };
  const added = value(addRule(`${openTools}rules:\n  - { id: a, effect: deny, programs: [rm] }\n`, odd));
  expect(compiled(added).document.rules[1]).toEqual(odd);
});
