// The last actions that were denied by score, whole: the ledger keeps them without secrets and long contents.
import type { Intent } from "../../shared/intent.ts";
import type { Verdict } from "../../shared/verdict.ts";
import { argumentsText } from "./digest.ts";

const mostRemembered = 100;
const longestArguments = 256 * 1024;
/** All arguments together, so that large ones push out the others. */
const mostCharacters = 4 * 1024 * 1024;

export interface RecentDenials {
  readonly remember: (intent: Intent, verdict: Verdict) => void;
  readonly get: (agentDid: string, intentId: string) => Intent | undefined;
}

export function createRecentDenials(): RecentDenials {
  const denied = new Map<string, { readonly intent: Intent; readonly size: number }>();
  let characters = 0;

  function forget(key: string): void {
    characters -= denied.get(key)?.size ?? 0;
    denied.delete(key);
  }

  return {
    remember(intent, { outcome, decider }) {
      if (outcome !== "DENIED" || decider !== "risk" || intent.text !== undefined) return;
      const size = argumentsText(intent).length;
      if (size > longestArguments) return;
      const key = keyOf(intent.agentDid, intent.intentId);
      forget(key);
      denied.set(key, { intent, size });
      characters += size;
      for (const oldest of denied.keys()) {
        if (denied.size <= mostRemembered && characters <= mostCharacters) return;
        forget(oldest);
      }
    },
    get: (agentDid, intentId) => denied.get(keyOf(agentDid, intentId))?.intent,
  };
}

/** As JSON, because agents choose both. */
function keyOf(agentDid: string, intentId: string): string {
  return JSON.stringify([agentDid, intentId]);
}
