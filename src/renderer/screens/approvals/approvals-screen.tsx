// The requests that wait for a human: the queue, and the card of the one that is looked at.
import { Clock } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { HeldApproval } from "../../../shared/domain/approval.ts";
import { Empty } from "../../components/empty.tsx";
import { useMissed } from "../../state/missed.ts";
import { useLive } from "../../state/queries.ts";
import { wholeNumber } from "../../labels/format.ts";
import { neighbourOf, queueGroups, queueRows } from "../../lib/queue-order.ts";
import { selectApproval, useUi } from "../../state/ui-store.ts";
import { Batch } from "./lists/batch.tsx";
import { Card } from "./card/card.tsx";
import { isTyping } from "./keys.ts";
import { MissedList } from "./lists/missed-list.tsx";
import { ObservedList } from "./lists/observed-list.tsx";
import { RecentlyDenied } from "./lists/recently-denied.tsx";
import { Queue } from "./lists/queue.tsx";
import { TourDone } from "./card/tour.tsx";
import { useShown } from "./use-shown.ts";
import { approvalsScreen as labels } from "../../labels/approvals.ts";

/** What waits now, and above it the way to what was missed before. */
export function ApprovalsScreen() {
  const waiting = useLive("listApprovals").data?.length ?? 0;
  const observing = useLive("getStatus").data?.mode === "observe";
  const { missed, count } = useMissed();
  const [open, setOpen] = useState(false);
  if (missed !== undefined && count > 0 && open) return <MissedList missed={missed} onBack={() => setOpen(false)} />;
  return (
    <div className="flex h-full flex-col">
      {count > 0 && (waiting > 0 || observing) ? (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="flex h-9 shrink-0 items-center gap-2 border-b border-line px-5 text-left text-xs text-quiet hover:bg-hover hover:text-ink"
        >
          <Clock size={13} aria-hidden />
          {labels.missed(wholeNumber(count))}
        </button>
      ) : null}
      <div className="min-h-0 flex-1">
        <WaitingRequests />
      </div>
    </div>
  );
}

/** With nothing that waits: what was missed, if anything was. */
function NothingWaits() {
  const observing = useLive("getStatus").data?.mode === "observe";
  const { missed, count } = useMissed();
  if (observing) return <ObservedList />;
  if (missed !== undefined && count > 0) return <MissedList missed={missed} />;
  return (
    <div className="flex h-full flex-col overflow-y-auto">
      <div className="min-h-40 flex-1">
        <Empty title={labels.emptyTitle}>{labels.emptyExplained}</Empty>
      </div>
      <RecentlyDenied />
    </div>
  );
}

function WaitingRequests() {
  const approvals = useLive("listApprovals").data;
  const selectedId = useUi((state) => state.approvalId);
  const toured = useUi((state) => state.toured);
  const rows = useMemo(() => queueRows(queueGroups(approvals ?? [])), [approvals]);
  const order = useMemo(() => rows.flatMap((row) => (row.kind === "request" ? [row.key] : [])), [rows]);
  const setLeft = useSelection(order, selectedId);
  const [batch, setBatch] = useState<readonly HeldApproval[]>();
  const endBatch = useCallback(() => setBatch(undefined), []);
  const select = useCallback(
    (approvalId: string): void => {
      setBatch(undefined);
      setLeft(false);
      selectApproval(approvalId);
    },
    [setLeft],
  );
  const leave = useCallback((): void => {
    setLeft(true);
    selectApproval(undefined);
  }, [setLeft]);
  useQueueKeys(order, selectedId, select);
  const shownId = useShown(selectedId);
  if (approvals === undefined) return null;

  const selected = approvals.find((each) => each.approvalId === shownId);
  if (approvals.length === 0 && batch === undefined) {
    if (toured) return <TourDone />;
    return <NothingWaits />;
  }
  return (
    <div className="grid h-full grid-cols-[18rem_minmax(0,1fr)] max-[639px]:grid-cols-[minmax(0,1fr)] max-[639px]:grid-rows-[minmax(0,8.5rem)_minmax(0,1fr)] min-[1280px]:grid-cols-[21rem_minmax(0,1fr)]">
      <Queue
        rows={rows}
        selectedId={batch === undefined ? selectedId : undefined}
        onSelect={select}
        onBatch={setBatch}
      />
      {batch !== undefined ? (
        <Batch approvals={batch} onLeave={endBatch} />
      ) : selected === undefined ? (
        <Empty title={labels.waiting(approvals.length)}>{labels.pressJ}</Empty>
      ) : (
        <Card
          // Another request, or the same one changed: the card starts from the beginning.
          key={`${selected.approvalId} ${selected.digest}`}
          approval={selected}
          onLeave={leave}
        />
      )}
    </div>
  );
}

/** Keeps something selected, unless the user has left on purpose. */
function useSelection(order: readonly string[], selectedId: string | undefined): (left: boolean) => void {
  const [left, setLeft] = useState(false);
  const before = useRef(order);
  useEffect(() => {
    const present = selectedId !== undefined && order.includes(selectedId);
    if (!present && !left) {
      selectApproval(
        selectedId === undefined ? order[0] : (neighbourOf(before.current, order, selectedId) ?? order[0]),
      );
    }
    before.current = order;
  }, [order, selectedId, left]);
  return setLeft;
}

function useQueueKeys(order: readonly string[], selectedId: string | undefined, select: (id: string) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (isTyping(event)) return;
      const step = { j: 1, k: -1 }[event.key.toLowerCase()];
      if (step === undefined) return;
      const place = selectedId === undefined ? (step === 1 ? -1 : order.length) : order.indexOf(selectedId);
      const next = order[Math.min(Math.max(place + step, 0), order.length - 1)];
      if (next !== undefined) select(next);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });
}
