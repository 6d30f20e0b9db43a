// Digests: what makes two actions the same, and what an approval is bound to.
import canonicalize from "canonicalize";
import type { Intent } from "../../shared/intent.ts";
import type { Sha256 } from "./ports.ts";

/** RFC 8785. Lone surrogates and the like have no canonical form: their escaped JSON stands in. */
export function canonicalJson(value: unknown): string {
  try {
    return canonicalize(value) ?? "null";
  } catch {
    return JSON.stringify(value) ?? "null";
  }
}

/** The same id with the same content is the same intent. The agent's reasoning is no part of what it does. */
export function contentDigest(sha256: Sha256, intent: Intent): string {
  const { reasoning: _reasoning, ...context } = intent.context;
  return sha256(canonicalJson([intent.agentDid, intent.tool, intent.arguments, context]));
}

/** The action itself: equal for every agent and session that wants the very same thing in the same place. */
export function actionDigest(sha256: Sha256, intent: Intent): string {
  return sha256(canonicalJson([intent.tool, intent.arguments, intent.context.workingDirectory ?? null]));
}

/** An approval holds for this action, this agent and this policy, and for nothing else. */
export function approvalDigest(sha256: Sha256, intent: Intent, constitutionHash: string): string {
  return sha256(canonicalJson([actionDigest(sha256, intent), intent.agentDid, constitutionHash]));
}
