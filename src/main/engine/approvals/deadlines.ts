// Deadlines: how long each held request waits for a human.
import type { HeldApproval } from "../../../shared/domain/approval.ts";
import type { Clock } from "../ports.ts";

export interface Deadlines {
  /** Does nothing for a request that may wait for ever. */
  readonly set: (approval: Pick<HeldApproval, "approvalId" | "deadline">) => void;
  readonly clear: (approvalId: string) => void;
  readonly stop: () => void;
}

export function createDeadlines(clock: Clock, expired: (approvalId: string) => void): Deadlines {
  const timers = new Map<string, () => void>();
  return {
    set({ approvalId, deadline }) {
      if (deadline === undefined) return;
      const wait = Math.max(0, deadline - clock.now());
      timers.set(
        approvalId,
        clock.after(wait, () => expired(approvalId)),
      );
    },
    clear(approvalId) {
      timers.get(approvalId)?.();
      timers.delete(approvalId);
    },
    stop() {
      for (const cancel of timers.values()) cancel();
      timers.clear();
    },
  };
}
