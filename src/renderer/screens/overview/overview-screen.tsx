// Is everything all right? The answer in one line, then what it rests on, then what is happening now.
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { second } from "../../../shared/clock.ts";
import type { FeedItem } from "../../../shared/feed.ts";
import { type LevelCount, riskSpread, type Timeline, timelineOf } from "../../charts/buckets.ts";
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
import { RunningNow } from "./running-now.tsx";

const drawEveryMs = 2 * second;

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
      <RunningNow />
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

interface ChartData {
  readonly timeline: Timeline;
  readonly spread: readonly LevelCount[];
}

/** Drawn every other second however fast the feed runs, and not at all while nothing changes. */
function Charts() {
  const tick = Math.floor(useNow() / drawEveryMs) * drawEveryMs;
  const client = useQueryClient();
  const counted = useMemo(() => {
    const items = client.getQueryData<readonly FeedItem[]>(["listFeed"]) ?? [];
    const timeline = timelineOf(items, tick + drawEveryMs, feedLimit);
    return JSON.stringify({ timeline, spread: riskSpread(items, tick - timeline.rangeMs) });
  }, [client, tick]);
  // By its text: equal counts are the same object, so the charts do not draw again.
  const { timeline, spread } = useMemo(() => JSON.parse(counted) as ChartData, [counted]);
  return (
    <div className="grid h-44 shrink-0 grid-cols-[minmax(0,1fr)_14rem] gap-4 py-3 pr-4 pl-5 min-[1280px]:grid-cols-[minmax(0,1fr)_16rem]">
      <VerdictChart timeline={timeline} />
      <RiskChart spread={spread} />
    </div>
  );
}
