// Calls that a client repeats because it could not wait for the human: the same call gets the answer to the first question.
import type { Engine } from "../../engine/engine.ts";
import type { Identifiers } from "../../engine/ports.ts";
import { BoundedMap } from "../../../shared/lib/bounded-map.ts";
import type { Cancellation } from "../../../shared/lib/cancellation.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { Verdict } from "../../../shared/domain/verdict.ts";

const mostRemembered = 10_000;

export type Answer =
  | {
      readonly kind: "verdict";
      readonly verdict: Verdict;
      readonly intentId: string;
      /** The verdict by which a human was asked, where one was. */
      readonly question?: Verdict;
    }
  /** Nobody has answered in time; the same call may ask again. */
  | { readonly kind: "waiting"; readonly intentId: string }
  | { readonly kind: "refused"; readonly reason: string };

export interface RepeatedCalls {
  /** `key` tells what makes two calls the same. Waits for a human up to `holdMs`. */
  readonly ask: (
    proposed: Omit<Intent, "intentId">,
    key: string,
    holdMs: number,
    gone: Cancellation,
  ) => Promise<Answer>;
}

interface Waiting {
  /** As it was first submitted: the same id must come with the same content. */
  readonly intent: Intent;
  /** Whoever still waits for the answer; undefined once nobody does. */
  readonly gone: Cancellation | undefined;
  readonly question: Verdict;
}

export function createRepeatedCalls(engine: Engine, identifiers: Identifiers, prefix: string): RepeatedCalls {
  /** One answer is for one call: while somebody waits for it, an equal call asks a question of its own. */
  const waiting = new BoundedMap<string, Waiting>(mostRemembered);

  return {
    async ask(proposed, key, holdMs, gone) {
      const earlier = waiting.get(key);
      const abandoned = earlier !== undefined && (earlier.gone === undefined || earlier.gone.aborted);
      const intent = abandoned ? earlier.intent : { ...proposed, intentId: `${prefix}-${identifiers.next()}` };
      const { agentDid, intentId } = intent;
      const submitted = await engine.submit(intent);
      if (!submitted.ok) return { kind: "refused", reason: submitted.error };
      let verdict = submitted.value;
      const question = verdict.outcome === "ESCALATE" ? verdict : abandoned ? earlier.question : undefined;
      if (question !== undefined && verdict.outcome === "ESCALATE") {
        waiting.set(key, { intent, gone, question });
        verdict = (await engine.settled(agentDid, intentId, holdMs, gone)) ?? verdict;
      }
      if (question !== undefined && verdict.outcome === "ESCALATE") {
        waiting.set(key, { intent, gone: undefined, question });
        return { kind: "waiting", intentId };
      }
      // An answer that nobody was left to hear is for the next attempt.
      if (waiting.get(key)?.intent.intentId === intentId && !gone.aborted) waiting.delete(key);
      return { kind: "verdict", verdict, intentId, ...(question === undefined ? {} : { question }) };
    },
  };
}
