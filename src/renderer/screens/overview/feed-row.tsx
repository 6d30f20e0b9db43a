// One intent in the feed.
import { memo } from "react";
import type { FeedItem } from "../../../shared/domain/feed.ts";
import { colourLevel } from "../../../shared/headline/index.ts";
import { reasons } from "../../../shared/domain/verdict.ts";
import { OutcomeMark, RiskMark } from "../../components/marks.tsx";
import { feedKey } from "../../state/live-state.ts";
import { clockTime } from "../../labels/format.ts";
import { lifeWords } from "../../labels/outcomes.ts";
import { visibleLine } from "../../../shared/lib/visible.ts";
import { selectIntent } from "../../state/ui-store.ts";

export const rowHeight = 30;

export const rowColumns =
  "grid grid-cols-[5.25rem_7.5rem_minmax(0,1fr)_8.5rem] items-center gap-3 max-[639px]:grid-cols-[5.5rem_minmax(0,1fr)_6.5rem] max-[639px]:gap-2 min-[1280px]:grid-cols-[5.25rem_8rem_minmax(0,1fr)_17rem] min-[1900px]:grid-cols-[6rem_11rem_minmax(0,1fr)_minmax(0,38%)]";

export interface FeedRowProps {
  readonly item: FeedItem;
  readonly index: number;
  readonly top: number;
  readonly selected: boolean;
}

export const FeedRow = memo(function FeedRow({ item, index, top, selected }: FeedRowProps) {
  return (
    <tr
      aria-rowindex={index + 2}
      className={`absolute inset-x-0 px-5 ${rowColumns} ${selected ? "bg-selected" : "hover:bg-hover"}`}
      style={{ height: rowHeight, transform: `translateY(${top}px)` }}
    >
      <td className="text-xs whitespace-nowrap text-faint tabular-nums max-[639px]:hidden">{clockTime(item.at)}</td>
      <td className="flex min-w-0 items-center gap-2">
        <RiskMark level={colourLevel(item.level, item.tone)} size={11} />
        <span className="truncate">{item.agentName}</span>
      </td>
      <td className="min-w-0">
        <button
          type="button"
          onClick={() => selectIntent(selected ? undefined : feedKey(item))}
          aria-pressed={selected}
          className="block w-full truncate text-left text-xs before:absolute before:inset-0"
        >
          {visibleLine(item.headline)}
          <span aria-hidden className="px-1.5 text-faint">
            ·
          </span>
          <span className="font-mono text-faint">{visibleLine(item.summary)}</span>
        </button>
      </td>
      <td className="flex min-w-0 items-center gap-3">
        <OutcomeMark outcome={item.outcome} words={feedWords(item)} />
        {/* That a low risk passes needs no reason; anything else does. */}
        {item.reason === "risk_low" ? null : (
          <span className="hidden min-w-0 truncate text-xs text-faint min-[1280px]:inline">
            {item.rule ?? reasons[item.reason]}
          </span>
        )}
      </td>
    </tr>
  );
});

/** The same words as in the activity table, from what the feed knows. */
function feedWords({ outcome, reason, decider, waitedMs }: FeedItem): string {
  const first = waitedMs === undefined ? outcome : "ESCALATE";
  return lifeWords({ first, outcome, reason, decider, ...(waitedMs === undefined ? {} : { waitedMs }) });
}
