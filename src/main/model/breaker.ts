// Breaker: a scorer that fails again and again is left alone, so that it costs no intent its time, and is probed until it is back.
import type { Cancellation } from "../../shared/lib/cancellation.ts";
import { minute, second } from "../../shared/lib/clock.ts";
import { busyLimitMs } from "../engine/pipeline/ask-model.ts";
import type { Clock } from "../engine/ports.ts";
import { NotAsked } from "./scorer.ts";

/** This many failures in a row open it. */
const patience = 3;
const firstPause = second;
const longestPause = minute;
/** A probe may take longer than an intent would wait: a language model is loaded into memory by the first question. */
const probeLimit = 30 * second;

export interface BreakerPorts {
  readonly clock: Clock;
  /** Milliseconds: a scorer that needs longer to answer a probe is of no use yet. */
  readonly budgetMs: number;
  readonly probe: (signal: Cancellation) => Promise<unknown>;
  /** Whether an answer that is late is so because the machine is busy: then nobody is to blame. */
  readonly isBehind?: (() => boolean) | undefined;
  /** Nobody has heard from the scorer yet: it is probed at once, and asked when it has answered. */
  readonly unheard: boolean;
}

export interface BreakerState {
  /** Why it is not asked at the moment. */
  readonly open?: string;
  readonly lastLatencyMs?: number;
  readonly lastError?: { readonly at: number; readonly message: string };
}

export interface Breaker {
  /** Does the work, or rejects at once while it is open. */
  readonly guard: <Value>(work: () => Promise<Value>, signal: Cancellation) => Promise<Value>;
  readonly state: () => BreakerState;
  /** Resolves when the first probe of one that was unheard has ended. */
  readonly heard: () => Promise<void>;
  readonly stop: () => void;
}

export function createBreaker({ clock, budgetMs, probe, unheard, isBehind }: BreakerPorts): Breaker {
  let failures = 0;
  let open: string | undefined;
  let pause = firstPause;
  let cancelProbe = (): void => {};
  let lastLatencyMs: number | undefined;
  let lastError: BreakerState["lastError"];
  let stopped = false;

  function succeeded(latencyMs: number): void {
    failures = 0;
    lastLatencyMs = latencyMs;
  }

  function failed(message: string): void {
    failures += 1;
    lastError = { at: clock.now(), message };
    if (failures >= patience) openUp(message);
  }

  function openUp(message: string): void {
    if (stopped || open !== undefined) return;
    open = message;
    pause = firstPause;
    probeAfter(pause);
  }

  function probeAfter(milliseconds: number): void {
    cancelProbe = clock.after(milliseconds, () => void tryAgain());
  }

  /** Half open: one probe, on nobody's time. */
  async function tryAgain(): Promise<void> {
    const started = performance.now();
    const probing = beginProbe(clock, probe);
    cancelProbe = probing.cancel;
    const trouble = await probing.trouble;
    if (stopped) return;
    const took = millisecondsSince(started);
    if (trouble === undefined) lastLatencyMs = took;
    // Whoever waits for a busy machine also takes a probe that had to wait for it.
    const longest = isBehind === undefined ? budgetMs : Math.max(budgetMs, busyLimitMs);
    if (trouble === undefined && took <= longest) {
      open = undefined;
      failures = 0;
      return;
    }
    const slow = `It needed ${took} ms for an answer and may take ${budgetMs} ms: give it more (budgetMs), or a smaller model.`;
    open = trouble ?? slow;
    lastError = { at: clock.now(), message: open };
    probeAfter(pause);
    pause = Math.min(longestPause, pause * 2);
  }

  if (unheard) open = "It has not answered yet.";
  const firstProbe = unheard ? tryAgain() : Promise.resolve();

  return {
    async guard(work, signal) {
      if (open !== undefined) throw new NotAsked(`It is not asked at the moment. ${open}`);
      const started = performance.now();
      let settled = false;
      const late = (): void => {
        if (settled) return;
        settled = true;
        if (isBehind?.() !== true) failed(`It did not answer within ${budgetMs} ms.`);
      };
      signal.addEventListener("abort", late);
      try {
        const value = await work();
        if (!settled) succeeded(millisecondsSince(started));
        return value;
      } catch (error) {
        if (!settled && !(error instanceof NotAsked)) failed(messageOf(error));
        throw error;
      } finally {
        settled = true;
        signal.removeEventListener("abort", late);
      }
    },
    state: () => ({
      ...(open === undefined ? {} : { open }),
      ...(lastLatencyMs === undefined ? {} : { lastLatencyMs }),
      ...(lastError === undefined ? {} : { lastError }),
    }),
    heard: () => firstProbe,
    stop() {
      stopped = true;
      cancelProbe();
    },
  };
}

/** One probe within its limit: what was wrong with it, or undefined when it was answered. */
function beginProbe(
  clock: BreakerPorts["clock"],
  probe: BreakerPorts["probe"],
): { readonly trouble: Promise<string | undefined>; readonly cancel: () => void } {
  const abort = new AbortController();
  const cancelLimit = clock.after(probeLimit, () => abort.abort());
  const answered = probe(abort.signal).then(
    () => undefined,
    (error: unknown) => messageOf(error),
  );
  const given = new Promise<string>((resolve) => {
    abort.signal.addEventListener("abort", () => resolve(`It did not answer within ${probeLimit / second} s.`));
  });
  return {
    trouble: Promise.race([answered, given]).finally(cancelLimit),
    cancel: () => {
      cancelLimit();
      abort.abort();
    },
  };
}

function millisecondsSince(started: number): number {
  return Math.round((performance.now() - started) * 100) / 100;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
