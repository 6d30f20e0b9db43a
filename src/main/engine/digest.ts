// Digests: what makes two actions the same, and what an approval is bound to.
import canonicalize from "canonicalize";
import { isInOrder } from "../../shared/canonical-order.ts";
import type { Facts } from "../../shared/facts.ts";
import type { Intent } from "../../shared/intent.ts";
import type { Verdict } from "../../shared/verdict.ts";
import type { PolicyDecision } from "./policy/snapshot.ts";
import type { Sha256 } from "./ports.ts";

/** RFC 8785. Lone surrogates and the like have no canonical form: their escaped JSON stands in. */
export function canonicalJson(value: unknown): string {
  // Nearly all calls have one argument, or their arguments in order.
  if (isInOrder(value)) return JSON.stringify(value) ?? "null";
  try {
    return canonicalize(value) ?? "null";
  } catch {
    return JSON.stringify(value) ?? "null";
  }
}

/**
 * Three digests of an intent hold its arguments, which may be large: they are written out once. Only the last are
 * remembered, and by no WeakMap, because those make every collection of garbage slow.
 */
let last: { readonly given: Intent["arguments"]; readonly text: string } | undefined;

export function argumentsText({ arguments: given }: Intent): string {
  if (last?.given !== given) last = { given, text: canonicalJson(given) };
  return last.text;
}

/** A text has the same canonical form as JSON has for it, or none. */
const quoted = (text: string): string => JSON.stringify(text);

/** The same id with the same content is the same intent. The agent's reasoning is no part of what it does. */
export function contentDigest(sha256: Sha256, intent: Intent): string {
  const { reasoning: _reasoning, ...context } = intent.context;
  const place = canonicalJson(context);
  return sha256(`[${quoted(intent.agentDid)},${quoted(intent.tool)},${argumentsText(intent)},${place}]`);
}

/** The action itself: equal for every agent and session that wants the very same thing in the same place. */
export function actionDigest(sha256: Sha256, intent: Intent): string {
  const { workingDirectory, workspace } = intent.context;
  // Without a working directory relative paths start from the workspace.
  return sha256(`[${quoted(intent.tool)},${argumentsText(intent)},${canonicalJson([workingDirectory, workspace])}]`);
}

/**
 * An approval holds for this action of this agent and session, as it was shown: what it does, who asks and by which policy.
 * A link that leads elsewhere by now, or another rule that asks, makes it another sight.
 */
export function approvalDigest(
  sha256: Sha256,
  intent: Intent,
  { facts, verdict }: { readonly facts: Facts; readonly verdict: Verdict },
): string {
  const { constitutionHash, reason, rule } = verdict;
  const { agentDid, findings, context } = intent;
  const why = canonicalJson([agentDid, context.sessionId, constitutionHash, reason, rule, findings]);
  return sha256(`[${quoted(actionDigest(sha256, intent))},${why},${JSON.stringify(facts)}]`);
}

/**
 * What lifting a denial by score is bound to: the action with its facts, the agent, the policy in force and what its rules
 * say about the action. Another rule that asks, another policy or a link that leads elsewhere makes another digest.
 */
export function liftDigest(
  sha256: Sha256,
  intent: Intent,
  seen: {
    readonly facts: Facts;
    readonly constitutionHash: string;
    readonly ruled: Pick<PolicyDecision, "effect" | "reason" | "rule">;
  },
): string {
  const { agentDid, findings } = intent;
  const { effect, reason, rule } = seen.ruled;
  const why = canonicalJson([agentDid, seen.constitutionHash, effect, reason, rule ?? null, findings ?? null]);
  return sha256(`["lift",${quoted(actionDigest(sha256, intent))},${why},${JSON.stringify(seen.facts)}]`);
}
