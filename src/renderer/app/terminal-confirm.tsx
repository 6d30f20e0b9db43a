// The dialog for a terminal request that gives rights to agents: who asks, and for what. Shown over every screen.
import { AlertDialog } from "radix-ui";
import { useRef } from "react";
import { type Confirmation, originWords } from "../../shared/contract/terminal.ts";
import { Button } from "../components/button.tsx";
import { Until } from "../components/time.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { useChange, useLive } from "../state/queries.ts";
import { ignoreEnter } from "../components/ignore-enter.ts";
import { useArmed } from "../components/use-armed.ts";
import { levelWords } from "../labels/vocabulary.ts";
import { terminalConfirm as labels } from "../labels/window.ts";

export function TerminalConfirm() {
  const [first] = useLive("getTerminal").data?.confirmations ?? [];
  // A separate dialog for each confirmation, so that a click for the previous one does not answer this one.
  return first === undefined ? null : <Asked key={first.confirmationId} confirmation={first} />;
}

function Asked({ confirmation }: { confirmation: Confirmation }) {
  const { confirmationId, title, details, level, origin, actor, expiresAt } = confirmation;
  const change = useChange("answerConfirmation");
  const armed = useArmed();
  const answered = useRef(false);
  const answer = (allow: boolean): void => {
    if (answered.current || (allow && !armed)) return;
    answered.current = true;
    change.mutate({ confirmationId, allow });
  };
  return (
    <AlertDialog.Root open onOpenChange={(open) => (open ? undefined : answer(false))}>
      <AlertDialog.Portal>
        <div className="fixed inset-0 z-40 bg-black/50" />
        <AlertDialog.Content className="fixed top-[16vh] left-1/2 z-50 flex max-h-[70vh] w-[34rem] max-w-[92vw] -translate-x-1/2 flex-col rounded-lg border border-edge bg-raised p-5 shadow-2xl">
          <AlertDialog.Title className="text-base font-semibold">{labels.title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what is longer is scrolled with the keyboard */}
            <div tabIndex={0} className="mt-3 min-h-0 space-y-2 overflow-auto break-words">
              <p className="rounded-md border border-line bg-surface px-3 py-2 font-mono whitespace-pre-wrap">
                <VisibleText text={title} />
              </p>
              {[...new Set(details)].map((line) => (
                <p key={line} className="text-quiet">
                  <VisibleText text={line} prose />
                </p>
              ))}
              <p>
                <VisibleText text={`${actor}: ${originWords(origin)}`} prose />
                {level === undefined ? null : labels.risk(levelWords[level])}
              </p>
              <p className="text-quiet">
                {labels.rejectAdvice}
                <Until at={expiresAt} />
                ).
              </p>
            </div>
          </AlertDialog.Description>
          <div className="mt-5 flex justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button size="tall">{labels.reject}</Button>
            </AlertDialog.Cancel>
            <Button
              look="primary"
              size="tall"
              aria-disabled={!armed}
              onKeyDown={ignoreEnter}
              onClick={() => answer(true)}
            >
              {labels.confirm}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
