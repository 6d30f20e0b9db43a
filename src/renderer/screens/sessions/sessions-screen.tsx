// Sessions as pictures: a list of the latest, the one that is selected step by step, and trends over all of them.
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { second } from "../../../shared/lib/clock.ts";
import { Segmented } from "../../components/segmented.tsx";
import { Empty } from "../../components/empty.tsx";
import { agentShort, type RangeName } from "../../lib/activity-filter.ts";
import { sessionList, sessionsScreen as labels } from "../../labels/sessions/sessions.ts";
import { call } from "../../state/bridge.ts";
import { useLive } from "../../state/queries.ts";
import { useUi } from "../../state/ui-store.ts";
import { SessionList } from "./session-list.tsx";
import { Trends } from "./trends/trends.tsx";
import { SessionView } from "./session-view.tsx";

const views = ["sessions", "trends"] as const;
type View = (typeof views)[number];

export function SessionsScreen() {
  const sessions = useQuery({
    queryKey: ["listSessions"],
    queryFn: () => call("listSessions", {}),
    refetchInterval: 10 * second,
  }).data;
  const agents = useLive("listAgents").data;
  const names = useMemo(() => new Map((agents ?? []).map(({ agentDid, name }) => [agentDid, name])), [agents]);
  const wanted = useUi((state) => state.session);
  const [view, setView] = useState<View>("sessions");
  const [range, setRange] = useState<RangeName>("7d");
  if (sessions === undefined) return null;
  const [latest] = sessions;
  if (latest === undefined) return <Empty title={sessionList.none}>{sessionList.noneExplained}</Empty>;
  const opened = wanted ?? { agentDid: latest.agentDid, sessionId: latest.sessionId };
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex shrink-0 border-b border-line px-4 py-2">
        <Segmented
          label={labels.views}
          value={view}
          segments={views.map((value) => ({ value, label: labels[value] }))}
          onChange={setView}
        />
      </div>
      {view === "trends" ? (
        <Trends names={names} range={range} onRange={setRange} />
      ) : (
        <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] min-[820px]:grid-cols-[17rem_minmax(0,1fr)] min-[1280px]:grid-cols-[20rem_minmax(0,1fr)]">
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
      )}
    </div>
  );
}
