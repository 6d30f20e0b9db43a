// How often the operator is asked, and where a rule would save the most prompts.
import type { ApprovalLoad, PromptSource } from "../../../shared/contract/activity.ts";
import { hour } from "../../../shared/lib/clock.ts";
import { reasons } from "../../../shared/domain/verdict.ts";

/** A prompt that is nearly always allowed only hides the others. */
const enoughPrompts = 10;
const nearlyAlways = 0.9;

export function promptsPerHour({ prompts }: ApprovalLoad, spanMs: number): number {
  return prompts / Math.max(1, spanMs / hour);
}

/** Undefined where nobody has answered. */
export function approvedShare({ approved, denied }: Pick<PromptSource, "approved" | "denied">): number | undefined {
  return approved + denied === 0 ? undefined : approved / (approved + denied);
}

/** Whether a rule is worth offering. */
export function isNoise(source: PromptSource): boolean {
  return source.approved + source.denied >= enoughPrompts && (approvedShare(source) ?? 0) > nearlyAlways;
}

export function sourceWords({ rule, reason }: PromptSource): string {
  return rule ?? reasons[reason];
}
