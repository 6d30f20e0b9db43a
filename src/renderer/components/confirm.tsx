// A confirmation before something that is hard to undo. The safe answer has the focus.
import { AlertDialog } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { confirm as labels } from "../labels/components.ts";

export interface ConfirmProps {
  readonly open: boolean;
  readonly title: string;
  readonly action: string;
  readonly cancel?: string;
  /** False while there is nothing to confirm yet. */
  readonly ready?: boolean;
  /** For dialogs that show more than a sentence. */
  readonly wide?: boolean;
  readonly children: ReactNode;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Radix's own overlay locks scrolling with an inline style, which the content security policy forbids; ours is plain. */
export function Confirm(props: ConfirmProps) {
  return (
    <AlertDialog.Root open={props.open} onOpenChange={(open) => (open ? undefined : props.onClose())}>
      <AlertDialog.Portal>
        <div className="fixed inset-0 z-40 bg-black/50" />
        <AlertDialog.Content
          className={`fixed top-[22vh] left-1/2 z-50 ${props.wide === true ? "w-[40rem]" : "w-[26rem]"} max-w-[calc(100vw-2rem)] -translate-x-1/2 rounded-lg border border-edge bg-raised p-5 shadow-2xl`}
        >
          <AlertDialog.Title className="text-base font-semibold">{props.title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="mt-2 space-y-2 text-quiet">{props.children}</div>
          </AlertDialog.Description>
          <div className="mt-5 flex justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button>{props.cancel ?? labels.cancel}</Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action asChild>
              <Button look="stop" disabled={props.ready === false} onClick={props.onConfirm}>
                {props.action}
              </Button>
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
