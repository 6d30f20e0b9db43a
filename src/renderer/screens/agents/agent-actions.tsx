// Stop, resume and revoke one agent, and free its name. What takes rights away or hands them on asks first.
import { LockOpen, Play, UserX } from "lucide-react";
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
      {agent.owner === undefined ? null : <ReleaseName agentDid={agentDid} name={name} owner={agent.owner} />}
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

function ReleaseName({ agentDid, name, owner }: { agentDid: string; name: string; owner: string }) {
  const [asking, setAsking] = useState(false);
  const release = useChange("releaseAgent");
  return (
    <>
      <Button onClick={() => setAsking(true)} disabled={release.isPending}>
        <LockOpen size={13} aria-hidden />
        Release name
      </Button>
      <Confirm
        open={asking}
        title={`Release the name of ${name}?`}
        action="Release name"
        onClose={() => setAsking(false)}
        onConfirm={() => release.mutate({ agentDid }, { onSuccess: () => tell(`The name of ${name} is free.`) })}
      >
        <p>
          It belongs to {owner}. The next process that uses the name will own it, with the grants and sessions of this
          agent.
        </p>
      </Confirm>
    </>
  );
}
