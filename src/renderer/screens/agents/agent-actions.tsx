// Stop, resume and revoke one agent, and free its name. What takes rights away or hands them on asks first.
import { LockOpen, Play, UserX } from "lucide-react";
import { useState } from "react";
import type { AgentSummary } from "../../../shared/domain/telemetry.ts";
import { Button } from "../../components/button.tsx";
import { Confirm } from "../../components/confirm.tsx";
import { StopAgent } from "../../components/stop-agent.tsx";
import { useChange } from "../../state/queries.ts";
import { tell } from "../../state/ui-store.ts";
import { agentActions as labels } from "../../labels/agents.ts";

export function AgentActions({ agent }: { agent: AgentSummary }) {
  const { agentDid, name } = agent;
  const [asking, setAsking] = useState(false);
  const setHalt = useChange("setHalt");
  const revoke = useChange("revokeAgent");
  if (agent.state === "revoked") return null;
  const halted = agent.state === "halted";
  const resume = (): void => setHalt.mutate({ agentDid, halted: false, reason: labels.resumeReason });
  return (
    <div className="ml-auto flex gap-2">
      {halted ? (
        <Button onClick={resume} disabled={setHalt.isPending}>
          <Play size={13} aria-hidden />
          {labels.resume}
        </Button>
      ) : (
        <StopAgent agentDid={agentDid} name={name} label={labels.stop} />
      )}
      {agent.owner === undefined ? null : <ReleaseName agentDid={agentDid} name={name} owner={agent.owner} />}
      <Button look="danger" onClick={() => setAsking(true)} disabled={revoke.isPending}>
        <UserX size={13} aria-hidden />
        {labels.revoke}
      </Button>
      <Confirm
        open={asking}
        title={labels.revokeQuestion(name)}
        action={labels.revokeAgent(name)}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          revoke.mutate(
            { agentDid, capabilities: "*", reason: labels.revokeReason },
            { onSuccess: () => tell(labels.isRevoked(name)) },
          )
        }
      >
        <p>{labels.revokeExplained}</p>
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
        {labels.releaseName}
      </Button>
      <Confirm
        open={asking}
        title={labels.releaseQuestion(name)}
        action={labels.releaseName}
        onClose={() => setAsking(false)}
        onConfirm={() => release.mutate({ agentDid }, { onSuccess: () => tell(labels.nameReleased(name)) })}
      >
        <p>{labels.releaseExplained(owner)}</p>
      </Confirm>
    </>
  );
}
