// The ledger's health as the engine knows it: changes are reported once, and a writer that failed is tried again and again.
import { second } from "../../../shared/lib/clock.ts";
import type { Clock } from "../../engine/ports.ts";
import type { Health } from "./messages.ts";

const probeMilliseconds = 2 * second;

export interface HealthReport {
  readonly current: () => Health;
  readonly report: (health: Health) => void;
  /** Nothing is tried again after this. */
  readonly stop: () => void;
}

export function createHealthReport(
  clock: Clock,
  probe: () => void,
  onChange: ((health: Health) => void) | undefined,
): HealthReport {
  let health: Health = { healthy: true };
  let stopped = false;
  let cancel: (() => void) | undefined;

  function probeLater(): void {
    cancel = clock.after(probeMilliseconds, () => {
      probe();
      probeLater();
    });
  }

  return {
    current: () => health,
    report(next) {
      const changed = next.healthy !== health.healthy || next.fault !== health.fault;
      health = next;
      cancel?.();
      if (!next.healthy && !stopped) probeLater();
      if (changed) onChange?.(next);
    },
    stop() {
      stopped = true;
      cancel?.();
    },
  };
}
