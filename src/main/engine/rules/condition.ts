// The condition of a rule, compiled: the lists it names and its expression, the same for the policy's rules and for packs.
import type { Facts } from "../../../shared/domain/facts.ts";
import type { PolicyRule } from "../../../shared/domain/policy.ts";
import type { Expression, ExpressionVariables } from "./expression.ts";
import { matchesName } from "./glob.ts";
import { both, type ConditionTriggers, triggersOf, triggersOfList, triggersOfTools } from "./condition-triggers.ts";

export interface RuleResult {
  /** "fault": its expression failed. */
  readonly result: "matched" | "not_matched" | "expired" | "fault";
  readonly why: string;
}

export interface CompiledCondition {
  readonly triggers: ConditionTriggers;
  readonly evaluate: (facts: Facts, variables: ExpressionVariables) => RuleResult;
}

type Lists = Pick<PolicyRule, "tools" | "effects" | "programs">;

export function compileCondition(lists: Lists, when: Expression | undefined): CompiledCondition {
  const { tools, effects, programs } = lists;
  const triggers = [
    tools === undefined ? undefined : triggersOfTools(tools),
    effects === undefined ? undefined : triggersOfList("effect", effects),
    programs === undefined ? undefined : triggersOfList("program", programs),
    when === undefined ? undefined : triggersOf(when.tree),
  ].reduce(both);
  const condition = when === undefined ? undefined : expressionTest(when);
  return {
    triggers,
    evaluate: (facts, variables) => unmetList(lists, facts) ?? condition?.(variables) ?? listsMatch,
  };
}

const listsMatch: RuleResult = { result: "matched", why: "Its tools, effects and programs fit." };
const otherTools: RuleResult = { result: "not_matched", why: "It is about other tools." };
const otherEffects: RuleResult = { result: "not_matched", why: "It is about other effects." };
const otherPrograms: RuleResult = { result: "not_matched", why: "It is about other programs." };

function unmetList({ tools, effects, programs }: Lists, facts: Facts): RuleResult | undefined {
  const fits = (pattern: string) => pattern === facts.tool || matchesName(pattern, facts.givenTool);
  if (tools !== undefined && !tools.some(fits)) return otherTools;
  if (effects !== undefined && !effects.some((effect) => facts.effects.includes(effect))) return otherEffects;
  if (programs !== undefined && !facts.commands.some(({ program }) => programs.includes(program))) return otherPrograms;
  return undefined;
}

/** The sentences are made once, not for each call. */
export function expressionTest(expression: Expression): (variables: ExpressionVariables) => RuleResult {
  const text = expression.text.trim();
  const matched: RuleResult = { result: "matched", why: `True: ${text}` };
  const notMatched: RuleResult = { result: "not_matched", why: `False: ${text}` };
  return (variables) => {
    try {
      return expression.holds(variables) ? matched : notMatched;
    } catch (error) {
      const message = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
      return { result: "fault", why: `It failed: ${message.replace(/\.$/, "")}.` };
    }
  };
}
