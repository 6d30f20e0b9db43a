// Using a human's override of a denial by score: spent by the decision it made possible, and a reason to decide a denied intent again.
import type { Intent } from "../../../shared/domain/intent.ts";
import type { Verdict } from "../../../shared/domain/verdict.ts";
import type { GrantBook } from "../grants/grant-book.ts";
import type { Digests } from "../intents/digests.ts";
import type { Evaluation } from "../pipeline/evaluation.ts";
import type { Clock, Events } from "../ports.ts";

export interface OverrideUse {
  /** Uses up the override of a decision, synchronously with the decision: of two identical intents one finds it. */
  readonly spend: (evaluation: Evaluation) => void;
  /** True when an intent that was denied by score may be decided again although its id is known. */
  readonly reopens: (intent: Intent, before: Verdict) => boolean;
}

export interface OverrideUsePorts {
  readonly clock: Clock;
  readonly digests: Digests;
  readonly events: Events;
  readonly grants: GrantBook;
}

export function createOverrideUse({ clock, digests, events, grants }: OverrideUsePorts): OverrideUse {
  return {
    spend({ override, verdict }) {
      if (override === undefined || verdict.outcome === "DENIED") return;
      const now = clock.now();
      const spent = grants.spend(override.grantId, now);
      if (spent !== undefined) events.publish({ type: "grant_changed", at: now, ...spent });
    },
    reopens(intent, { outcome, decider }) {
      if (outcome !== "DENIED" || decider !== "risk") return false;
      const live = grants.overridesOf(intent.agentDid, clock.now());
      if (live.length === 0) return false;
      const digest = digests.action(intent);
      return live.some((grant) => grant.actionDigest === digest);
    },
  };
}
