// An agent that is here for the first time: a human says whether it is known.
import { Check, X } from "lucide-react";
import type { AgentSummary } from "../../../shared/domain/telemetry.ts";
import { Button } from "../../components/button.tsx";
import { useChange } from "../../state/queries.ts";
import { tell } from "../../state/ui-store.ts";
import { pairing as labels } from "../../labels/agents.ts";

export function Pairing({ agent }: { agent: AgentSummary }) {
  const pair = useChange("pairAgent");
  const answer = (accept: boolean): void => {
    const done = (): void => tell(accept ? labels.isPaired(agent.name) : labels.isRefused(agent.name));
    pair.mutate({ agentDid: agent.agentDid, accept }, { onSuccess: done });
  };
  return (
    <div className="mx-6 mt-4 flex items-center gap-4 border-y border-line py-3">
      <p className="min-w-0 flex-1">
        <strong className="font-semibold">{labels.wantsToPair}</strong>{" "}
        <span className="text-quiet">{labels.explained}</span>
      </p>
      <Button look="danger" onClick={() => answer(false)} disabled={pair.isPending}>
        <X size={13} aria-hidden />
        {labels.refuse}
      </Button>
      <Button look="primary" onClick={() => answer(true)} disabled={pair.isPending}>
        <Check size={13} aria-hidden />
        {labels.accept}
      </Button>
    </div>
  );
}
