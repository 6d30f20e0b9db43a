// Each agent with its state, how it speaks, and the last thing that was heard from it.
import { useMemo } from "react";
import type { FeedItem } from "../../../shared/domain/feed.ts";
import type { AgentSummary } from "../../../shared/domain/telemetry.ts";
import { OutcomeMark, StateMark } from "../../components/marks.tsx";
import { Ago } from "../../components/time.tsx";
import { useLive } from "../../state/queries.ts";
import { visibleLine } from "../../../shared/lib/visible.ts";
import { protocolWords } from "../../labels/vocabulary.ts";
import { connections as labels } from "../../labels/integrations.ts";

export function Connections() {
  const agents = useLive("listAgents").data ?? [];
  const feed = useLive("listFeed").data;
  const last = useMemo(() => {
    const found = new Map<string, FeedItem>();
    // Newest first, so the first one of each agent is its last.
    for (const item of feed ?? []) if (!found.has(item.agentDid)) found.set(item.agentDid, item);
    return found;
  }, [feed]);
  if (agents.length === 0) {
    return <p className="text-xs text-faint">{labels.none}</p>;
  }
  const newest = agents.toSorted((left, right) => right.lastSeenAt - left.lastSeenAt);
  return (
    <ul aria-label={labels.agents}>
      {newest.map(({ agentDid, name, state, lastSeenAt }) => (
        <Connection
          key={agentDid}
          name={name}
          agentDid={agentDid}
          state={state}
          lastSeenAt={lastSeenAt}
          item={last.get(agentDid)}
        />
      ))}
    </ul>
  );
}

interface ConnectionProps extends Pick<AgentSummary, "name" | "agentDid" | "state" | "lastSeenAt"> {
  readonly item: FeedItem | undefined;
}

function Connection({ name, agentDid, state, lastSeenAt, item }: ConnectionProps) {
  return (
    <li className="border-b border-line py-2 text-xs last:border-0">
      <p className="flex items-center gap-3">
        <span className="truncate font-medium" title={visibleLine(agentDid)}>
          {visibleLine(name)}
        </span>
        <StateMark state={state} words />
        {item === undefined ? null : <span className="text-faint">{labels.by(protocolWords[item.protocol])}</span>}
        <span className="ml-auto shrink-0 text-faint">
          <Ago at={lastSeenAt} />
        </span>
      </p>
      <p className="mt-0.5 flex min-w-0 items-center gap-3">
        {item === undefined ? (
          <span className="text-faint">{labels.nothingAsked}</span>
        ) : (
          <>
            <span className="min-w-0 flex-1 truncate font-mono text-quiet">{visibleLine(item.summary)}</span>
            <OutcomeMark outcome={item.outcome} />
          </>
        )}
      </p>
    </li>
  );
}
