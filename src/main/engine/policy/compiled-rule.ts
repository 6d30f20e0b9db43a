// Rules and sequences of the policy, compiled: whether one applies to an intent, and what that means.
import { day, hour, minute, second } from "../../../shared/lib/clock.ts";
import type { PolicyRule, PolicySequence, RuleEffect } from "../../../shared/domain/policy.ts";
import type { Condition, ReasonCode } from "../../../shared/domain/verdict.ts";
import { compileCondition, expressionTest, type RuleResult } from "../rules/condition.ts";
import { triggersOf } from "../rules/condition-triggers.ts";
import type { Triggers } from "../rules/trigger.ts";
import type { Expression } from "../rules/expression.ts";
import type { PolicyInput } from "../rules/input.ts";
import type { Variables } from "../rules/views.ts";

/** A rule of the policy, or a sequence. */
export interface CompiledRule {
  readonly id: string;
  readonly effect: RuleEffect;
  readonly reason: ReasonCode;
  readonly text: string;
  readonly conditions: readonly Condition[];
  /** The ids of rules that ask a human, for which this one has the answer. */
  readonly answers: readonly string[];
  readonly triggers: Triggers;
  readonly evaluate: (input: PolicyInput, variables: Variables) => RuleResult;
}

/** The first step of a sequence. */
export interface FirstStep {
  readonly id: string;
  readonly triggers: Triggers;
  readonly holds: (variables: Variables) => boolean;
}

const reasonsByEffect: Readonly<Record<RuleEffect, ReasonCode>> = {
  allow: "rule_allow",
  deny: "rule_deny",
  escalate: "rule_escalate",
  condition: "rule_condition",
};

const verbs: Readonly<Record<RuleEffect, string>> = {
  allow: "allows it",
  deny: "denies it",
  escalate: "asks a human",
  condition: "allows it under conditions",
};

export function compileRule(
  rule: PolicyRule,
  when: Expression | undefined,
  prefix = "",
  offsetMinutes: (now: number) => number = () => 0,
): CompiledRule {
  const expiresAt = rule.expires === undefined ? Infinity : momentOf(rule.expires, offsetMinutes);
  const id = prefix + rule.id;
  const { triggers, evaluate } = compileCondition(rule, when);
  return {
    id,
    effect: rule.effect,
    reason: reasonsByEffect[rule.effect],
    text: sentence(`Rule ${id} ${verbs[rule.effect]}`, rule.reason),
    conditions: rule.conditions ?? [],
    answers: rule.answers ?? [],
    triggers,
    evaluate: (input, variables) =>
      input.now >= expiresAt
        ? { result: "expired", why: `It expired on ${rule.expires}.` }
        : evaluate(input.facts, variables),
  };
}

/** A date begins at midnight where its author is. */
function momentOf(text: string, offsetMinutes: (now: number) => number): number {
  const at = Date.parse(text);
  return text.includes("T") ? at : at - offsetMinutes(at) * minute;
}

export function compileSequence(
  sequence: PolicySequence,
  first: Expression | undefined,
  then: Expression,
  prefix = "",
): { readonly rule: CompiledRule; readonly firstStep: FirstStep | undefined } {
  const id = prefix + sequence.id;
  const next = expressionTest(then);
  const within = sequence.within === undefined ? Infinity : milliseconds(sequence.within);
  const rule: CompiledRule = {
    id,
    effect: sequence.effect,
    reason: "sequence",
    text: sentence(`Sequence ${id} ${verbs[sequence.effect]}`, sequence.reason),
    conditions: [],
    answers: [],
    triggers: triggersOf(then.tree),
    evaluate: (input, variables) => {
      if (first !== undefined) {
        const { marks, unknownBefore } = input.session;
        const at = Object.hasOwn(marks, id) ? marks[id] : unknownBefore;
        if (at === undefined) return { result: "not_matched", why: "The session has not taken the first step." };
        if (input.now - at > within)
          return { result: "not_matched", why: `The first step was longer ago than ${sequence.within}.` };
      }
      return next(variables);
    },
  };
  if (first === undefined) return { rule, firstStep: undefined };
  const taken = expressionTest(first);
  // A first step that cannot be evaluated counts as taken: it only ever makes a later one stricter.
  return {
    rule,
    firstStep: {
      id,
      triggers: triggersOf(first.tree),
      holds: (variables) => taken(variables).result !== "not_matched",
    },
  };
}

/** A failed condition must never make the answer more permissive. */
export function matches(rule: CompiledRule, { result }: RuleResult): boolean {
  return result === "matched" || (result === "fault" && rule.effect !== "allow");
}

function sentence(lead: string, reason: string | undefined): string {
  return reason === undefined ? `${lead}.` : `${lead}: ${reason.replace(/\.$/, "")}.`;
}

const units: Readonly<Record<string, number>> = { s: second, m: minute, h: hour, d: day };

function milliseconds(duration: string): number {
  return Number(duration.slice(0, -1)) * (units[duration.slice(-1)] ?? Infinity);
}
