// One control that stops everything every agent may do, at once. Stopping asks first, and so does letting go again.
import { OctagonX, Play } from "lucide-react";
import { useState } from "react";
import { Button } from "../components/button.tsx";
import { Confirm } from "../components/confirm.tsx";
import { useChange, useLive } from "../queries.ts";
import { wholeNumber } from "../text/format.ts";
import { tell } from "../ui-store.ts";

export function KillSwitch({ halted }: { halted: boolean }) {
  const [asking, setAsking] = useState(false);
  const setHalt = useChange("setHalt");
  const waiting = useLive("listApprovals").data?.length ?? 0;
  const confirm = (): void => {
    setHalt.mutate(
      { halted: !halted, reason: halted ? "Resumed from the console" : "Stopped from the console" },
      {
        onSuccess: ({ halted: stopped, deniedApprovals }) =>
          tell(stopped ? `All agents are stopped. ${deniedWords(deniedApprovals)}` : "Agents may act again."),
      },
    );
  };
  return (
    <>
      <Button look={halted ? "primary" : "danger"} onClick={() => setAsking(true)} disabled={setHalt.isPending}>
        {halted ? <Play size={13} aria-hidden /> : <OctagonX size={14} aria-hidden />}
        {halted ? "Resume all agents" : "Stop all agents"}
      </Button>
      <Confirm
        open={asking}
        title={halted ? "Let agents act again?" : "Stop all agents?"}
        action={halted ? "Resume all agents" : "Stop all agents"}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        {halted ? (
          <p>The policy decides again about what agents ask for. What was denied meanwhile stays denied.</p>
        ) : (
          <p>
            From now on everything an agent asks for is denied
            {waiting > 0 ? `, also the ${wholeNumber(waiting)} waiting now` : ""}. Agents stay connected, live grants
            stay but do not apply, and you can resume at any time.
          </p>
        )}
      </Confirm>
    </>
  );
}

function deniedWords(count: number): string {
  if (count === 0) return "";
  return count === 1 ? "One waiting request was denied." : `${wholeNumber(count)} waiting requests were denied.`;
}
