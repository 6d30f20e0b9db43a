// The triggers of a condition, read off its text; and thousands of rules cost no more than ten.
import { describe, expect, test } from "vitest";
import { expressionCompiler } from "../../../src/main/engine/rules/expression.ts";
import { triggersOf } from "../../../src/main/engine/rules/condition-triggers.ts";
import { makeCommandFacts } from "../../support/engine/facts.ts";
import { compiled, makeInput, openTools, policyTools } from "../../support/engine/policy.ts";

const compile = expressionCompiler(policyTools.world);

function triggers(when: string): readonly string[] | undefined {
  const compiledExpression = compile(when);
  if (!compiledExpression.ok) throw new Error(compiledExpression.error.message);
  const found = triggersOf(compiledExpression.value.tree);
  return found === undefined ? undefined : [...found].sort();
}

test.each([
  ['facts.tool == "write_file"', ["tool:write_file"]],
  ['"write_file" == facts.tool', ["tool:write_file"]],
  ['facts.tool in ["a", "b"]', ["tool:a", "tool:b"]],
  ['"network" in facts.effects', ["effect:network"]],
  ['"git" in facts.programs', ["program:git"]],
  ['facts.commands.exists(c, c.program == "git" && c.flag("-f"))', ["program:git"]],
  ['facts.commands.exists(c, c.program in ["npm", "pnpm"])', ["program:npm", "program:pnpm"]],
  ['facts.hosts.exists(h, h.host == "a.com" || h.host == "b.com")', ["host:a.com", "host:b.com"]],
  ["facts.hosts.exists(h, !h.local)", ["some:host"]],
  ['facts.paths.exists(p, p.zone == "secrets")', ["zone:secrets"]],
  ['agent.did == "did:x" && facts.tool == "a"', ["agent:did:x"]],
  ['facts.tool == "a" || "git" in facts.programs', ["program:git", "tool:a"]],
  ['facts.tool == "a" || facts.command.contains("x")', undefined],
  ['facts.tool != "a"', undefined],
  ['!(facts.tool == "a")', undefined],
  ['facts.paths.all(p, p.zone == "workspace")', undefined],
  ['facts.command.contains("x")', undefined],
  ["facts.tool == agent.name", undefined],
  ['facts.paths.exists(p, facts.commands.exists(c, c.program == "git" && p.path in c.arguments))', ["program:git"]],
  ['facts.commands.exists(c, c.program == "git" && c.subcommand == "push")', ["subcommand:push"]],
  ['facts.paths.exists(p, p.access in ["write", "delete"] && p.path.contains("x"))', ["access:delete", "access:write"]],
  ['facts.paths.exists(p, p.path.matches(r"^/etc/ssh/sshd?_config"))', ["pathtext:/etc/ssh/ssh"]],
  ['facts.paths.exists(p, p.path.contains("/.vscode/") && p.access == "write")', ["pathtext:/.vscode/"]],
  ['facts.paths.exists(p, p.path.matches(r"(?i)Secret") && p.access == "write")', ["pathtext:secret"]],
  ['facts.paths.exists(p, p.path.contains("/Library/"))', ["pathtext:/library/"]],
])("%s needs %j", (when, expected) => expect(triggers(when)).toEqual(expected));

describe("thousands of rules", () => {
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
  const many = compiled(`${openTools}rules:\n${rules.join("")}`);
  const input = makeInput(makeCommandFacts("git push ; npm test"));

  test("that do not apply are not looked at", () => {
    const results = new Set(
      many
        .explain(input)
        .considered.filter(({ rule }) => /^r\d/.test(rule))
        .map(({ result }) => result),
    );
    expect([...results]).toEqual(["skipped"]);
  });
});
