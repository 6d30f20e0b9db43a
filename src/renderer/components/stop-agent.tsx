// The kill switch for one agent. It asks first, and says so afterwards.
import { OctagonX } from "lucide-react";
import { useState } from "react";
import { useChange } from "../state/queries.ts";
import { tell } from "../state/ui-store.ts";
import { Button, type ButtonProps } from "./button.tsx";
import { Confirm } from "./confirm.tsx";
import { stopAgent as labels } from "../labels/components.ts";

export interface StopAgentProps extends Pick<ButtonProps, "look" | "size" | "className"> {
  readonly agentDid: string;
  readonly name: string;
  readonly label: string;
}

export function StopAgent({ agentDid, name, label, look = "danger", ...rest }: StopAgentProps) {
  const [asking, setAsking] = useState(false);
  const setHalt = useChange("setHalt");
  const stop = (): void =>
    setHalt.mutate(
      { agentDid, halted: true, reason: labels.reason },
      { onSuccess: () => tell(labels.isStopped(name)) },
    );
  return (
    <>
      <Button look={look} {...rest} onClick={() => setAsking(true)} disabled={setHalt.isPending}>
        <OctagonX size={13} aria-hidden />
        {label}
      </Button>
      <Confirm
        open={asking}
        title={labels.stopQuestion(name)}
        action={labels.stop(name)}
        onClose={() => setAsking(false)}
        onConfirm={stop}
      >
        <p>{labels.explained}</p>
      </Confirm>
    </>
  );
}
