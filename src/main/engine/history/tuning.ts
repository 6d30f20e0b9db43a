// Tuning: which risk rules a person's own decisions speak against, and what lowering each would have done.
import type { Settings } from "../../../shared/contract/settings.ts";
import type {
  Suggestion,
  TunableRule,
  TuningEffect,
  TuningEvidence,
  TuningExample,
} from "../../../shared/contract/tuning.ts";
import type { SeverityName } from "../../../shared/domain/threats.ts";
import { severity } from "../risk/bands.ts";
import { findingsOf, type Judgement, outcomeOf, scoreWith } from "./judgements.ts";

/** Fewer answers than this are a mood, not a habit. */
export const leastAnswers = 3;
const mostExamples = 5;

export interface TuningQuestion {
  /** What may be lowered, and what it scores now. */
  readonly rules: readonly TunableRule[];
  readonly highBand: Settings["highBand"];
}

export function lowerSuggestions(past: readonly Judgement[], question: TuningQuestion): readonly Suggestion[] {
  const byRule = new Map<string, Judgement[]>();
  for (const each of past) {
    // A policy, a grant or a fault that decided would decide the same with another score.
    if (each.first.decider !== "risk") continue;
    for (const id of new Set(findingsOf(each.first).map((finding) => finding.id)))
      byRule.set(id, [...(byRule.get(id) ?? []), each]);
  }
  return question.rules
    .flatMap((rule) => suggestionFor(rule, byRule.get(rule.id) ?? [], question.highBand) ?? [])
    .toSorted((left, right) => weight(right) - weight(left));
}

function weight({ effect: { fewerAsks, fewerDenials } }: Suggestion): number {
  return fewerAsks + fewerDenials;
}

function suggestionFor(
  { id, score }: TunableRule,
  past: readonly Judgement[],
  highBand: Settings["highBand"],
): Suggestion | undefined {
  // Where another finding alone would have led to the same, this rule was not the reason.
  const decided = past.filter(({ first }) => {
    const before = outcomeOf(first.score ?? 0, highBand);
    return before !== "passed" && outcomeOf(scoreWith(first, id, 0), highBand) !== before;
  });
  const evidence = evidenceOf(decided, highBand);
  const to = past.some(({ missed }) => missed) ? undefined : target(evidence, decided);
  if (to === undefined || severity[to] >= score) return undefined;
  const effect = effectOf(past, id, severity[to], highBand);
  if (effect.fewerAsks + effect.fewerDenials === 0) return undefined;
  return {
    id: `lower:${id}:${to}`,
    change: { kind: "lower_rule", rule: id, to },
    title:
      to === "ask" ? `Ask about what ${id} finds instead of denying it` : `Let pass with a warning what ${id} finds`,
    why: whyOf(evidence),
    evidence,
    effect,
  };
}

/** Denials come first: a rule that is asked about from now on gets answers that can be counted. */
function target(evidence: TuningEvidence, decided: readonly Judgement[]): SeverityName | undefined {
  const { approved, refused, denied, disputed } = evidence;
  const wrong = decided.filter(({ first, ...marks }) => first.outcome === "DENIED" && isWrong(marks)).length;
  if (wrong > 0) return wrong * 2 >= denied ? "ask" : undefined;
  return denied === 0 && refused === 0 && approved + disputed >= leastAnswers ? "warn" : undefined;
}

function isWrong({ overridden, disputed }: Pick<Judgement, "overridden" | "disputed">): boolean {
  return overridden || disputed;
}

function evidenceOf(decided: readonly Judgement[], highBand: Settings["highBand"]): TuningEvidence {
  const count = (of: (each: Judgement) => boolean): number => decided.filter(of).length;
  const asked = ({ first }: Judgement): boolean => outcomeOf(first.score ?? 0, highBand) === "asked";
  return {
    asked: count(asked),
    approved: count((each) => asked(each) && each.answer === "approved"),
    refused: count((each) => asked(each) && each.answer === "refused"),
    denied: count((each) => !asked(each)),
    overridden: count(({ overridden }) => overridden),
    // An approval that was also disputed is one voice.
    disputed: count(({ disputed, answer }) => disputed && answer !== "approved"),
  };
}

function effectOf(
  past: readonly Judgement[],
  rule: string,
  most: number,
  highBand: Settings["highBand"],
): TuningEffect {
  const examples = past.flatMap(({ first, intentId, agentDid, at, summary }): readonly TuningExample[] => {
    const before = outcomeOf(first.score ?? 0, highBand);
    const after = outcomeOf(scoreWith(first, rule, most), highBand);
    return before === after ? [] : [{ intentId, agentDid, at, summary, before, after }];
  });
  return {
    fewerAsks: examples.filter(({ before }) => before === "asked").length,
    fewerDenials: examples.filter(({ before }) => before === "denied").length,
    examples: examples.slice(0, mostExamples),
  };
}

function whyOf({ asked, approved, denied, overridden, disputed }: TuningEvidence): string {
  const parts = [
    ...(asked === 0
      ? []
      : [`It asked ${times(asked)} and you approved ${approved === asked ? "every time" : times(approved)}`]),
    ...(denied === 0 ? [] : [`it denied ${times(denied)}`]),
    ...(overridden === 0 ? [] : [`you overrode ${times(overridden)}`]),
    ...(disputed === 0 ? [] : [`you marked ${times(disputed)} as wrong`]),
  ];
  const text = parts.join(", ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function times(count: number): string {
  if (count === 1) return "once";
  return count === 2 ? "twice" : `${count} times`;
}
