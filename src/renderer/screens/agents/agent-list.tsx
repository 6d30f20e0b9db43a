// The agents, those that need attention first, and the entry for all grants.
import { Cable, CornerDownRight, KeyRound } from "lucide-react";
import type { Grant } from "../../../shared/domain/approval.ts";
import type { AgentState, AgentSummary, SubagentSummary } from "../../../shared/domain/telemetry.ts";
import { StateMark } from "../../components/marks.tsx";
import { PermissionMode } from "../../components/permission-mode.tsx";
import { Ago } from "../../components/time.tsx";
import { wholeNumber } from "../../labels/format.ts";
import { stateWords } from "../../labels/vocabulary.ts";
import { modeWords } from "../../lib/permission-mode.ts";
import { visibleLine } from "../../../shared/lib/visible.ts";
import { selectAgent, show } from "../../state/ui-store.ts";
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
    <nav
      aria-label={labels.agents}
      className="flex min-h-0 flex-col overflow-y-auto border-line py-1.5 max-[639px]:border-b min-[640px]:border-r"
    >
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
              {agent.permissionMode !== undefined && modeWords(agent.permissionMode).bypasses ? (
                <span className="col-start-2 col-end-4 mt-0.5 text-2xs">
                  <PermissionMode mode={agent.permissionMode} />
                </span>
              ) : null}
            </button>
            <Subagents name={agent.name} subagents={agent.subagents ?? []} />
          </li>
        ))}
      </ul>
      <button
        type="button"
        onClick={() => show("integrations")}
        className="mt-1.5 flex h-9 shrink-0 items-center gap-2.5 border-t border-line px-4 text-left font-medium hover:bg-hover"
      >
        <Cable size={13} aria-hidden className="text-faint" />
        {labels.connectAnother}
      </button>
      <button
        type="button"
        aria-current={selected === allGrants}
        onClick={() => selectAgent(allGrants)}
        className={`flex h-9 shrink-0 items-center gap-2.5 border-t border-line px-4 text-left font-medium ${selected === allGrants ? "bg-selected" : "hover:bg-hover"}`}
      >
        <KeyRound size={13} aria-hidden className="text-faint" />
        {labels.allLiveGrants}
        <span className="ml-auto text-xs font-normal text-faint">{wholeNumber(grants.length)}</span>
      </button>
    </nav>
  );
}

/** The list shows the latest; the agent's own page has all of them. */
const mostSubagents = 3;

function Subagents({ name, subagents }: { name: string; subagents: readonly SubagentSummary[] }) {
  if (subagents.length === 0) return null;
  const more = subagents.length - mostSubagents;
  return (
    <ul aria-label={labels.subagentsOf(name)} className="pr-4 pb-1.5 pl-10 text-xs text-faint">
      {subagents.slice(0, mostSubagents).map(({ id, type, calls }) => (
        <li key={id} className="flex items-center gap-1.5" title={visibleLine(id)}>
          <CornerDownRight size={11} aria-hidden className="shrink-0" />
          <span className="truncate">{labels.subagent(visibleLine(type ?? labels.unnamedSubagent), calls)}</span>
        </li>
      ))}
      {more > 0 ? <li className="pl-4.5">{labels.moreSubagents(wholeNumber(more))}</li> : null}
    </ul>
  );
}
