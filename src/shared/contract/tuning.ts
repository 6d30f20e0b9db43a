// Tuning: changes that the owner's own decisions suggest, each with what it would have meant for the past.
import { z } from "zod";
import type { SeverityName } from "../domain/threats.ts";

/** A risk rule that may be lowered, with what it scores now. */
export interface TunableRule {
  readonly id: string;
  readonly score: number;
}

export type SuggestedChange =
  | { readonly kind: "lower_rule"; readonly rule: string; readonly to: SeverityName }
  | {
      readonly kind: "allow_form";
      readonly agentDid: string;
      /** The newest action that it would have covered. */
      readonly intentId: string;
    };

/** What people did about the actions that a change is about. */
export interface TuningEvidence {
  /** How often they were asked. */
  readonly asked: number;
  readonly approved: number;
  readonly refused: number;
  readonly denied: number;
  /** Denials that a person overrode. */
  readonly overridden: number;
  /** Verdicts that a person marked as wrong. */
  readonly disputed: number;
}

export interface TuningExample {
  readonly intentId: string;
  readonly agentDid: string;
  readonly at: number;
  readonly summary: string;
  readonly before: TuningOutcome;
  readonly after: TuningOutcome;
}

export type TuningOutcome = "denied" | "asked" | "passed";

/** What would have come of the recorded actions. */
export interface TuningEffect {
  /** Asked about then, and not any more. */
  readonly fewerAsks: number;
  /** Denied then, asked about now. */
  readonly fewerDenials: number;
  /** The newest actions that would have ended differently. */
  readonly examples: readonly TuningExample[];
}

export interface Suggestion {
  /** Stable as long as the change is the same. */
  readonly id: string;
  readonly change: SuggestedChange;
  /** What would be changed, in one sentence. */
  readonly title: string;
  /** The decisions that speak for it, in one sentence. */
  readonly why: string;
  readonly evidence: TuningEvidence;
  readonly effect: TuningEffect;
  /** The rule as the policy file would say it, where one would be added. */
  readonly ruleText?: string;
}

export interface TuningAnswer {
  /** How many actions of the ledger were looked at, and since when. */
  readonly looked: number;
  readonly since?: number;
  readonly suggestions: readonly Suggestion[];
}

/** A suggestion that is in force. */
export interface AcceptedSuggestion {
  readonly id: string;
  readonly title: string;
}

const id = z.string().min(1).max(256);

export const tuningInputs = {
  listSuggestions: z.strictObject({}),
  acceptSuggestion: z.strictObject({ id }),
  undoSuggestion: z.strictObject({ id }),
} as const;

export interface TuningOutputs {
  readonly listSuggestions: TuningAnswer & { readonly accepted: readonly AcceptedSuggestion[] };
  readonly acceptSuggestion: AcceptedSuggestion;
  readonly undoSuggestion: AcceptedSuggestion;
}
