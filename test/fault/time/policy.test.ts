// The policy takes bounded time, whatever its rules and whatever it is asked about.
import { describe, expect, test } from "vitest";
import { compileForm } from "../../../src/main/engine/rules/command-form.ts";
import { compileRegular, newSearchBudget } from "../../../src/main/engine/rules/regular/regular.ts";
import { cpuMilliseconds, leastCpuMilliseconds } from "../../support/process/cpu-time.ts";
import { makeCommandFacts, makeFacts, makePath } from "../../support/engine/facts.ts";
import { compiled, makeInput, openTools } from "../../support/engine/policy.ts";

test("a pipeline of a thousand stages", () => {
  const facts = makeCommandFacts(Array.from({ length: 1000 }, () => "curl x").join(" | "));
  expect(cpuMilliseconds(() => expect(compileForm("curl|curl|curl|bash").matches(facts)).toBe(false))).toBeLessThan(
    2000,
  );
});

test("the regular expressions of a loop are the linear ones", () => {
  const when = 'facts.paths.exists(p, p.path.matches("^/(a+)+$"))';
  const policy = compiled(`${openTools}rules:\n  - { id: a, effect: deny, when: ${JSON.stringify(when)} }\n`);
  const input = makeInput(makeFacts({ paths: [makePath(`/${"a".repeat(30_000)}!`)] }));
  expect(cpuMilliseconds(() => expect(policy.evaluate(input).effect).not.toBe("deny"))).toBeLessThan(1000);
});

test("thousands of rules that do not apply cost little more than ten", () => {
  const rules = Array.from({ length: 3000 }, (_, index) => {
    const conditions = [
      `facts.tool == "tool_${index}"`,
      `"program${index}" in facts.programs`,
      `facts.commands.exists(c, c.program == "p${index}" && c.flag("-f"))`,
      `facts.hosts.exists(h, h.host == "h${index}.example")`,
      `agent.did == "did:${index}"`,
    ];
    return `  - { id: r${index}, effect: deny, when: ${JSON.stringify(conditions[index % 5])} }\n`;
  });
  const few = compiled(`${openTools}rules:\n${rules.slice(0, 10).join("")}`);
  const many = compiled(`${openTools}rules:\n${rules.join("")}`);
  const input = makeInput(makeCommandFacts("git push ; npm test"));
  const time = (policy: typeof many) =>
    leastCpuMilliseconds(() => {
      for (let round = 0; round < 1000; round += 1) policy.evaluate(input);
    });
  expect(time(many)).toBeLessThan(time(few) * 3 + 20);
});

test.each([
  ["^(a+)+$", `${"a".repeat(50_000)}b`],
  ["(x+x+)+y", "x".repeat(50_000)],
  ["(a|aa)+$", `${"a".repeat(50_000)}b`],
  ["(.*)(.*)(.*)(.*)(.*)y$", "x".repeat(20_000)],
])("%s does not explode", (source, text) => {
  expect(cpuMilliseconds(() => expect(compileRegular(source).test(text)).toBe(false))).toBeLessThan(1000);
});

describe("many expressions", () => {
  const text = `echo ${"abc def1 ".repeat(7_000)}`.slice(0, 60_000);

  test("on one long text do not each read all of it", () => {
    const regulars = Array.from({ length: 3_000 }, (_, at) => compileRegular(`(?:foo${at}|bar${at})[0-9]+`));
    const budget = newSearchBudget();
    expect(cpuMilliseconds(() => regulars.forEach((regular) => regular.test(text, budget)))).toBeLessThan(500);
  });

  test("that no literal helps end when the decision has spent its share", () => {
    const regulars = Array.from({ length: 3_000 }, () => compileRegular("[a-f]+[0-9][x-z]{2}[a-f]"));
    const budget = newSearchBudget();
    const work = () =>
      regulars.forEach((regular) => {
        try {
          regular.test(text, budget);
        } catch {
          // Its share is spent; the unit tests count how many.
        }
      });
    expect(cpuMilliseconds(work)).toBeLessThan(2_000);
  });
});
