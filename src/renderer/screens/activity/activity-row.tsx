// One entry of the ledger as a line.
import { memo } from "react";
import type { ActivityRow } from "../../../shared/contract/activity.ts";
import { colourLevel } from "../../../shared/headline/index.ts";
import { reasons } from "../../../shared/domain/verdict.ts";
import { OutcomeMark, RiskMark } from "../../components/marks.tsx";
import { rowTime } from "../../labels/format.ts";
import { visibleLine } from "../../../shared/lib/visible.ts";
import { kindWords } from "../../labels/vocabulary.ts";
import { lifeWords, projectName } from "../../labels/outcomes.ts";
import { activityRow as labels } from "../../labels/activity.ts";

export const rowHeight = 30;
export const headHeight = 32;

/** By the table's own width: an open story takes some of it. */
export const rowColumns =
  "grid items-center gap-3 px-5 grid-cols-[4.5rem_0.75rem_minmax(0,1fr)_6.5rem] @xl:grid-cols-[6.5rem_6.5rem_minmax(0,1fr)_11.5rem] @4xl:grid-cols-[7.5rem_8rem_minmax(0,1fr)_6.5rem_16rem] @6xl:grid-cols-[7.5rem_8rem_minmax(0,1fr)_7rem_17rem_12rem] @min-[100rem]:grid-cols-[7.5rem_10rem_minmax(0,1fr)_8rem_18rem_20rem_10rem] @min-[160rem]:grid-cols-[8rem_14rem_minmax(0,5fr)_10rem_20rem_minmax(0,3fr)_12rem]";

interface LineContent {
  readonly row: ActivityRow | undefined;
  /** When today began: what is older is shown with its day. */
  readonly today: number;
  readonly agentName: string | undefined;
}

export interface ActivityLineProps extends LineContent {
  readonly index: number;
  readonly top: number;
  readonly current: boolean;
  readonly opened: boolean;
}

export function rowId(index: number): string {
  return `activity-row-${index}`;
}

export const ActivityLine = memo(function ActivityLine(props: ActivityLineProps) {
  const { row, index, top, current, opened } = props;
  const look = opened ? "bg-selected" : current ? "bg-hover" : "hover:bg-hover";
  return (
    <tr
      id={rowId(index)}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={opened}
      aria-busy={row === undefined}
      className={`absolute inset-x-0 ${rowColumns} ${look}`}
      style={{ height: rowHeight, transform: `translateY(${top}px)` }}
    >
      {row === undefined ? <Loading /> : <Cells row={row} today={props.today} agentName={props.agentName} />}
    </tr>
  );
});

function Loading() {
  return (
    <>
      <td aria-label={labels.loading} className="h-2 w-24 rounded-full bg-hover" />
      <td aria-label={labels.loading} className="col-start-3 h-2 w-2/5 rounded-full bg-hover" />
    </>
  );
}

function Cells({ row, today, agentName }: Omit<LineContent, "row"> & { readonly row: ActivityRow }) {
  return (
    <>
      <td className="truncate text-xs text-faint tabular-nums">{rowTime(row.at, today)}</td>
      <td className="flex min-w-0 items-center gap-2">
        {row.level === undefined ? (
          <span className="w-[11px] shrink-0" />
        ) : (
          <RiskMark level={colourLevel(row.level, row.tone ?? "calm")} size={11} />
        )}
        <span className="hidden truncate @xl:inline">{agentName ?? labels.gatehouse}</span>
      </td>
      <td className="truncate text-xs">
        {row.headline === undefined ? null : (
          <>
            <span className="text-ink">{visibleLine(row.headline)}</span>
            <span aria-hidden className="px-1.5 text-faint">
              ·
            </span>
          </>
        )}
        <span className={`font-mono ${row.headline === undefined ? "" : "text-faint"}`}>
          {visibleLine(row.action ?? row.summary)}
        </span>
      </td>
      <td className="hidden truncate text-xs text-quiet @4xl:block" title={row.project}>
        {row.project === undefined ? null : visibleLine(projectName(row.project))}
      </td>
      <td className="flex min-w-0 items-center overflow-hidden">
        <Outcome row={row} />
      </td>
      <td className="hidden truncate text-xs text-faint @6xl:block">{whyOf(row)}</td>
      <td className="hidden truncate text-xs text-quiet @min-[100rem]:block">{visibleLine(row.tool ?? "")}</td>
    </>
  );
}

/** What became of it; an entry that answers nothing says what it is. */
function Outcome({ row: { outcome, life, kind } }: { readonly row: ActivityRow }) {
  if (outcome === undefined) return <span className="truncate text-quiet">{kindWords[kind]}</span>;
  return life === undefined ? (
    <OutcomeMark outcome={outcome} />
  ) : (
    <OutcomeMark outcome={life.outcome} words={lifeWords(life)} />
  );
}

/** The rule where there is one; else the reason; for other kinds what they say, unless the line has said it already. */
function whyOf(row: ActivityRow): string {
  if (row.rule !== undefined) return row.rule;
  // That a low risk passes needs no reason.
  if (row.reason !== undefined) return row.reason === "risk_low" ? "" : reasons[row.reason];
  return row.action === undefined ? "" : visibleLine(row.summary);
}
