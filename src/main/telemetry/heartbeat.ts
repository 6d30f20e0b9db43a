// Heartbeat: tells the audience at regular times that the engine lives, and how busy it is.
import { performance } from "node:perf_hooks";
import type { Clock, Events } from "../engine/ports.ts";

export interface HeartbeatOptions {
  readonly events: Events;
  readonly clock: Clock;
  readonly everyMs: number;
  /** One word for the engine's state: "healthy", "halted" … */
  readonly status: () => string;
}

/** Beats until the function returned is called. */
export function startHeartbeat({ events, clock, everyMs, status }: HeartbeatOptions): () => void {
  const load = createLoadMeter();
  let cancel = clock.after(everyMs, beat);
  function beat(): void {
    events.publish({ type: "heartbeat", at: clock.now(), status: status(), load: load() });
    cancel = clock.after(everyMs, beat);
  }
  return () => cancel();
}

/** The share of time, 0 to 1, that this thread was busy since the last call. */
function createLoadMeter(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return Math.round(utilization * 1000) / 1000;
  };
}
