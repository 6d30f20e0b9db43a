// Sessions as pictures: a list of the latest, and the one that is selected step by step.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { second } from "../../../shared/lib/clock.ts";
import { Empty } from "../../components/empty.tsx";
import { agentShort } from "../../lib/activity-filter.ts";
import { sessionList } from "../../labels/sessions/sessions.ts";
import { call } from "../../state/bridge.ts";
import { useLive } from "../../state/queries.ts";
import { useUi } from "../../state/ui-store.ts";
import { SessionList } from "./session-list.tsx";
import { SessionView } from "./session-view.tsx";

export function SessionsScreen() {
  const sessions = useQuery({
    queryKey: ["listSessions"],
    queryFn: () => call("listSessions", {}),
    refetchInterval: 10 * second,
  }).data;
  const agents = useLive("listAgents").data;
  const names = useMemo(() => new Map((agents ?? []).map(({ agentDid, name }) => [agentDid, name])), [agents]);
  const wanted = useUi((state) => state.session);
  if (sessions === undefined) return null;
  const [latest] = sessions;
  if (latest === undefined) return <Empty title={sessionList.none}>{sessionList.noneExplained}</Empty>;
  const opened = wanted ?? { agentDid: latest.agentDid, sessionId: latest.sessionId };
  return (
    <div className="grid h-full min-h-0 grid-cols-[minmax(0,1fr)] min-[820px]:grid-cols-[17rem_minmax(0,1fr)] min-[1280px]:grid-cols-[20rem_minmax(0,1fr)]">
      {/* On a narrow window either the list or the session. */}
      <div className={`min-h-0 min-[820px]:grid ${wanted === undefined ? "grid" : "hidden"}`}>
        <SessionList sessions={sessions} names={names} opened={opened} />
      </div>
      <div className={`min-h-0 min-w-0 min-[820px]:grid ${wanted === undefined ? "hidden" : "grid"}`}>
        <SessionView
          key={`${opened.agentDid} ${opened.sessionId}`}
          session={opened}
          name={names.get(opened.agentDid) ?? agentShort(opened.agentDid)}
        />
      </div>
    </div>
  );
}
