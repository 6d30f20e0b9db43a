// The queue: what waits, by agent and effect, each with its effect in words. Only what is in sight is drawn.
import { Layers } from "lucide-react";
import { memo, useLayoutEffect, useMemo, useRef } from "react";
import type { HeldApproval } from "../../../../shared/domain/approval.ts";
import { RiskMark } from "../../../components/marks.tsx";
import { useNow } from "../../../components/use-now.ts";
import { useRowWindow } from "../../../components/use-row-window.ts";
import { approvalHeadline, colourLevel } from "../../../../shared/headline/index.ts";
import { countdown, wholeNumber } from "../../../labels/format.ts";
import type { QueueRow } from "../../../lib/queue-order.ts";
import { edgesOf } from "../../../lib/row-window.ts";
import { visibleLine } from "../../../../shared/lib/visible.ts";
import { queue as labels } from "../../../labels/approvals.ts";

export interface QueueProps {
  readonly rows: readonly QueueRow[];
  readonly selectedId: string | undefined;
  readonly onSelect: (approvalId: string) => void;
  readonly onBatch: (approvals: readonly HeldApproval[]) => void;
}

const heights = { agent: 32, request: 52, batch: 28 } as const;

export function Queue({ rows, selectedId, onSelect, onBatch }: QueueProps) {
  const scroller = useRef<HTMLElement>(null);
  const edges = useMemo(() => edgesOf(rows.map((row) => heights[row.kind])), [rows]);
  const { first, last, reveal } = useRowWindow(scroller, edges);
  const selected = rows.findIndex((row) => row.key === selectedId);
  useLayoutEffect(() => {
    if (selected < 0) return;
    // The first of an agent is seen with whose it is.
    if (rows[selected - 1]?.kind === "agent") reveal(selected - 1);
    reveal(selected);
    // Where the selection goes, not whenever the queue changes: who scrolls to look must not be pulled back.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [selectedId]);
  return (
    <nav
      ref={scroller}
      aria-label={labels.waitingRequests}
      className="min-h-0 overflow-y-auto border-line contain-strict max-[639px]:border-b min-[640px]:border-r"
    >
      <ul className="relative" style={{ height: (edges.at(-1) ?? 0) + 12 }}>
        {rows.slice(first, last + 1).map((row, step) => (
          <li
            key={row.key}
            data-kind={row.kind}
            aria-setsize={rows.length}
            aria-posinset={first + step + 1}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${edges[first + step]}px)`, height: heights[row.kind] }}
          >
            <Line row={row} selected={row.key === selectedId} onSelect={onSelect} onBatch={onBatch} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface LineProps {
  readonly row: QueueRow;
  readonly selected: boolean;
  readonly onSelect: (approvalId: string) => void;
  readonly onBatch: (approvals: readonly HeldApproval[]) => void;
}

function Line({ row, selected, onSelect, onBatch }: LineProps) {
  if (row.kind === "request") return <Entry approval={row.approval} selected={selected} onSelect={onSelect} />;
  if (row.kind === "agent") {
    return (
      <h2 className="label flex h-8 items-end px-4 pb-1">
        <span className="truncate" title={row.agentDid}>
          {row.name}
          {row.namesake ? <span className="font-mono font-normal"> {row.agentDid}</span> : null}
        </span>
        <span className="ml-auto pl-2">{wholeNumber(row.count)}</span>
      </h2>
    );
  }
  return (
    <button
      type="button"
      onClick={() => onBatch(row.batch)}
      className="flex h-7 w-full items-center gap-2.5 px-4 text-xs text-quiet hover:bg-hover hover:text-ink"
    >
      <Layers size={12} aria-hidden />
      {labels.decideTogether(wholeNumber(row.batch.length))}
    </button>
  );
}

interface EntryProps {
  readonly approval: HeldApproval;
  readonly selected: boolean;
  readonly onSelect: (approvalId: string) => void;
}

/** Rendered again only when its own request changes: rows are rebuilt with every batch of events, requests are not. */
const Entry = memo(function Entry({ approval, selected, onSelect }: EntryProps) {
  const { sentence, tone } = approvalHeadline(approval);
  return (
    <button
      type="button"
      aria-current={selected}
      onClick={() => onSelect(approval.approvalId)}
      className={`grid h-[52px] w-full grid-cols-[0.75rem_minmax(0,1fr)_auto] content-center gap-x-2.5 px-4 text-left ${selected ? "bg-selected" : "hover:bg-hover"}`}
    >
      <span className="pt-1">
        <RiskMark level={colourLevel(approval.verdict.risk.level, tone)} />
      </span>
      <span className="truncate font-medium">{sentence}</span>
      <span className="flex items-center gap-2 text-xs text-faint">
        {approval.count > 1 ? (
          <span className="font-medium text-quiet" aria-label={labels.identicalRequests(approval.count)}>
            ×{wholeNumber(approval.count)}
          </span>
        ) : null}
        {approval.deadline === undefined ? null : <Remaining deadline={approval.deadline} />}
      </span>
      <span className="col-start-2 col-end-4 truncate font-mono text-2xs text-faint">{summary(approval)}</span>
    </button>
  );
});

function Remaining({ deadline }: { deadline: number }) {
  const now = useNow();
  return <span className="tabular-nums">{countdown(deadline, now)}</span>;
}

function summary(approval: HeldApproval): string {
  const { facts, intent } = approval;
  return visibleLine(facts.command ?? facts.paths[0]?.given ?? facts.hosts[0]?.url ?? JSON.stringify(intent.arguments));
}
