// Switching observe mode, wherever it is offered: both ways ask first and say what changes.
import { type ReactNode, useState } from "react";
import { useChange, useLive } from "../queries.ts";
import { wholeNumber } from "../text/format.ts";
import { Confirm } from "./confirm.tsx";

export interface ModeSwitch {
  readonly observing: boolean;
  /** Asks, then switches to the other mode. */
  readonly ask: () => void;
  readonly busy: boolean;
  readonly dialog: ReactNode;
}

export function useModeSwitch(): ModeSwitch {
  const observing = useLive("getStatus").data?.mode === "observe";
  const waiting = useLive("listApprovals").data?.length ?? 0;
  const setMode = useChange("setMode");
  const [asking, setAsking] = useState(false);
  const dialog = (
    <Confirm
      open={asking}
      title={observing ? "Start enforcing?" : "Switch to observe mode?"}
      action={observing ? "Start enforcing" : "Observe only"}
      onConfirm={() => setMode.mutate({ mode: observing ? "enforce" : "observe" })}
      onClose={() => setAsking(false)}
    >
      {observing ? (
        <p>Your policy is enforced again exactly as it is: it asks you and denies as before.</p>
      ) : (
        <>
          <p>
            Nothing new waits for you, and only critical actions, your block lists, changes to system folders and
            whatever protects Gatehouse are denied. Everything else passes and is recorded with the verdict it would
            have got.
          </p>
          <p>Your policy stays as it is.{waitingWords(waiting)}</p>
        </>
      )}
    </Confirm>
  );
  return { observing, ask: () => setAsking(true), busy: setMode.isPending, dialog };
}

function waitingWords(waiting: number): string {
  if (waiting === 0) return "";
  const who =
    waiting === 1
      ? "The request that waits now still needs"
      : `The ${wholeNumber(waiting)} requests that wait now still need`;
  return ` ${who} your answer.`;
}
