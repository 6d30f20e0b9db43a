// What terminals asked for: requests that wait for a word in the window, and what has taken effect and can be undone.
import type { Cancellation } from "../../../shared/lib/cancellation.ts";
import { second } from "../../../shared/lib/clock.ts";
import type { OperationError, Operations } from "../../../shared/contract/contract.ts";
import { ok, type Result } from "../../../shared/lib/result.ts";
import type {
  Confirmation,
  TerminalAction,
  TerminalOrigin,
  TerminalRequest,
  TerminalState,
} from "../../../shared/contract/terminal.ts";
import type { Clock, Events, Identifiers } from "../../engine/ports.ts";
import { refuse } from "../ports.ts";

export interface TerminalRequestsPorts {
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  readonly events: Pick<Events, "publish">;
}

export interface FromTerminal extends TerminalRequest {
  readonly actor: string;
  readonly origin: TerminalOrigin;
}

/** How the wait for the window ended. `crowded`: too many wait already. */
export type Word = "confirmed" | "rejected" | "expired" | "gone" | "crowded";

export type Undo = (actor: string) => Promise<Result<unknown, OperationError>>;

export interface TerminalRequests {
  readonly state: () => TerminalState;
  /** Shows a request in the window and waits for the word of a human. */
  readonly ask: (request: FromTerminal, gone: Cancellation) => Promise<Word>;
  /** Shows what has taken effect, with a way back where there is one. */
  readonly done: (request: FromTerminal, undo: Undo | undefined) => void;
  readonly answer: (confirmationId: string, allow: boolean) => boolean;
  readonly undo: (actionId: string, actor: string) => Promise<Result<TerminalAction, OperationError>>;
  /** Whoever waits gets the answer that nobody confirmed. */
  readonly stop: () => void;
}

export const confirmWithinSeconds = 120;
const mostWaiting = 20;
const mostShown = 20;

export function createTerminalRequests({ clock, identifiers, events }: TerminalRequestsPorts): TerminalRequests {
  const waiting = new Map<string, { readonly confirmation: Confirmation; readonly end: (word: Word) => void }>();
  let actions: readonly TerminalAction[] = [];
  const undos = new Map<string, Undo>();

  const state = (): TerminalState => ({
    confirmations: [...waiting.values()].map(({ confirmation }) => confirmation),
    actions,
  });
  const publish = (): void => events.publish({ type: "terminal_changed", at: clock.now(), terminal: state() });

  function ask(request: FromTerminal, gone: Cancellation): Promise<Word> {
    if (waiting.size >= mostWaiting) return Promise.resolve("crowded");
    if (gone.aborted) return Promise.resolve("gone");
    return new Promise((resolve) => {
      const confirmationId = identifiers.next();
      const requestedAt = clock.now();
      const expiresAt = requestedAt + confirmWithinSeconds * second;
      const end = (word: Word): void => {
        if (!waiting.delete(confirmationId)) return;
        cancel();
        gone.removeEventListener("abort", leave);
        publish();
        resolve(word);
      };
      const leave = (): void => end("gone");
      const cancel = clock.after(confirmWithinSeconds * second, () => end("expired"));
      gone.addEventListener("abort", leave);
      waiting.set(confirmationId, { confirmation: { ...request, confirmationId, requestedAt, expiresAt }, end });
      publish();
    });
  }

  return {
    state,
    ask,
    done: (request, undo) => {
      const actionId = identifiers.next();
      const action: TerminalAction = {
        ...request,
        actionId,
        at: clock.now(),
        undo: undo === undefined ? "none" : "possible",
      };
      actions = [...actions, action].slice(-mostShown);
      if (undo !== undefined) undos.set(actionId, undo);
      for (const id of undos.keys()) if (!actions.some((each) => each.actionId === id)) undos.delete(id);
      publish();
    },
    answer: (confirmationId, allow) => {
      const known = waiting.get(confirmationId);
      known?.end(allow ? "confirmed" : "rejected");
      return known !== undefined;
    },
    undo: async (actionId, actor) => {
      const undo = undos.get(actionId);
      const action = actions.find((each) => each.actionId === actionId);
      if (undo === undefined || action === undefined)
        return refuse("not_found", "It cannot be undone here any more. See Activity for what it was.");
      // Twice would undo something that came later.
      undos.delete(actionId);
      const undone = await undo(actor);
      if (!undone.ok) {
        // What failed may be tried again; what is gone may not.
        if (undone.error.code !== "not_found") undos.set(actionId, undo);
        return undone;
      }
      const after: TerminalAction = { ...action, undo: "done" };
      actions = actions.map((each) => (each.actionId === actionId ? after : each));
      publish();
      return ok(after);
    },
    stop: () => {
      for (const { end } of waiting.values()) end("expired");
    },
  };
}

type TerminalOperations = Pick<Operations, "getTerminal" | "answerConfirmation" | "undoTerminalAction">;

export function terminalOperations(requests: TerminalRequests): TerminalOperations {
  return {
    getTerminal: async () => ok(requests.state()),
    answerConfirmation: async ({ confirmationId, allow }) =>
      requests.answer(confirmationId, allow)
        ? ok({ confirmationId })
        : refuse("not_found", "It does not wait any more: its time was up, or the command was ended."),
    undoTerminalAction: ({ actionId }, actor) => requests.undo(actionId, actor),
  };
}
