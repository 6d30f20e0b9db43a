// Who is there: every agent with its state, the ones that need something first.
import type { AgentState, AgentSummary } from "../../../shared/domain/telemetry.ts";
import { StateMark } from "../../components/marks.tsx";
import { Ago } from "../../components/time.tsx";
import { stateWords } from "../../labels/vocabulary.ts";
import { selectAgent, show } from "../../state/ui-store.ts";
import { SideHeading } from "./side-heading.tsx";
import { agentsAlive as labels } from "../../labels/overview.ts";

const order: readonly AgentState[] = ["pending", "halted", "stale", "connected", "disconnected", "revoked"];

export function AgentsAlive({ agents }: { agents: readonly AgentSummary[] }) {
  const sorted = [...agents].sort((left, right) => order.indexOf(left.state) - order.indexOf(right.state));
  return (
    <div>
      <SideHeading>{labels.agents}</SideHeading>
      {agents.length === 0 ? <p className="px-4 py-2 text-xs text-faint">{labels.none}</p> : null}
      <ul className="py-1">
        {sorted.map((agent) => (
          <li key={agent.agentDid}>
            <button
              type="button"
              onClick={() => {
                selectAgent(agent.agentDid);
                show("agents");
              }}
              className="flex h-8 w-full items-center gap-2.5 px-4 text-left hover:bg-hover"
            >
              <StateMark state={agent.state} />
              <span className="min-w-0 truncate">{agent.name}</span>
              <span className="ml-auto shrink-0 text-xs text-faint">
                {agent.state === "connected" || agent.state === "stale" || agent.state === "disconnected" ? (
                  <Ago at={agent.lastSeenAt} />
                ) : (
                  stateWords[agent.state]
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
