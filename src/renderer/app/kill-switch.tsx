// The switch that stops all agents at once. Both stopping and resuming ask for confirmation.
import { OctagonX, Play } from "lucide-react";
import { useState } from "react";
import { Button } from "../components/button.tsx";
import { Confirm } from "../components/confirm.tsx";
import { useChange, useLive } from "../state/queries.ts";
import { tell } from "../state/ui-store.ts";
import { killSwitch as labels } from "../labels/window.ts";

export function KillSwitch({ halted }: { halted: boolean }) {
  const [asking, setAsking] = useState(false);
  const setHalt = useChange("setHalt");
  const waiting = useLive("listApprovals").data?.length ?? 0;
  const confirm = (): void => {
    setHalt.mutate(
      { halted: !halted, reason: halted ? labels.resumeReason : labels.stopReason },
      {
        onSuccess: ({ halted: stopped, deniedApprovals }) =>
          tell(
            stopped ? labels.allAgentsAreStopped(labels.requestsWereDenied(deniedApprovals)) : labels.agentsMayActAgain,
          ),
      },
    );
  };
  return (
    <>
      <Button look={halted ? "primary" : "danger"} onClick={() => setAsking(true)} disabled={setHalt.isPending}>
        {halted ? <Play size={13} aria-hidden /> : <OctagonX size={14} aria-hidden />}
        <span className="max-[479px]:sr-only">{halted ? labels.resumeAllAgents : labels.stopAllAgents}</span>
      </Button>
      <Confirm
        open={asking}
        title={halted ? labels.resumeQuestion : labels.stopQuestion}
        action={halted ? labels.resumeAllAgents : labels.stopAllAgents}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        {halted ? <p>{labels.resumeExplained}</p> : <p>{labels.stopExplained(waiting)}</p>}
      </Confirm>
    </>
  );
}
