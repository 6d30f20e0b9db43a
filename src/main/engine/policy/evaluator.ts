// Phase 2 for one intent: built-in protection, constraints, then rules and sequences. `explain` is the same run with a listener.
import type { Facts } from "../../../shared/domain/facts.ts";
import type { RuleEffect } from "../../../shared/domain/policy.ts";
import type { Condition, ReasonCode } from "../../../shared/domain/verdict.ts";
import { compare } from "./capabilities.ts";
import type { ConstraintChecker, Layer, Looked, Violation } from "./constraints.ts";
import type { RuleResult } from "../rules/condition.ts";
import { createRuleIndex } from "../rules/rule-index.ts";
import { type CompiledRule, type FirstStep, matches } from "./compiled-rule.ts";
import { matchesName } from "../rules/glob.ts";
import type { Protection } from "./protection/self-protection.ts";
import type { PolicyInput } from "../rules/input.ts";
import type { Considered, Explanation, PolicyDecision } from "./snapshot.ts";
import { Variables } from "../rules/views.ts";

export interface EvaluatorParts {
  readonly protections: readonly Protection[];
  /** The capability documents that an intent must pass, one after the other. */
  readonly layersFor: (input: PolicyInput) => readonly Layer[];
  readonly checkConstraints: ConstraintChecker;
  /** Why an action does not fit the conditions it may only run under. */
  readonly checkConditions: (conditions: readonly Condition[], facts: Facts) => string | undefined;
  readonly rules: readonly CompiledRule[];
  readonly firstSteps: readonly FirstStep[];
  /** Minutes to add to UTC, for `time.hour` and `time.weekday`. */
  readonly offsetMinutes: (now: number) => number;
}

export interface Evaluator {
  readonly evaluate: (input: PolicyInput) => PolicyDecision;
  readonly explain: (input: PolicyInput) => Explanation;
  readonly marks: (input: PolicyInput) => readonly string[];
}

/** Strictest first. */
const strictness: readonly RuleEffect[] = ["deny", "escalate", "condition", "allow"];

const nothing: PolicyDecision = {
  effect: "none",
  reason: "risk_low",
  text: "No policy rule speaks about it.",
  conditions: [],
};

type Listener = (considered: Considered) => void;

interface MatchedRule {
  readonly rule: CompiledRule;
  readonly result: RuleResult;
}

/** The rules and first steps that could apply to an intent. */
interface Candidates {
  readonly input: PolicyInput;
  readonly rules: readonly CompiledRule[];
  readonly firstSteps: readonly FirstStep[];
}

export function evaluator(parts: EvaluatorParts): Evaluator {
  const index = createRuleIndex([...parts.rules, ...parts.firstSteps]);
  // Rules and first steps look at the same intent one after the other.
  let last: Candidates | undefined;
  const candidatesFor = (input: PolicyInput): Candidates => {
    if (last?.input === input) return last;
    const rules: CompiledRule[] = [];
    const firstSteps: FirstStep[] = [];
    for (const found of index.candidates({ facts: input.facts, agentDid: input.agent.did })) {
      if ("effect" in found) rules.push(found);
      else firstSteps.push(found);
    }
    last = { input, rules, firstSteps };
    return last;
  };

  const decide = (input: PolicyInput, listen: Listener | undefined): PolicyDecision => {
    const protection = protect(parts.protections, input, listen);
    if (protection?.effect === "deny" && listen === undefined) return protection;
    const violation = violate(parts, input, listen);
    if (violation !== undefined && listen === undefined) return violation;

    const variables = new Variables(input, parts.offsetMinutes);
    const candidates = candidatesFor(input).rules;
    const matched: MatchedRule[] = [];
    let ruling: PolicyDecision | undefined;
    for (const effect of strictness) {
      for (const rule of candidates) {
        if (rule.effect !== effect) continue;
        const result = rule.evaluate(input, variables);
        listen?.({ rule: rule.id, effect, ...result });
        if (matches(rule, result)) matched.push({ rule, result });
      }
      if (effect === "escalate") removeAnswered(matched, candidates, input, variables);
      ruling ??= decisionOf(effect, matched);
      // Whoever approves what a rule asks about approves it under the conditions of the others.
      if (ruling?.effect === "escalate" && effect === "condition")
        ruling = { ...ruling, conditions: conditionsOf(matched) };
      if (ruling !== undefined && ruling.effect !== "escalate" && listen === undefined) break;
    }
    if (listen !== undefined) {
      const looked = new Set(candidates);
      for (const { id, effect } of parts.rules.filter((rule) => !looked.has(rule))) {
        listen({ rule: id, effect, result: "skipped", why: "What it is about does not occur here." });
      }
    }
    if (protection?.effect === "deny") return protection;
    if (protection === undefined && violation === undefined && ruling === undefined) return nothing;
    const asking = protection === undefined ? undefined : { ...protection, conditions: ruling?.conditions ?? [] };
    return strictest([violation, ruling, unfit(ruling, input.facts), asking]);
  };

  const unfit = (ruling: PolicyDecision | undefined, facts: Facts): PolicyDecision | undefined => {
    const problem = ruling === undefined ? undefined : parts.checkConditions(ruling.conditions, facts);
    if (ruling === undefined || problem === undefined) return undefined;
    return { ...ruling, effect: "deny", reason: "path_out_of_scope", text: problem, conditions: [] };
  };

  return {
    evaluate: (input) => decide(input, undefined),
    explain: (input) => {
      const considered: Considered[] = [];
      const decision = decide(input, (entry) => considered.push(entry));
      return { decision, considered };
    },
    marks: (input) => {
      const { firstSteps } = candidatesFor(input);
      if (firstSteps.length === 0) return [];
      const variables = new Variables(input, parts.offsetMinutes);
      return firstSteps.filter((step) => step.holds(variables)).map((step) => step.id);
    },
  };
}

/** Takes out the rules that ask a human where a matching rule that allows has the human's standing answer. */
function removeAnswered(
  matched: MatchedRule[],
  candidates: readonly CompiledRule[],
  input: PolicyInput,
  variables: Variables,
): void {
  if (!matched.some(({ rule }) => rule.effect === "escalate")) return;
  const answered = new Set<string>();
  for (const rule of candidates) {
    if (rule.answers.length === 0 || !matches(rule, rule.evaluate(input, variables))) continue;
    for (const id of rule.answers) answered.add(id);
  }
  for (let index = matched.length - 1; index >= 0; index -= 1) {
    const rule = matched[index]?.rule;
    if (rule?.effect === "escalate" && answered.has(rule.id)) matched.splice(index, 1);
  }
}

function strictest(decisions: readonly (PolicyDecision | undefined)[]): PolicyDecision {
  for (const effect of strictness) {
    const decision = decisions.find((candidate) => candidate?.effect === effect);
    if (decision !== undefined) return decision;
  }
  return nothing;
}

const notMatched: Partial<Record<ReasonCode, string>> = {
  self_protection: "It does not touch Gatehouse.",
  cannot_inspect: "All of it was looked into.",
};

function protect(
  protections: readonly Protection[],
  { facts }: PolicyInput,
  listen: Listener | undefined,
): PolicyDecision | undefined {
  const found: PolicyDecision[] = [];
  for (const { rule, effect, reason, applies } of protections) {
    const text = applies(facts);
    listen?.({
      rule,
      effect,
      result: text === undefined ? "not_matched" : "matched",
      why: text ?? notMatched[reason] ?? "It does not apply.",
    });
    if (text !== undefined) found.push({ effect, reason, rule, text, conditions: [] });
  }
  return found.length === 0 ? undefined : strictest(found);
}

function violate(parts: EvaluatorParts, input: PolicyInput, listen: Listener | undefined): PolicyDecision | undefined {
  const looked: Looked | undefined =
    listen &&
    ((rule, violation) =>
      listen({
        rule,
        effect: "deny",
        result: violation === undefined ? "not_matched" : "matched",
        why: violation?.text ?? "It is within the limits.",
      }));
  let first = ungranted(input, looked);
  for (const layer of parts.layersFor(input)) {
    const [violation] = parts.checkConstraints(layer, input.facts, looked);
    first ??= violation;
  }
  return first === undefined
    ? undefined
    : { effect: "deny", reason: first.reason, rule: first.rule, text: first.text, conditions: [] };
}

/** An agent that registered may use what it asked for. */
function ungranted({ facts, agent }: PolicyInput, looked: Looked | undefined): Violation | undefined {
  if (agent.requested === undefined) return undefined;
  const rule = "capabilities_requested";
  const granted = agent.requested.some((name) => name === facts.tool || matchesName(name, facts.givenTool));
  const violation: Violation = {
    rule,
    reason: "tool_not_granted",
    text: `The agent did not ask for the tool ${facts.givenTool} when it registered.`,
  };
  looked?.(rule, granted ? undefined : violation);
  return granted ? undefined : violation;
}

/** All matched rules of one effect as one decision; the first by id is named, so the order of rules does not matter. */
function decisionOf(effect: RuleEffect, matched: readonly MatchedRule[]): PolicyDecision | undefined {
  if (matched.length === 0) return undefined;
  const agreeing = matched
    .filter(({ rule }) => rule.effect === effect)
    .sort((left, right) => compare(left.rule.id, right.rule.id));
  const [first] = agreeing;
  if (first === undefined) return undefined;
  const failed = agreeing.find(({ result }) => result.result === "fault");
  // Whether its conditions are meant for this action nobody can tell, so a human is asked.
  if (effect === "condition" && failed !== undefined) {
    const text = `${failed.rule.text} ${failed.result.why} So a human is asked.`;
    return {
      effect: "escalate",
      reason: "rule_escalate",
      rule: failed.rule.id,
      text,
      conditions: conditionsOf(agreeing),
    };
  }
  const { rule, result } = first;
  return {
    effect,
    reason: rule.reason,
    rule: rule.id,
    text: result.result === "fault" ? `${rule.text} ${result.why} It counts as matched.` : rule.text,
    conditions: conditionsOf(agreeing),
  };
}

function conditionsOf(matched: readonly MatchedRule[]): readonly Condition[] {
  return matched
    .toSorted((left, right) => compare(left.rule.id, right.rule.id))
    .flatMap(({ rule, result }) =>
      // They narrow what may run; other arguments would run something else.
      result.result === "fault" ? rule.conditions.filter(({ kind }) => kind !== "arguments") : rule.conditions,
    );
}
