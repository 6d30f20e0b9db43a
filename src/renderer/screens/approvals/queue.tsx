// The queue: what waits, grouped by agent, each with its effect in words.
import { Layers } from "lucide-react";
import { useEffect, useRef } from "react";
import type { HeldApproval } from "../../../shared/approval.ts";
import { RiskMark } from "../../components/marks.tsx";
import { useNow } from "../../components/use-now.ts";
import { countdown, wholeNumber } from "../../text/format.ts";
import { batchesOf } from "../../text/batch.ts";
import { effectTitle } from "../../text/effect.ts";
import type { QueueGroup } from "../../text/queue-order.ts";
import { visibleLine } from "../../text/visible.ts";

export interface QueueProps {
  readonly groups: readonly QueueGroup[];
  readonly selectedId: string | undefined;
  readonly onSelect: (approvalId: string) => void;
  readonly onBatch: (approvals: readonly HeldApproval[]) => void;
}

export function Queue({ groups, selectedId, onSelect, onBatch }: QueueProps) {
  return (
    <nav aria-label="Waiting requests" className="min-h-0 overflow-y-auto border-r border-line pb-3">
      {groups.map(({ agentDid, agentName, approvals }) => (
        <section key={agentDid} aria-label={agentName}>
          <h2 className="label sticky top-0 z-10 flex h-8 items-center bg-canvas px-4">
            {agentName}
            <span className="ml-auto">{wholeNumber(approvals.length)}</span>
          </h2>
          <ul>
            {approvals.map((approval) => (
              <li key={approval.approvalId}>
                <Entry approval={approval} selected={approval.approvalId === selectedId} onSelect={onSelect} />
              </li>
            ))}
          </ul>
          {batchesOf(approvals).map((batch) => (
            <button
              key={batch[0]?.approvalId}
              type="button"
              onClick={() => onBatch(batch)}
              className="flex h-7 w-full items-center gap-2.5 px-4 text-xs text-quiet hover:bg-hover hover:text-ink"
            >
              <Layers size={12} aria-hidden />
              Decide {wholeNumber(batch.length)} alike together
            </button>
          ))}
        </section>
      ))}
    </nav>
  );
}

interface EntryProps {
  readonly approval: HeldApproval;
  readonly selected: boolean;
  readonly onSelect: (approvalId: string) => void;
}

function Entry({ approval, selected, onSelect }: EntryProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (selected) button.current?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  return (
    <button
      ref={button}
      type="button"
      aria-current={selected}
      onClick={() => onSelect(approval.approvalId)}
      className={`grid w-full grid-cols-[0.75rem_minmax(0,1fr)_auto] gap-x-2.5 px-4 py-2 text-left ${selected ? "bg-selected" : "hover:bg-hover"}`}
    >
      <span className="pt-1">
        <RiskMark level={approval.verdict.risk.level} />
      </span>
      <span className="truncate font-medium">{effectTitle(approval.facts)}</span>
      <span className="flex items-center gap-2 text-xs text-faint">
        {approval.count > 1 ? (
          <span className="font-medium text-quiet" aria-label={`${approval.count} identical requests`}>
            ×{wholeNumber(approval.count)}
          </span>
        ) : null}
        {approval.deadline === undefined ? null : <Remaining deadline={approval.deadline} />}
      </span>
      <span className="col-start-2 col-end-4 truncate font-mono text-2xs text-faint">{summary(approval)}</span>
    </button>
  );
}

function Remaining({ deadline }: { deadline: number }) {
  const now = useNow();
  return <span className="tabular-nums">{countdown(deadline, now)}</span>;
}

function summary(approval: HeldApproval): string {
  const { facts, intent } = approval;
  return visibleLine(facts.command ?? facts.paths[0]?.given ?? facts.hosts[0]?.url ?? JSON.stringify(intent.arguments));
}
