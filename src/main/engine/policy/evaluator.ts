// Phase 2 for one intent: built-in protection, constraints, then rules and sequences. `explain` is the same run, listened to.
import type { Facts } from "../../../shared/facts.ts";
import type { RuleEffect } from "../../../shared/policy.ts";
import type { Condition, ReasonCode } from "../../../shared/verdict.ts";
import { compare } from "./capabilities.ts";
import type { ConstraintChecker, Layer, Looked, Violation } from "./constraints.ts";
import { featuresOf as readFeatures, indexOf } from "./features.ts";
import { matchesName } from "./glob.ts";
import { type FirstStep, type Judgement, type Speaker, speaks } from "./rules.ts";
import type { Protection } from "./self-protection.ts";
import type { Considered, Explanation, PolicyDecision, PolicyInput } from "./snapshot.ts";
import { Variables } from "./views.ts";

export interface EvaluatorParts {
  readonly protections: readonly Protection[];
  /** The capability documents that an intent must pass, one after the other. */
  readonly layersFor: (input: PolicyInput) => readonly Layer[];
  readonly checkConstraints: ConstraintChecker;
  /** Why an action does not fit the conditions it may only run under. */
  readonly checkConditions: (conditions: readonly Condition[], facts: Facts) => string | undefined;
  readonly speakers: readonly Speaker[];
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

interface Voice {
  readonly speaker: Speaker;
  readonly judgement: Judgement;
}

export function evaluator(parts: EvaluatorParts): Evaluator {
  const speakers = indexOf(parts.speakers);
  const firstSteps = indexOf(parts.firstSteps);
  const kinds = new Set([...speakers.kinds, ...firstSteps.kinds]);
  // Rules and first steps look at the same intent one after the other.
  let last: { readonly input: PolicyInput; readonly features: ReadonlySet<string> } | undefined;
  const featuresOf = (input: PolicyInput): ReadonlySet<string> => {
    if (last?.input !== input) last = { input, features: readFeatures(input, kinds) };
    return last.features;
  };

  const decide = (input: PolicyInput, listen: Listener | undefined): PolicyDecision => {
    const protection = protect(parts.protections, input, listen);
    if (protection?.effect === "deny" && listen === undefined) return protection;
    const violation = violate(parts, input, listen);
    if (violation !== undefined && listen === undefined) return violation;

    const variables = new Variables(input, parts.offsetMinutes);
    const candidates = speakers.candidates(featuresOf(input));
    const voices: Voice[] = [];
    let ruling: PolicyDecision | undefined;
    for (const effect of strictness) {
      for (const speaker of candidates) {
        if (speaker.effect !== effect) continue;
        const judgement = speaker.judge(input, variables);
        listen?.({ rule: speaker.id, effect, ...judgement });
        if (speaks(speaker, judgement)) voices.push({ speaker, judgement });
      }
      if (effect === "escalate") withoutAnswered(voices, candidates, input, variables);
      ruling ??= rule(effect, voices);
      // Whoever approves what a rule asks about approves it under the conditions of the others.
      if (ruling?.effect === "escalate" && effect === "condition")
        ruling = { ...ruling, conditions: conditionsOf(voices) };
      if (ruling !== undefined && ruling.effect !== "escalate" && listen === undefined) break;
    }
    if (listen !== undefined) {
      for (const { id, effect } of parts.speakers.filter((speaker) => !candidates.has(speaker))) {
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
      const candidates = firstSteps.candidates(featuresOf(input));
      if (candidates.size === 0) return [];
      const variables = new Variables(input, parts.offsetMinutes);
      return [...candidates].filter((step) => step.holds(variables)).map((step) => step.id);
    },
  };
}

/** Takes out those that ask a human where a matching rule that allows has the human's standing answer. */
function withoutAnswered(
  voices: Voice[],
  candidates: ReadonlySet<Speaker>,
  input: PolicyInput,
  variables: Variables,
): void {
  if (!voices.some(({ speaker }) => speaker.effect === "escalate")) return;
  const answered = new Set<string>();
  for (const speaker of candidates) {
    if (speaker.answers.length === 0 || !speaks(speaker, speaker.judge(input, variables))) continue;
    for (const id of speaker.answers) answered.add(id);
  }
  for (let index = voices.length - 1; index >= 0; index -= 1) {
    const speaker = voices[index]?.speaker;
    if (speaker?.effect === "escalate" && answered.has(speaker.id)) voices.splice(index, 1);
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

/** All voices of one effect as one decision; the first by id is named, so the order of rules does not matter. */
function rule(effect: RuleEffect, voices: readonly Voice[]): PolicyDecision | undefined {
  if (voices.length === 0) return undefined;
  const agreeing = voices
    .filter((voice) => voice.speaker.effect === effect)
    .sort((left, right) => compare(left.speaker.id, right.speaker.id));
  const [first] = agreeing;
  if (first === undefined) return undefined;
  const failed = agreeing.find(({ judgement }) => judgement.result === "fault");
  // Whether its conditions are meant for this action nobody can tell, so a human is asked.
  if (effect === "condition" && failed !== undefined) {
    const text = `${failed.speaker.text} ${failed.judgement.why} So a human is asked.`;
    return {
      effect: "escalate",
      reason: "rule_escalate",
      rule: failed.speaker.id,
      text,
      conditions: conditionsOf(agreeing),
    };
  }
  const { speaker, judgement } = first;
  return {
    effect,
    reason: speaker.reason,
    rule: speaker.id,
    text: judgement.result === "fault" ? `${speaker.text} ${judgement.why} It counts as matched.` : speaker.text,
    conditions: conditionsOf(agreeing),
  };
}

function conditionsOf(voices: readonly Voice[]): readonly Condition[] {
  return voices
    .toSorted((left, right) => compare(left.speaker.id, right.speaker.id))
    .flatMap(({ speaker, judgement }) =>
      // They narrow what may run; other arguments would run something else.
      judgement.result === "fault" ? speaker.conditions.filter(({ kind }) => kind !== "arguments") : speaker.conditions,
    );
}
