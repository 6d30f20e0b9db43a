// The rules that people's lasting decisions write: lines in the policy file, where everyone can read them.
import type { PolicyProblem } from "../../../shared/domain/policy.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import { compilePolicy } from "../../engine/policy/document/compile.ts";
import { addRule, removeRule } from "../../engine/policy/document/edit.ts";
import type { PolicyTools } from "../../engine/policy/document/compile-rules.ts";
import type { RuleBook } from "../../engine/ports.ts";
import type { PolicyFile } from "./policy-file.ts";

export function createRuleBook(policy: PolicyFile, tools: PolicyTools): RuleBook {
  /** The file as it is now. What somebody is still writing there must not be lost, so that nothing is written over it. */
  function present(): Result<string, string> {
    policy.reload();
    const [problem] = policy.problems();
    return problem === undefined
      ? ok(policy.text())
      : fail(
          `The policy file was changed and does not load (line ${problem.line}: ${problem.message}). Correct it first.`,
        );
  }

  function save(text: Result<string, string>): Result<undefined, string> {
    if (!text.ok) return text;
    const saved = policy.save(text.value, "decision");
    return saved.ok ? ok(undefined) : fail(firstOf(saved.error));
  }

  return {
    trial(rule) {
      const text = present();
      const longer = text.ok ? addRule(text.value, rule) : text;
      if (!longer.ok) return longer;
      const compiled = compilePolicy({ text: longer.value, name: policy.path }, tools);
      return compiled.ok
        ? ok({ current: (workspace) => policy.trial(compiled.value, workspace) })
        : fail(firstOf(compiled.error));
    },
    add(rule) {
      const text = present();
      return save(text.ok ? addRule(text.value, rule) : text);
    },
    remove(ruleId) {
      const text = present();
      if (!text.ok) return text;
      // Whoever has taken it out of the file by hand was faster.
      const isThere = policy.current().document.rules.some(({ id }) => id === ruleId);
      return isThere ? save(removeRule(text.value, ruleId)) : ok(undefined);
    },
  };
}

function firstOf(problems: readonly PolicyProblem[]): string {
  const [first] = problems;
  return first === undefined ? "It does not load." : `line ${first.line}: ${first.message}`;
}
