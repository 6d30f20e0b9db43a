// The agents, those that need attention first, and the entry for all grants.
import { KeyRound } from "lucide-react";
import type { Grant } from "../../../shared/domain/approval.ts";
import type { AgentState, AgentSummary } from "../../../shared/domain/telemetry.ts";
import { StateMark } from "../../components/marks.tsx";
import { Ago } from "../../components/time.tsx";
import { wholeNumber } from "../../labels/format.ts";
import { stateWords } from "../../labels/vocabulary.ts";
import { selectAgent } from "../../state/ui-store.ts";
import { agentList as labels } from "../../labels/agents.ts";

/** Not an agent, but an entry of the same list: the grants of all agents. */
export const allGrants = "all-grants";

const order: readonly AgentState[] = ["pending", "halted", "connected", "stale", "disconnected", "revoked"];

export interface AgentListProps {
  readonly agents: readonly AgentSummary[];
  readonly grants: readonly Grant[];
  readonly selected: string | undefined;
}

export function AgentList({ agents, grants, selected }: AgentListProps) {
  const sorted = [...agents].sort((left, right) => order.indexOf(left.state) - order.indexOf(right.state));
  return (
    <nav aria-label={labels.agents} className="flex min-h-0 flex-col overflow-y-auto border-r border-line py-1.5">
      <ul>
        {sorted.map((agent) => (
          <li key={agent.agentDid}>
            <button
              type="button"
              aria-current={agent.agentDid === selected}
              onClick={() => selectAgent(agent.agentDid)}
              className={`grid w-full grid-cols-[0.75rem_minmax(0,1fr)_auto] items-center gap-x-2.5 px-4 py-2 text-left ${agent.agentDid === selected ? "bg-selected" : "hover:bg-hover"}`}
            >
              <StateMark state={agent.state} />
              <span className="truncate font-medium">{agent.name}</span>
              <span className="text-xs text-faint">
                <Ago at={agent.lastSeenAt} />
              </span>
              <span className="col-start-2 col-end-4 truncate text-xs text-faint">
                {labels.summary(stateWords[agent.state], agent.intents, wholeNumber(agent.denied))}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        aria-current={selected === allGrants}
        onClick={() => selectAgent(allGrants)}
        className={`mt-1.5 flex h-9 items-center gap-2.5 border-t border-line px-4 text-left font-medium ${selected === allGrants ? "bg-selected" : "hover:bg-hover"}`}
      >
        <KeyRound size={13} aria-hidden className="text-faint" />
        {labels.allLiveGrants}
        <span className="ml-auto text-xs font-normal text-faint">{wholeNumber(grants.length)}</span>
      </button>
    </nav>
  );
}
