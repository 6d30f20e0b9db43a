// The kill switch for one agent. It asks first, and says so afterwards.
import { OctagonX } from "lucide-react";
import { useState } from "react";
import { useChange } from "../queries.ts";
import { tell } from "../ui-store.ts";
import { Button, type ButtonProps } from "./button.tsx";
import { Confirm } from "./confirm.tsx";

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
      { agentDid, halted: true, reason: "Stopped from the console" },
      { onSuccess: () => tell(`${name} is stopped.`) },
    );
  return (
    <>
      <Button look={look} {...rest} onClick={() => setAsking(true)} disabled={setHalt.isPending}>
        <OctagonX size={13} aria-hidden />
        {label}
      </Button>
      <Confirm
        open={asking}
        title={`Stop ${name}?`}
        action={`Stop ${name}`}
        onClose={() => setAsking(false)}
        onConfirm={stop}
      >
        <p>Everything it asks for is denied from now on, what it waits for as well. You can resume it at any time.</p>
      </Confirm>
    </>
  );
}
