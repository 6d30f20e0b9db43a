// Switching observe mode on and off: both ask for confirmation and say what changes.
import { type ReactNode, useState } from "react";
import { useChange, useLive } from "../state/queries.ts";
import { Confirm } from "./confirm.tsx";
import { modeSwitch as labels } from "../labels/components.ts";

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
      title={observing ? labels.startEnforcingQuestion : labels.observeQuestion}
      action={observing ? labels.startEnforcing : labels.observeOnly}
      onConfirm={() => setMode.mutate({ mode: observing ? "enforce" : "observe" })}
      onClose={() => setAsking(false)}
    >
      {observing ? (
        <p>{labels.enforceExplained}</p>
      ) : (
        <>
          <p>{labels.observeExplained}</p>
          <p>{labels.policyStays(waiting)}</p>
        </>
      )}
    </Confirm>
  );
  return { observing, ask: () => setAsking(true), busy: setMode.isPending, dialog };
}
