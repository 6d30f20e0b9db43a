// Rules of common forms: their names, their text, and where they go in the file.
import { describe, expect, test } from "vitest";
import { load } from "js-yaml";
import {
  namesIn,
  type NewRule,
  ruleName,
  ruleText,
  withRule,
} from "../../../../src/renderer/screens/policy/new-rule.ts";
import { ruleSchema } from "../../../../src/shared/domain/policy.ts";

const rule: NewRule = { effect: "escalate", form: "programs", values: ["terraform", "kubectl"], reason: "" };

test("names are typed with commas, blanks or lines between, each once", () => {
  expect(namesIn(" terraform, kubectl\nterraform ")).toEqual(["terraform", "kubectl"]);
  expect(namesIn("  ,")).toEqual([]);
});

describe("the name of a rule", () => {
  test("says what it does", () => {
    expect(ruleName(rule, "")).toBe("ask-terraform-kubectl");
    expect(ruleName({ ...rule, effect: "deny", values: ["mcp__shop__refund"] }, "")).toBe("deny-mcp__shop__refund");
  });

  test("gets a number where it is taken", () => {
    const text = "rules:\n  - id: ask-terraform-kubectl\n  - { id: ask-terraform-kubectl-2, effect: deny }\n";
    expect(ruleName(rule, text)).toBe("ask-terraform-kubectl-3");
  });

  test.each([["a/b c:d"], ["x".repeat(300)], ['"quoted"']])("is one that a policy accepts, for %s", (value) => {
    const given: NewRule = { ...rule, values: [value] };
    const [parsed] = load(ruleText(given, ruleName(given, ""))) as readonly { readonly id: string }[];
    expect(ruleSchema.shape.id.safeParse(parsed?.id).success).toBe(true);
  });
});

test("the text is the rule, whatever names and reason hold", () => {
  const given: NewRule = { effect: "deny", form: "tools", values: ["a: b", "#c", '"'], reason: ' No: "never" # here ' };
  expect(load(ruleText(given, "deny-it"))).toEqual([
    { id: "deny-it", effect: "deny", tools: ["a: b", "#c", '"'], reason: 'No: "never" # here' },
  ]);
});

describe("the place of a rule", () => {
  const written = { id: "new", effect: "escalate", programs: ["terraform", "kubectl"] };
  const other = { id: "other", effect: "deny" };

  test.each([
    ["before the others", "rules:\n  - id: other\n    effect: deny\n", [written, other]],
    ["as far in as the others", "rules: # mine\n# first\n- id: other\n  effect: deny\n", [written, other]],
    ["in an empty list", "version: 1\nrules: []\ndefaults: {}\n", [written]],
    ["in a file without rules", "version: 1", [written]],
    ["in an empty file", "", [written]],
  ])("%s", (_where, text, rules) => {
    expect(load(withRule(text, rule, "new") ?? "")).toMatchObject({ rules });
  });

  test("nothing else of the file changes", () => {
    const text = "# mine\nversion: 1\nrules:\n  - id: other # why\n    effect: deny\n";
    const next = withRule(text, rule, "new") ?? "";
    expect(next.replace(ruleText(rule, "new"), "")).toBe(text);
  });

  test("a list on one line is left to a person", () => {
    expect(withRule("rules: [{ id: other, effect: deny }]\n", rule, "new")).toBeUndefined();
  });
});
