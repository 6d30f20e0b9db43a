// What waits for an answer in the small window: which request is looked at, which sleep, which came in a quiet time.
import type { HeldApproval } from "../../../shared/domain/approval.ts";

export interface PopoverQueue {
  readonly size: () => number;
  readonly ids: () => readonly string[];
  readonly get: (approvalId: string) => HeldApproval | undefined;
  readonly put: (approval: HeldApproval) => void;
  readonly remove: (approvalId: string) => void;
  /** What is looked at stays until it is answered: nothing slips under the pointer. `changed` hears of another one. */
  readonly current: (changed: () => void) => HeldApproval | undefined;
  readonly snooze: (ids: readonly string[], cancel: () => void) => void;
  readonly wake: (ids: readonly string[]) => void;
  readonly wakeAll: () => void;
  /** It came in a quiet time, and nobody has seen it. */
  readonly markUnseen: (approvalId: string) => void;
  readonly allSeen: () => void;
  readonly hasUnseen: () => boolean;
  readonly stop: () => void;
}

export function createPopoverQueue(): PopoverQueue {
  const waiting = new Map<string, HeldApproval>();
  const snoozed = new Map<string, () => void>();
  const unseen = new Set<string>();
  let currentId: string | undefined;
  const ids = (): readonly string[] => [...waiting.keys()];
  return {
    size: () => waiting.size,
    ids,
    get: (approvalId) => waiting.get(approvalId),
    put: (approval) => void waiting.set(approval.approvalId, approval),
    remove(approvalId) {
      waiting.delete(approvalId);
      snoozed.delete(approvalId);
      unseen.delete(approvalId);
      if (currentId === approvalId) currentId = undefined;
    },
    current(changed) {
      const looked = currentId === undefined ? undefined : waiting.get(currentId);
      if (looked !== undefined && !snoozed.has(looked.approvalId)) return looked;
      const next = [...waiting.values()].find(({ approvalId }) => !snoozed.has(approvalId));
      currentId = next?.approvalId;
      changed();
      return next;
    },
    snooze(chosen, cancel) {
      for (const id of chosen) snoozed.set(id, cancel);
    },
    wake(chosen) {
      for (const id of chosen) snoozed.delete(id);
    },
    wakeAll: () => snoozed.clear(),
    markUnseen: (approvalId) => void unseen.add(approvalId),
    allSeen: () => unseen.clear(),
    hasUnseen: () => ids().some((id) => unseen.has(id) && !snoozed.has(id)),
    stop() {
      for (const cancel of snoozed.values()) cancel();
    },
  };
}
