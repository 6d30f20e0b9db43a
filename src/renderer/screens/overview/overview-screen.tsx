// Is everything all right? The answer in one line, then what it rests on, then what is happening now.
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { FeedItem } from "../../../shared/feed.ts";
import { riskSpread, timelineOf } from "../../charts/buckets.ts";
import { RiskChart } from "../../charts/risk-chart.tsx";
import { VerdictChart } from "../../charts/verdict-chart.tsx";
import { useNow } from "../../components/use-now.ts";
import { feedKey, feedLimit } from "../../live-state.ts";
import { useLive } from "../../queries.ts";
import { useUi } from "../../ui-store.ts";
import { AgentsAlive } from "./agents-alive.tsx";
import { FactsRow } from "./facts-row.tsx";
import { Feed } from "./feed.tsx";
import { FirstRun } from "./first-run.tsx";
import { Glance } from "./glance.tsx";
import { IntentDetails } from "./intent-details.tsx";

export function OverviewScreen() {
  const status = useLive("getStatus").data;
  const feed = useLive("listFeed").data;
  const approvals = useLive("listApprovals").data;
  const agents = useLive("listAgents").data;
  const selected = useUi((state) => state.feedKey);
  if (status === undefined || feed === undefined || approvals === undefined || agents === undefined) return null;
  if (feed.length === 0 && approvals.length === 0 && agents.length === 0) return <FirstRun status={status} />;

  const item = selected === undefined ? undefined : feed.find((each) => feedKey(each) === selected);
  return (
    <div className="flex h-full flex-col">
      <Glance status={status} approvals={approvals} agents={agents} />
      <FactsRow status={status} />
      <Charts />
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_15rem] border-t border-line min-[1280px]:grid-cols-[minmax(0,1fr)_17rem]">
        <Feed items={feed} />
        <aside
          className="min-h-0 overflow-y-auto border-l border-line"
          aria-label={item === undefined ? "Agents" : "Intent"}
        >
          {item === undefined ? <AgentsAlive agents={agents} /> : <IntentDetails item={item} />}
        </aside>
      </div>
    </div>
  );
}

/** Drawn once a second however fast the feed runs. */
function Charts() {
  const now = useNow();
  const client = useQueryClient();
  const { timeline, spread } = useMemo(() => {
    const items = client.getQueryData<readonly FeedItem[]>(["listFeed"]) ?? [];
    const latest = timelineOf(items, now, feedLimit);
    return { timeline: latest, spread: riskSpread(items, now - latest.rangeMs) };
  }, [client, now]);
  return (
    <div className="grid h-44 shrink-0 grid-cols-[minmax(0,1fr)_14rem] gap-4 py-3 pr-4 pl-5 min-[1280px]:grid-cols-[minmax(0,1fr)_16rem]">
      <VerdictChart timeline={timeline} />
      <RiskChart spread={spread} />
    </div>
  );
}
