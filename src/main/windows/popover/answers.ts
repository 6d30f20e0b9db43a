// Answers given in the small window: sent to the engine, shown for a while with their undo.
import type { Operations } from "../../../shared/contract/contract.ts";
import { type PopoverAction, popoverActor, type PopoverOutcome } from "../../../shared/contract/window/popover.ts";
import { second } from "../../../shared/lib/clock.ts";
import type { PopoverQueue } from "./queue.ts";
import { popoverRequest } from "./request.ts";

export interface AnswerPorts {
  readonly operations: Pick<Operations, "resolveApproval" | "undoDecision">;
  readonly after: (milliseconds: number, run: () => void) => () => void;
  readonly queue: PopoverQueue;
  readonly changed: () => void;
}

export interface PopoverAnswers {
  readonly outcome: () => PopoverOutcome | undefined;
  readonly problem: () => string | undefined;
  readonly forgetProblem: () => void;
  /** Answers are on their way: the request may be gone before its outcome can be shown. */
  readonly isAnswering: () => boolean;
  readonly answer: (action: PopoverAction & { does: "allow" | "deny" }) => Promise<void>;
  readonly undo: (approvalId: string) => Promise<void>;
  readonly stop: () => void;
}

/** How long an answer given here can be undone here; in the console it can be for longer. */
const undoMs = 8 * second;

export function createPopoverAnswers({ operations, after, queue, changed }: AnswerPorts): PopoverAnswers {
  let outcome: PopoverOutcome | undefined;
  let problem: string | undefined;
  let cancelOutcome: (() => void) | undefined;
  let answering = 0;

  function show(next: PopoverOutcome | undefined): void {
    cancelOutcome?.();
    outcome = next;
    const end = (): void => {
      outcome = undefined;
      changed();
    };
    cancelOutcome = next === undefined ? undefined : after(undoMs, end);
  }

  return {
    outcome: () => outcome,
    problem: () => problem,
    forgetProblem: () => (problem = undefined),
    isAnswering: () => answering > 0,
    async answer(action) {
      const approval = queue.get(action.approvalId);
      if (approval === undefined) return changed();
      const decision = action.does === "allow" ? "approve" : "deny";
      const reason = action.does === "deny" ? action.reason : undefined;
      const { approvalId, digest } = action;
      const input = { approvalId, digest, decision, scope: "exact", duration: "once" } as const;
      answering += 1;
      const resolved = await operations
        .resolveApproval(reason === undefined || reason.trim() === "" ? input : { ...input, reason }, popoverActor)
        .finally(() => (answering -= 1));
      if (resolved.ok) {
        queue.remove(approvalId);
        show({ approvalId, decision, headline: popoverRequest(approval).headline });
      } else if (resolved.error.code === "not_found") queue.remove(approvalId);
      // What has changed meanwhile, or must be read first, is looked at again, not lost.
      else problem = resolved.error.message;
      changed();
    },
    async undo(approvalId) {
      const undone = await operations.undoDecision({ approvalId }, popoverActor);
      show(undefined);
      if (!undone.ok) problem = undone.error.message;
      changed();
    },
    stop: () => cancelOutcome?.(),
  };
}
