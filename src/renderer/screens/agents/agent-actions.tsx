// Stop, resume and revoke one agent. What takes rights away asks first.
import { Play, UserX } from "lucide-react";
import { useState } from "react";
import type { AgentSummary } from "../../../shared/telemetry.ts";
import { Button } from "../../components/button.tsx";
import { Confirm } from "../../components/confirm.tsx";
import { StopAgent } from "../../components/stop-agent.tsx";
import { useChange } from "../../queries.ts";
import { tell } from "../../ui-store.ts";

export function AgentActions({ agent }: { agent: AgentSummary }) {
  const { agentDid, name } = agent;
  const [asking, setAsking] = useState(false);
  const setHalt = useChange("setHalt");
  const revoke = useChange("revokeAgent");
  if (agent.state === "revoked") return null;
  const halted = agent.state === "halted";
  const resume = (): void => setHalt.mutate({ agentDid, halted: false, reason: "Resumed from the console" });
  return (
    <div className="ml-auto flex gap-2">
      {halted ? (
        <Button onClick={resume} disabled={setHalt.isPending}>
          <Play size={13} aria-hidden />
          Resume
        </Button>
      ) : (
        <StopAgent agentDid={agentDid} name={name} label="Stop" />
      )}
      <Button look="danger" onClick={() => setAsking(true)} disabled={revoke.isPending}>
        <UserX size={13} aria-hidden />
        Revoke
      </Button>
      <Confirm
        open={asking}
        title={`Revoke ${name}?`}
        action={`Revoke ${name}`}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          revoke.mutate(
            { agentDid, capabilities: "*", reason: "Revoked from the console" },
            { onSuccess: () => tell(`${name} is revoked.`) },
          )
        }
      >
        <p>
          It loses every capability, its sessions end and what it waits for is denied. To act again it has to register
          anew.
        </p>
      </Confirm>
    </div>
  );
}
