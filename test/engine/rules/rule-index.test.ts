// The rule index must never keep a rule from what it would have found.
import { describe, expect, test } from "vitest";
import { viewOf } from "../../../src/main/engine/risk/heuristic.ts";
import { createRuleIndex } from "../../../src/main/engine/rules/rule-index.ts";
import type { Trigger } from "../../../src/main/engine/rules/trigger.ts";
import { allRules } from "../../support/engine/risk.ts";
import { factsOf } from "../risk/support.ts";

const index = createRuleIndex(allRules.map((rule) => ({ rule, triggers: rule.check.triggers })));
const seen = allRules
  .flatMap((rule) => [...rule.match, ...rule.not_match])
  .map((example) => {
    const view = viewOf(factsOf(example));
    return { example, view, candidates: new Set(index.candidates(view).map(({ rule }) => rule.id)) };
  });

describe.each(allRules.map(({ id, check }) => ({ id, check })))("$id", ({ id, check }) => {
  test("is asked about everything it finds something in, among the examples of all", () => {
    const missed = seen.filter(({ view, candidates }) => !candidates.has(id) && check(view) !== null);
    expect(missed.map(({ example }) => example)).toEqual([]);
  });
});

test("an ordinary call is looked at by few rules", () => {
  const asked = (command: string): number => index.candidates(viewOf(factsOf(command))).length;
  expect(asked("npm test")).toBeLessThan(allRules.length / 10);
  expect(asked("git status --short")).toBeLessThan(allRules.length / 10);
  expect(asked("cat README.md")).toBeLessThan(allRules.length / 8);
});

describe("a trigger", () => {
  const shown = (trigger: Trigger, command: string): boolean =>
    createRuleIndex([{ triggers: [trigger] }]).candidates(viewOf(factsOf(command))).length === 1;

  test.each<[string, Trigger, string, string]>([
    ["a program by name", "program:ls", "env A=1 /bin/l''s", "echo ls"],
    ["a subcommand", "subcommand:push", "git -C api push", "git log push"],
    ["a zone", "zone:secrets", "cat ~/.ssh/id_rsa", "cat a.txt"],
    ["a part of a path, in any case", "pathtext:/library/", "cat ~/LIBRARY/a", "cat ~/lib/a"],
    ["a part of a path with other letters", "pathtext:/library/", "cat ~/\u017fib/a", "cat ~/sib/a"],
    ["an effect", "effect:network", "curl https://example.org", "ls"],
    ["a way of using a path", "delete path", "rm a.txt", "cat a.txt"],
    ["code", "code", "python3 -c 'print(1)'", "python3 a.py"],
    ["a host", "host", "curl https://example.org", "curl --version"],
    ["a pipe", "pipe", "ls | wc -l", "ls; wc -l a"],
    ["a redirect", "redirect", "ls > a", "ls a"],
    ["an assignment", "assignment", "A=b ls", "ls A=b"],
    ["a wrapper", "wrapper", "sudo ls", "ls sudo"],
    ["what cannot be inspected", "uninspected", "echo 'open", "echo done"],
    ["a program", { program: (program) => program === "ls" }, "env A=1 /bin/l''s", "echo ls"],
    ["the text", { text: /\bls\b/u }, "echo LS", "echo l's'"],
    ["words, whatever hides them", { words: /secret/u }, "cat SE''CRET", "cat notes"],
    ["words in what is decoded", { words: /\/etc\/hosts/u }, "echo Y2F0IC9ldGMvaG9zdHM= | base64 -d | sh", "ls"],
  ])("%s", (_, trigger, with_, without) => {
    expect(shown(trigger, with_)).toBe(true);
    expect(shown(trigger, without)).toBe(false);
  });

  test("a command too long to be searched shows them all", () => {
    expect(shown({ words: /nowhere/u }, `echo ${"a".repeat(10_000)}`)).toBe(true);
    expect(shown({ text: /nowhere/u }, `echo ${"a".repeat(10_000)}`)).toBe(true);
  });
});

/** Many expressions become one, which numbers groups anew and has one set of flags. */
test("what texts and words are searched for can be joined", () => {
  const patterns = allRules.flatMap(({ check }) =>
    (check.triggers ?? []).flatMap((trigger) => {
      if (typeof trigger === "string" || "program" in trigger) return [];
      return "text" in trigger
        ? { pattern: trigger.text, flags: ["u"] }
        : { pattern: trigger.words, flags: ["u", "iu"] };
    }),
  );
  expect(patterns.length).toBeGreaterThan(40);
  for (const { pattern, flags } of patterns) {
    expect(flags, pattern.source).toContain(pattern.flags);
    expect(pattern.source).not.toMatch(/\\[1-9]|\(\?<[a-z]/u);
  }
});
