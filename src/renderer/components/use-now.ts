// One clock for the whole window: all components that show time share a single timer.
import { useSyncExternalStore } from "react";
import { second } from "../../shared/lib/clock.ts";

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const each of listeners) each();
    }, second);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time now, to the second. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
