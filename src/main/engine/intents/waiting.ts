// Waiting for a human's word on one intent: until it comes, the time is up, or nobody waits any more.
import type { Cancellation } from "../../shared/cancellation.ts";
import type { Verdict } from "../../shared/verdict.ts";
import type { IntentMemory } from "./intents.ts";
import type { Clock } from "./ports.ts";

/** Whoever is gone is not waited for longer: an agent that ended is denied by then, and its last line may still be read. */
const farewell = 6000;

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
      cancel = clock.after(Math.min(timeoutMs, farewell), end);
    };
    gone?.addEventListener("abort", leave);
    if (gone?.aborted === true) leave();
  });
}
