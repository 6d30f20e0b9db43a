// What the risk score denied lately, with what can be done about it.
import type { FeedItem } from "../../../../shared/domain/feed.ts";
import { visibleLine } from "../../../../shared/lib/visible.ts";
import { DeniedSteps } from "../../../components/denial/denied-steps.tsx";
import { RiskMark } from "../../../components/marks.tsx";
import { Ago } from "../../../components/time.tsx";
import { feedKey } from "../../../state/live-state.ts";
import { useLive } from "../../../state/queries.ts";
import { score } from "../../../labels/format.ts";
import { recentlyDenied as labels } from "../../../labels/approvals.ts";

/** Older ones are on the Activity screen. */
const mostShown = 3;

export function RecentlyDenied() {
  const feed = useLive("listFeed").data ?? [];
  const denied = latestDenied(feed);
  if (denied.length === 0) return null;
  return (
    <section aria-label={labels.deniedByRiskScore} className="mx-auto w-full max-w-3xl shrink-0 px-6 pb-6">
      <h2 className="label border-b border-line pb-1">{labels.deniedByRiskScore}</h2>
      <ul>
        {denied.map((item) => (
          <li key={feedKey(item)} className="border-b border-line py-2.5 last:border-0">
            <div className="flex items-center gap-2.5">
              <RiskMark level={item.level} size={11} />
              <span className="min-w-0 flex-1 truncate font-mono text-xs" title={visibleLine(item.summary)}>
                {visibleLine(item.summary)}
              </span>
              <span className="shrink-0 text-xs text-faint">
                {visibleLine(item.agentName)}, {score(item.score)}, <Ago at={item.at} />
              </span>
            </div>
            <DeniedSteps agentDid={item.agentDid} intentId={item.intentId} byScore />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** An agent that repeats itself takes one line. */
function latestDenied(feed: readonly FeedItem[]): readonly FeedItem[] {
  const byAction = new Map<string, FeedItem>();
  for (const item of feed) {
    if (byAction.size >= mostShown) break;
    const key = JSON.stringify([item.agentDid, item.tool, item.summary]);
    if (item.outcome === "DENIED" && item.decider === "risk" && !byAction.has(key)) byAction.set(key, item);
  }
  return [...byAction.values()];
}
