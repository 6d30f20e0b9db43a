// The requests that wait for a human: the queue, and the card of the one that is looked at.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { HeldApproval } from "../../../shared/approval.ts";
import { Empty } from "../../components/empty.tsx";
import { useLive } from "../../queries.ts";
import { neighbourOf, queueGroups, queueRows } from "../../text/queue-order.ts";
import { selectApproval, useUi } from "../../ui-store.ts";
import { Batch } from "./batch.tsx";
import { Card } from "./card.tsx";
import { isTyping } from "./keys.ts";
import { ObservedList } from "./observed-list.tsx";
import { RecentlyDenied } from "./recently-denied.tsx";
import { Queue } from "./queue.tsx";
import { TourDone } from "./tour.tsx";
import { useShown } from "./use-shown.ts";

export function ApprovalsScreen() {
  const approvals = useLive("listApprovals").data;
  const selectedId = useUi((state) => state.approvalId);
  const toured = useUi((state) => state.toured);
  const observing = useLive("getStatus").data?.mode === "observe";
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
    return observing ? (
      <ObservedList />
    ) : (
      <div className="flex h-full flex-col overflow-y-auto">
        <div className="min-h-40 flex-1">
          <Empty title="Nothing waits for you">
            Low risk passes by itself and high risk is denied. What lies between, or what a rule asks you about, appears
            here.
          </Empty>
        </div>
        <RecentlyDenied />
      </div>
    );
  }
  return (
    <div className="grid h-full grid-cols-[18rem_minmax(0,1fr)] min-[1280px]:grid-cols-[21rem_minmax(0,1fr)]">
      <Queue
        rows={rows}
        selectedId={batch === undefined ? selectedId : undefined}
        onSelect={select}
        onBatch={setBatch}
      />
      {batch !== undefined ? (
        <Batch approvals={batch} onLeave={endBatch} />
      ) : selected === undefined ? (
        <Empty title={`${approvals.length} waiting`}>Press J to look at the first one.</Empty>
      ) : (
        <Card
          // Another request, or the same one changed: everything about the card starts afresh.
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
