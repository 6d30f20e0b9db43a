// Rules and sequences, compiled: whether one applies to an intent, and what that means.
import { day, hour, minute, second } from "../../../shared/clock.ts";
import type { PolicyRule, PolicySequence, RuleEffect } from "../../../shared/policy.ts";
import type { Condition, ReasonCode } from "../../../shared/verdict.ts";
import type { Expression } from "./expression.ts";
import { both, needsOf, needsOfList, needsOfTools, type Needs } from "./features.ts";
import { matchesName } from "./glob.ts";
import type { Considered, PolicyInput } from "./snapshot.ts";
import type { Variables } from "./views.ts";

/** One thing that can speak about an intent: a rule of the policy, or a sequence. */
export interface Speaker {
  readonly id: string;
  readonly effect: RuleEffect;
  readonly reason: ReasonCode;
  readonly text: string;
  readonly conditions: readonly Condition[];
  /** The ids of those that ask a human, for which it has the answer. */
  readonly answers: readonly string[];
  readonly needs: Needs;
  readonly judge: (input: PolicyInput, variables: Variables) => Judgement;
}

export interface Judgement {
  readonly result: Considered["result"];
  readonly why: string;
}

/** The first step of a sequence. */
export interface FirstStep {
  readonly id: string;
  readonly needs: Needs;
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
): Speaker {
  const expiresAt = rule.expires === undefined ? Infinity : momentOf(rule.expires, offsetMinutes);
  const needs = [
    rule.tools === undefined ? undefined : needsOfTools(rule.tools),
    rule.effects === undefined ? undefined : needsOfList("effect", rule.effects),
    rule.programs === undefined ? undefined : needsOfList("program", rule.programs),
    when === undefined ? undefined : needsOf(when.tree),
  ].reduce(both);
  const id = prefix + rule.id;
  const condition = when === undefined ? undefined : asker(when);
  return {
    id,
    effect: rule.effect,
    reason: reasonsByEffect[rule.effect],
    text: sentence(`Rule ${id} ${verbs[rule.effect]}`, rule.reason),
    conditions: rule.conditions ?? [],
    answers: rule.answers ?? [],
    needs,
    judge: (input, variables) => {
      if (input.now >= expiresAt) return { result: "expired", why: `It expired on ${rule.expires}.` };
      const unmet = unmetList(rule, input);
      if (unmet !== undefined) return { result: "not_matched", why: unmet };
      return condition === undefined ? listsFit : condition(variables);
    },
  };
}

/** A date begins at midnight where its author is. */
function momentOf(text: string, offsetMinutes: (now: number) => number): number {
  const at = Date.parse(text);
  return text.includes("T") ? at : at - offsetMinutes(at) * minute;
}

function unmetList(rule: PolicyRule, { facts }: PolicyInput): string | undefined {
  const fits = (pattern: string) => pattern === facts.tool || matchesName(pattern, facts.givenTool);
  if (rule.tools !== undefined && !rule.tools.some(fits)) return "It is about other tools.";
  if (rule.effects !== undefined && !rule.effects.some((effect) => facts.effects.includes(effect)))
    return "It is about other effects.";
  if (rule.programs !== undefined && !facts.commands.some((command) => rule.programs?.includes(command.program))) {
    return "It is about other programs.";
  }
  return undefined;
}

export function compileSequence(
  sequence: PolicySequence,
  first: Expression | undefined,
  then: Expression,
  prefix = "",
): { readonly speaker: Speaker; readonly firstStep: FirstStep | undefined } {
  const id = prefix + sequence.id;
  const next = asker(then);
  const within = sequence.within === undefined ? Infinity : milliseconds(sequence.within);
  const speaker: Speaker = {
    id,
    effect: sequence.effect,
    reason: "sequence",
    text: sentence(`Sequence ${id} ${verbs[sequence.effect]}`, sequence.reason),
    conditions: [],
    answers: [],
    needs: needsOf(then.tree),
    judge: (input, variables) => {
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
  if (first === undefined) return { speaker, firstStep: undefined };
  const taken = asker(first);
  // A first step that cannot be judged counts as taken: it only ever makes a later one stricter.
  return {
    speaker,
    firstStep: { id, needs: needsOf(first.tree), holds: (variables) => taken(variables).result !== "not_matched" },
  };
}

const listsFit: Judgement = { result: "matched", why: "Its tools, effects and programs fit." };

/** The sentences are made once, not for each intent. */
function asker(expression: Expression): (variables: Variables) => Judgement {
  const text = expression.text.trim();
  const matched: Judgement = { result: "matched", why: `True: ${text}` };
  const notMatched: Judgement = { result: "not_matched", why: `False: ${text}` };
  return (variables) => {
    try {
      return expression.holds(variables) ? matched : notMatched;
    } catch (error) {
      const message = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
      return { result: "fault", why: `It failed: ${message.replace(/\.$/, "")}.` };
    }
  };
}

/** A failed condition must never make the answer more permissive. */
export function speaks(speaker: Speaker, judgement: Judgement): boolean {
  if (judgement.result === "matched") return true;
  return judgement.result === "fault" && speaker.effect !== "allow";
}

function sentence(lead: string, reason: string | undefined): string {
  return reason === undefined ? `${lead}.` : `${lead}: ${reason.replace(/\.$/, "")}.`;
}

const units: Readonly<Record<string, number>> = { s: second, m: minute, h: hour, d: day };

function milliseconds(duration: string): number {
  return Number(duration.slice(0, -1)) * (units[duration.slice(-1)] ?? Infinity);
}
