// Overriding a denial by score: what people may ask for, and what they see before they decide.
import { z } from "zod";
import type { Facts } from "../domain/facts.ts";
import type { Intent } from "../domain/intent.ts";
import type { Verdict } from "../domain/verdict.ts";

const identifier = z.string().min(1).max(512);

export const liftDurations = ["once", "session"] as const;
export type LiftDuration = (typeof liftDurations)[number];

export const overrideInputs = {
  /** What lifting a denial would allow. Without an agent the intent's id must belong to one agent alone. */
  previewLift: z.strictObject({ intentId: identifier, agentDid: identifier.optional() }),
  liftDenial: z.strictObject({
    intentId: identifier,
    agentDid: identifier,
    /** Of the preview that was shown. Refused when the denial is another by now. */
    digest: z.string().length(64),
    reason: z.string().trim().min(1, "Say why you lift the denial.").max(1000),
    effect: z.enum(["allow", "ask"]).default("allow"),
    duration: z.enum(liftDurations).default("once"),
  }),
  /** Records that a verdict was wrong. Changes no decision. */
  disputeVerdict: z.strictObject({
    intentId: identifier,
    agentDid: identifier,
    reason: z.string().trim().max(1000).default(""),
  }),
} as const;

/** A denial by score as it is now, and what lifting it would mean. */
export interface LiftPreview {
  readonly intent: Intent;
  readonly facts: Facts;
  readonly verdict: Verdict;
  readonly agentName: string;
  /** The lift is bound to it. */
  readonly digest: string;
  /** A rule of the policy that also asks about this action: a lift that allows answers it. */
  readonly asks?: string;
  /** Critical actions can be lifted once only. */
  readonly durations: readonly LiftDuration[];
  /** How long a lift for once can be used, in milliseconds. */
  readonly onceMs: number;
}
