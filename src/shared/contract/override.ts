// Overriding a denial by score: what people may ask for, and what they see before they decide.
import { z } from "zod";
import type { Facts } from "../domain/facts.ts";
import type { Intent } from "../domain/intent.ts";
import type { Verdict } from "../domain/verdict.ts";

const identifier = z.string().min(1).max(512);

export const overrideDurations = ["once", "session"] as const;
export type OverrideDuration = (typeof overrideDurations)[number];

export const overrideInputs = {
  /** What overriding a denial would allow. Without an agent the intent's id must belong to one agent alone. */
  previewOverride: z.strictObject({ intentId: identifier, agentDid: identifier.optional() }),
  overrideDenial: z.strictObject({
    intentId: identifier,
    agentDid: identifier,
    /** Of the preview that was shown. Refused when the denial is another by now. */
    digest: z.string().length(64),
    reason: z.string().trim().min(1, "Say why you override the denial.").max(1000),
    effect: z.enum(["allow", "ask"]).default("allow"),
    duration: z.enum(overrideDurations).default("once"),
  }),
  /** Records that a verdict was wrong. Changes no decision. */
  disputeVerdict: z.strictObject({
    intentId: identifier,
    agentDid: identifier,
    reason: z.string().trim().max(1000).default(""),
  }),
} as const;

/** A denial by score as it is now, and what overriding it would mean. */
export interface OverridePreview {
  readonly intent: Intent;
  readonly facts: Facts;
  readonly verdict: Verdict;
  readonly agentName: string;
  /** The override is bound to it. */
  readonly digest: string;
  /** A rule of the policy that also asks about this action: an override that allows answers it. */
  readonly asks?: string;
  /** Critical actions can be overridden once only. */
  readonly durations: readonly OverrideDuration[];
  /** How long an override for once can be used, in milliseconds. */
  readonly onceMs: number;
}
