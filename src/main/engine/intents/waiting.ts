// Waiting for a human's answer about one intent: until it comes, the time is up, or the client has gone.
import type { Cancellation } from "../../../shared/lib/cancellation.ts";
import type { Verdict } from "../../../shared/domain/verdict.ts";
import type { IntentMemory } from "./memory.ts";
import type { Clock } from "../ports.ts";

/** How long a client that disconnected is still waited for: by then an agent that ended has been denied. */
const disconnectGraceMs = 6000;

export interface Wait {
  readonly agentDid: string;
  readonly intentId: string;
  readonly timeoutMs: number;
  readonly gone: Cancellation | undefined;
}

/** The final verdict, or the one so far. */
export function waitForVerdict(
  { clock, intents }: { readonly clock: Clock; readonly intents: Pick<IntentMemory, "whenSettled"> },
  { agentDid, intentId, timeoutMs, gone }: Wait,
  sofar: Verdict,
): Promise<Verdict> {
  return new Promise((resolve) => {
    const finish = (verdict: Verdict) => {
      stopWaiting();
      cancel();
      gone?.removeEventListener("abort", leave);
      resolve(verdict);
    };
    const end = () => finish(sofar);
    const stopWaiting = intents.whenSettled(agentDid, intentId, finish);
    let cancel = clock.after(timeoutMs, end);
    const leave = () => {
      cancel();
      cancel = clock.after(Math.min(timeoutMs, disconnectGraceMs), end);
    };
    gone?.addEventListener("abort", leave);
    if (gone?.aborted === true) leave();
  });
}
