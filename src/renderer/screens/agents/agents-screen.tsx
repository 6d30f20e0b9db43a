// Who may ask, who they are, and what is in force for them.
import { useEffect } from "react";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { useLive } from "../../state/queries.ts";
import { selectAgent, show, useUi } from "../../state/ui-store.ts";
import { AgentDetails } from "./agent-details.tsx";
import { AgentList, allGrants } from "./agent-list.tsx";
import { GrantsTable } from "./grants-table.tsx";
import { agentsScreen as labels } from "../../labels/agents.ts";

export function AgentsScreen() {
  const agents = useLive("listAgents").data;
  const grants = useLive("listGrants").data;
  const selected = useUi((state) => state.agentDid);
  const first = agents?.[0]?.agentDid;
  useEffect(() => {
    if (selected === undefined) selectAgent(first);
  }, [selected, first]);
  if (agents === undefined || grants === undefined) return null;
  if (agents.length === 0) {
    return (
      <Empty title={labels.emptyTitle}>
        {labels.empty}
        <span className="mt-3 block">
          <Button look="primary" onClick={() => show("integrations")}>
            {labels.connect}
          </Button>
        </span>
      </Empty>
    );
  }
  const agent = agents.find((each) => each.agentDid === selected);
  return (
    <div className="grid h-full grid-cols-[18rem_minmax(0,1fr)] max-[639px]:grid-cols-[minmax(0,1fr)] max-[639px]:grid-rows-[minmax(0,10rem)_minmax(0,1fr)] min-[1280px]:grid-cols-[21rem_minmax(0,1fr)]">
      <AgentList agents={agents} grants={grants} selected={selected} />
      {selected === allGrants ? (
        <section aria-label={labels.liveGrants} className="min-h-0 overflow-y-auto px-6 py-5 max-[639px]:px-4">
          <h2 className="text-base font-semibold">{labels.liveGrants}</h2>
          <p className="mt-0.5 mb-4 text-quiet">{labels.grantsExplained}</p>
          <div className="max-w-[84rem]">
            <GrantsTable grants={grants} agents={agents} />
          </div>
        </section>
      ) : agent === undefined ? (
        <Empty title={labels.noneSelected} />
      ) : (
        <AgentDetails
          key={agent.agentDid}
          agent={agent}
          grants={grants.filter((grant) => appliesTo(grant, agent.agentDid))}
        />
      )}
    </div>
  );
}

/** A grant for a whole project is in force for every agent. */
function appliesTo(grant: { readonly agentDid: string; readonly scope: string }, agentDid: string): boolean {
  return grant.agentDid === agentDid || grant.scope === "project";
}
