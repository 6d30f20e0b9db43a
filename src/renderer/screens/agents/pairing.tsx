// An agent that is here for the first time: a human says whether it is known.
import { Check, X } from "lucide-react";
import type { AgentSummary } from "../../../shared/telemetry.ts";
import { Button } from "../../components/button.tsx";
import { useChange } from "../../queries.ts";
import { tell } from "../../ui-store.ts";

export function Pairing({ agent }: { agent: AgentSummary }) {
  const pair = useChange("pairAgent");
  const answer = (accept: boolean): void => {
    const done = (): void => tell(accept ? `${agent.name} is paired.` : `${agent.name} is refused.`);
    pair.mutate({ agentDid: agent.agentDid, accept }, { onSuccess: done });
  };
  return (
    <div className="mx-6 mt-4 flex items-center gap-4 border-y border-line py-3">
      <p className="min-w-0 flex-1">
        <strong className="font-semibold">This agent wants to pair.</strong>{" "}
        <span className="text-quiet">
          Accept it only if you have just started it yourself and its key is the one below. Until then it may do
          nothing.
        </span>
      </p>
      <Button look="danger" onClick={() => answer(false)} disabled={pair.isPending}>
        <X size={13} aria-hidden />
        Refuse
      </Button>
      <Button look="primary" onClick={() => answer(true)} disabled={pair.isPending}>
        <Check size={13} aria-hidden />
        Accept
      </Button>
    </div>
  );
}
