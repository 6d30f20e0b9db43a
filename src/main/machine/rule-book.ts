// The rules that people's lasting decisions write: lines in the policy file, where everyone can read them.
import type { PolicyProblem } from "../../shared/policy.ts";
import { fail, ok, type Result } from "../../shared/result.ts";
import { compilePolicy } from "../engine/policy/compile.ts";
import { addRule, removeRule } from "../engine/policy/edit.ts";
import type { PolicyTools } from "../engine/policy/speakers.ts";
import type { RuleBook } from "../engine/ports.ts";
import type { PolicyFile } from "./policy-file.ts";

export function createRuleBook(policy: PolicyFile, tools: PolicyTools): RuleBook {
  function save(text: Result<string, string>): Result<undefined, string> {
    if (!text.ok) return text;
    const saved = policy.save(text.value, "decision");
    return saved.ok ? ok(undefined) : fail(firstOf(saved.error));
  }

  return {
    trial(rule) {
      const text = addRule(policy.text(), rule);
      if (!text.ok) return text;
      const compiled = compilePolicy({ text: text.value, name: policy.path }, tools);
      return compiled.ok
        ? ok({ current: (workspace) => policy.trial(compiled.value, workspace) })
        : fail(firstOf(compiled.error));
    },
    add: (rule) => save(addRule(policy.text(), rule)),
    remove: (ruleId) => save(removeRule(policy.text(), ruleId)),
  };
}

function firstOf(problems: readonly PolicyProblem[]): string {
  const [first] = problems;
  return first === undefined ? "It does not load." : `line ${first.line}: ${first.message}`;
}
