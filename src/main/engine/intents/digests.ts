// Digests: what makes two actions the same, and what an approval is bound to.
import { alreadyCanonical, canonical } from "../../../shared/lib/canonical.ts";
import type { Facts } from "../../../shared/domain/facts.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { Verdict } from "../../../shared/domain/verdict.ts";
import { LastResult } from "../lib/last-result.ts";
import type { PolicyDecision } from "../policy/snapshot.ts";
import type { Sha256 } from "../ports.ts";

/** RFC 8785. Lone surrogates and the like have no canonical form: their escaped JSON is used instead. */
export function canonicalJson(value: unknown): string {
  const text = alreadyCanonical(value);
  if (text !== undefined) return text;
  try {
    return canonical(value);
  } catch {
    return JSON.stringify(value) ?? "null";
  }
}

export interface Digests {
  readonly sha256: Sha256;
  /** The arguments as canonical JSON. */
  readonly argumentsText: (intent: Intent) => string;
  /**
   * The same id with the same content is the same intent. Neither the agent's reasoning nor its permission mode is part of the
   * content: a call that is asked about again is the same in another mode.
   */
  readonly content: (intent: Intent) => string;
  /** The action itself: equal for every agent and session that wants exactly the same thing in the same place. */
  readonly action: (intent: Intent) => string;
  /**
   * What an approval is bound to: this action of this agent and session as it was shown, with who asks and under which policy.
   * A link that leads elsewhere by now, or another rule that asks, changes the digest.
   */
  readonly approval: (intent: Intent, shown: Shown) => string;
  /**
   * What overriding a denial by score is bound to: the action with its facts, the agent, the policy in force and what its rules
   * say about the action.
   */
  readonly override: (intent: Intent, denied: Denied) => string;
}

interface Shown {
  readonly facts: Facts;
  readonly verdict: Verdict;
}

interface Denied {
  readonly facts: Facts;
  readonly constitutionHash: string;
  readonly ruled: Pick<PolicyDecision, "effect" | "reason" | "rule">;
}

/** A well-formed string has the same canonical form as JSON gives it; others have none. */
const quoted = (text: string): string => JSON.stringify(text);

/** Several digests of an intent contain its arguments, which may be large: they are serialised once. */
export type ArgumentsCache = LastResult<Intent["arguments"], string>;

export function createDigests(sha256: Sha256, lastArguments: ArgumentsCache = new LastResult()): Digests {
  const argumentsText = (intent: Intent): string => lastArguments.get(intent.arguments, canonicalJson);

  function content(intent: Intent): string {
    const { reasoning: _reasoning, permissionMode: _mode, ...context } = intent.context;
    const place = canonicalJson(context);
    // A question is no call of a tool that happens to have the same name.
    const kind = intent.question === undefined ? "" : `,"question"`;
    return sha256(`[${quoted(intent.agentDid)},${quoted(intent.tool)},${argumentsText(intent)},${place}${kind}]`);
  }

  function action(intent: Intent): string {
    const { workingDirectory, workspace } = intent.context;
    // Without a working directory relative paths start from the workspace.
    return sha256(`[${quoted(intent.tool)},${argumentsText(intent)},${canonicalJson([workingDirectory, workspace])}]`);
  }

  return {
    sha256,
    argumentsText,
    content,
    action,
    approval(intent, { facts, verdict }) {
      const { constitutionHash, reason, rule } = verdict;
      const { agentDid, findings, context } = intent;
      const why = canonicalJson([agentDid, context.sessionId, constitutionHash, reason, rule, findings]);
      return sha256(`[${quoted(action(intent))},${why},${JSON.stringify(facts)}]`);
    },
    override(intent, { facts, constitutionHash, ruled }) {
      const { agentDid, findings } = intent;
      const { effect, reason, rule } = ruled;
      const why = canonicalJson([agentDid, constitutionHash, effect, reason, rule ?? null, findings ?? null]);
      return sha256(`["lift",${quoted(action(intent))},${why},${JSON.stringify(facts)}]`);
    },
  };
}
