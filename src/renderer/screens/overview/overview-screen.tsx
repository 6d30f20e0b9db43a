// The overview: a summary in one line, the facts behind it, and what is happening now.
import { projectsOf } from "../../components/project-switcher.tsx";
import { feedKey } from "../../state/live-state.ts";
import { useLive } from "../../state/queries.ts";
import { useUi } from "../../state/ui-store.ts";
import { AgentsAlive } from "./agents-alive.tsx";
import { ApprovalLoad } from "./approval-load.tsx";
import { Charts } from "./charts.tsx";
import { FactsRow } from "./facts-row.tsx";
import { Feed } from "./feed.tsx";
import { Checklist } from "../../connect/checklist.tsx";
import { ObserveWeek } from "../../connect/observe-week.tsx";
import { isTestCaller } from "../../../shared/contract/connector.ts";
import { FirstRun } from "./first-run.tsx";
import { Summary } from "./summary.tsx";
import { IntentDetails } from "./intent-details.tsx";
import { RunningNow } from "./running-now.tsx";
import { TopThreats } from "./top-threats.tsx";
import { overviewScreen as labels } from "../../labels/overview.ts";

export function OverviewScreen() {
  const status = useLive("getStatus").data;
  const feed = useLive("listFeed").data;
  const approvals = useLive("listApprovals").data;
  const agents = useLive("listAgents").data;
  const selected = useUi((state) => state.feedKey);
  const range = useUi((state) => state.range);
  const project = useUi((state) => state.project);
  if (status === undefined || feed === undefined || approvals === undefined || agents === undefined) return null;
  // A test call of Gatehouse's own is not yet an agent at work.
  const isNew = [...feed, ...agents].every(({ agentDid }) => isTestCaller(agentDid)) && approvals.length === 0;
  if (isNew) return <FirstRun status={status} />;

  const item = selected === undefined ? undefined : feed.find((each) => feedKey(each) === selected);
  return (
    // On a low window, or a page enlarged much, the feed keeps some lines and all of it scrolls.
    <div className="flex h-full flex-col overflow-y-auto">
      <Checklist />
      <ObserveWeek />
      <Summary status={status} approvals={approvals} agents={agents} />
      <FactsRow status={status} />
      <Charts range={range} />
      <RunningNow />
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[15rem_auto] border-t border-line min-[860px]:min-h-60 min-[860px]:grid-cols-[minmax(0,1fr)_16rem] min-[860px]:grid-rows-[minmax(0,1fr)] min-[1280px]:grid-cols-[minmax(0,1fr)_20rem] min-[1900px]:grid-cols-[minmax(0,1fr)_28rem]">
        <Feed
          items={project === undefined ? feed : feed.filter(({ workspace }) => workspace === project)}
          projects={projectsOf(feed)}
        />
        <aside
          className="min-h-0 border-line max-[859px]:border-t min-[860px]:overflow-y-auto min-[860px]:border-l"
          aria-label={item === undefined ? labels.summary : labels.intent}
        >
          {item === undefined ? (
            <>
              <ApprovalLoad range={range} />
              <TopThreats range={range} />
              <AgentsAlive agents={agents} />
            </>
          ) : (
            <IntentDetails item={item} />
          )}
        </aside>
      </div>
    </div>
  );
}
