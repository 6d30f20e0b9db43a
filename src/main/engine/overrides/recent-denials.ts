// The last actions that were denied by score, whole: the ledger keeps them without secrets and long contents.
import type { Intent } from "../../../shared/domain/intent.ts";
import type { Verdict } from "../../../shared/domain/verdict.ts";
import { intentKey } from "../../../shared/lib/intent-key.ts";
import type { Digests } from "../intents/digests.ts";
import { kindOf } from "../pipeline/intent-kind.ts";

const mostRemembered = 100;
const longestArguments = 256 * 1024;
/** All arguments together, so that large ones push out the others. */
const mostCharacters = 4 * 1024 * 1024;

export interface RecentDenials {
  readonly remember: (intent: Intent, verdict: Verdict) => void;
  readonly get: (agentDid: string, intentId: string) => Intent | undefined;
}

export function createRecentDenials(digests: Pick<Digests, "argumentsText">): RecentDenials {
  const denied = new Map<string, { readonly intent: Intent; readonly size: number }>();
  let characters = 0;

  function forget(key: string): void {
    characters -= denied.get(key)?.size ?? 0;
    denied.delete(key);
  }

  return {
    remember(intent, { outcome, decider }) {
      if (outcome !== "DENIED" || decider !== "risk" || !kindOf(intent).isAction) return;
      const size = digests.argumentsText(intent).length;
      if (size > longestArguments) return;
      const key = intentKey(intent.agentDid, intent.intentId);
      forget(key);
      denied.set(key, { intent, size });
      characters += size;
      for (const oldest of denied.keys()) {
        if (denied.size <= mostRemembered && characters <= mostCharacters) return;
        forget(oldest);
      }
    },
    get: (agentDid, intentId) => denied.get(intentKey(agentDid, intentId))?.intent,
  };
}
