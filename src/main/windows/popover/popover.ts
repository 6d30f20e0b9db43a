// When the small window appears, what it shows and what becomes of an answer. Without Electron.
import type { Operations } from "../../../shared/contract/contract.ts";
import type { PopoverAction, PopoverState } from "../../../shared/contract/window/popover.ts";
import type { HeldApproval } from "../../../shared/domain/approval.ts";
import type { EngineEvent } from "../../../shared/domain/telemetry.ts";
import { minute } from "../../../shared/lib/clock.ts";
import { createPopoverAnswers, type PopoverAnswers } from "./answers.ts";
import { createPopoverQueue, type PopoverQueue } from "./queue.ts";
import { popoverRequest } from "./request.ts";

export interface PopoverPorts {
  readonly operations: Pick<Operations, "resolveApproval" | "undoDecision">;
  /** Calls back after a delay; returns how to cancel. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
  /** Whether new requests may show it: it is wanted, and it is not a quiet time. */
  readonly mayAppear: () => boolean;
  /** Whether the human looks at the console anyway. */
  readonly watched: () => boolean;
  readonly shortcut: () => PopoverState["shortcut"];
  /** Draws this and shows it without taking the focus. Undefined hides it. */
  readonly show: (state: PopoverState | undefined) => void;
  /** A human asked for the window itself: it may take the focus. */
  readonly focus: () => void;
  readonly open: (approvalId: string | undefined) => void;
  readonly pause: () => void;
}

export interface Popover {
  readonly begin: (approvals: readonly HeldApproval[]) => void;
  readonly hear: (event: EngineEvent) => void;
  readonly act: (action: Exclude<PopoverAction, { does: "drawn" }>) => Promise<void>;
  /** From the tray or by the shortcut: shows what waits with the focus, or hides it. */
  readonly toggle: () => void;
  readonly isShown: () => boolean;
  /** What it would show now has changed outside: quiet times, the shortcut. */
  readonly refresh: () => void;
  readonly stop: () => void;
}

const snoozeMs = 5 * minute;

export function createPopover(ports: PopoverPorts): Popover {
  const queue = createPopoverQueue();
  let shown = false;
  const answers = createPopoverAnswers({ operations: ports.operations, after: ports.after, queue, changed: draw });

  function draw(): void {
    if (!shown) return;
    const approval = queue.current(answers.forgetProblem);
    if (approval === undefined && answers.outcome() === undefined) return answers.isAnswering() ? undefined : hide();
    ports.show(stateOf(approval, queue, answers, ports.shortcut()));
  }

  function hide(): void {
    if (!shown) return;
    shown = false;
    ports.show(undefined);
  }

  function appear(): void {
    shown = true;
    queue.allSeen();
    draw();
  }

  function snooze(): void {
    const ids = queue.ids();
    const wake = (): void => {
      queue.wake(ids);
      if (ports.mayAppear() && !ports.watched() && ids.some((id) => queue.get(id) !== undefined)) appear();
    };
    queue.snooze(ids, ports.after(snoozeMs, wake));
    hide();
  }

  return {
    begin(approvals) {
      for (const approval of approvals) queue.put(approval);
    },
    hear(event) {
      if (event.type === "intent_held") {
        queue.put(event.approval);
        if (shown) draw();
        else if (ports.watched()) return;
        else if (ports.mayAppear()) appear();
        else queue.markUnseen(event.approval.approvalId);
      } else if (event.type === "approval_changed") {
        queue.put(event.approval);
        draw();
      } else if (event.type === "approval_resolved") {
        queue.remove(event.approvalId);
        draw();
      }
    },
    async act(action) {
      switch (action.does) {
        case "allow":
        case "deny":
          return answers.answer(action);
        case "undo":
          return answers.undo(action.approvalId);
        case "open":
          hide();
          return ports.open(action.approvalId);
        case "snooze":
          return snooze();
        case "pause":
          hide();
          return ports.pause();
        case "close":
          return hide();
      }
    },
    toggle() {
      if (shown) return hide();
      if (queue.size() === 0) return ports.open(undefined);
      queue.wakeAll();
      appear();
      return ports.focus();
    },
    isShown: () => shown,
    refresh() {
      if (!shown && queue.hasUnseen() && ports.mayAppear() && !ports.watched()) return appear();
      return draw();
    },
    stop() {
      answers.stop();
      queue.stop();
      hide();
    },
  };
}

function stateOf(
  approval: HeldApproval | undefined,
  queue: PopoverQueue,
  answers: PopoverAnswers,
  shortcut: PopoverState["shortcut"],
): PopoverState {
  const [outcome, problem] = [answers.outcome(), answers.problem()];
  return {
    waiting: queue.size(),
    ...(approval === undefined ? {} : { request: popoverRequest(approval) }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(problem === undefined ? {} : { problem }),
    ...(shortcut === undefined ? {} : { shortcut }),
  };
}
