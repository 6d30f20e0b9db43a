// The agent's latest sessions, each with the way to what it did.
import { useQuery } from "@tanstack/react-query";
import { Route } from "lucide-react";
import { minute } from "../../../shared/lib/clock.ts";
import { call } from "../../state/bridge.ts";
import { Button } from "../../components/button.tsx";
import { RiskMark } from "../../components/marks.tsx";
import { Ago } from "../../components/time.tsx";
import { byteSize, elapsed, wholeNumber } from "../../labels/format.ts";
import { runsOfSession, sentBytes, trafficByHost } from "./traffic.ts";
import { useRuns } from "../../state/runs.ts";
import { visibleLine } from "../../../shared/lib/visible.ts";
import { openActivity, openSession } from "../../state/ui-store.ts";
import { sessions as labels, traffic } from "../../labels/agents.ts";

const shown = 8;

export function Sessions({ agentDid }: { agentDid: string }) {
  const sessions = useQuery({
    queryKey: ["listSessions", agentDid],
    queryFn: () => call("listSessions", { agentDid }),
    refetchInterval: minute / 4,
  }).data;
  const runs = useRuns(agentDid);
  if (sessions === undefined || sessions.length === 0) return null;
  const sentIn = (sessionId: string): string => {
    const own = runsOfSession(runs, sessionId);
    return own.length === 0 ? "" : ` · ${traffic.sessionSent(byteSize(sentBytes(own)), trafficByHost(own).length)}`;
  };
  return (
    <section aria-label={labels.sessions} className="mt-7 px-6">
      <h3 className="label mb-1.5">{labels.sessions}</h3>
      <ul className="text-xs">
        {sessions.slice(0, shown).map((session) => (
          <li key={session.sessionId} className="flex items-center gap-2">
            <button
              type="button"
              onClick={() => openActivity({ kinds: ["verdict"], agents: [agentDid], sessions: [session.sessionId] })}
              className="-ml-2 grid h-7 min-w-0 flex-1 grid-cols-[0.75rem_minmax(0,1fr)_minmax(11rem,auto)_5rem_6rem] items-center gap-3 max-[639px]:h-auto max-[639px]:grid-cols-[0.75rem_minmax(0,1fr)_auto] max-[639px]:py-1 rounded-sm px-2 text-left hover:bg-hover"
            >
              {session.worst === undefined ? <span /> : <RiskMark level={session.worst} size={11} />}
              <span className="truncate font-mono">{visibleLine(session.sessionId)}</span>
              <span className="truncate text-quiet tabular-nums">
                {labels.decisions(session.decisions)}
                {session.denied === 0 ? "" : labels.denied(wholeNumber(session.denied))}
                {sentIn(session.sessionId)}
              </span>
              <span className="text-right text-quiet">{elapsed(session.lastAt - session.firstAt)}</span>
              <span className="text-right text-faint">
                <Ago at={session.lastAt} />
              </span>
            </button>
            <Button
              look="quiet"
              size="icon"
              aria-label={labels.asPicture(visibleLine(session.sessionId))}
              title={labels.asPicture(visibleLine(session.sessionId))}
              onClick={() => openSession({ agentDid, sessionId: session.sessionId })}
            >
              <Route size={13} aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
