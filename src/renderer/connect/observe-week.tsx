// A week of observe mode: offered at the start, and ended by a review that turns what was seen into rules.
import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { minute } from "../../shared/lib/clock.ts";
import { Button } from "../components/button.tsx";
import { useModeSwitch } from "../components/mode-switch.tsx";
import { useNow } from "../components/use-now.ts";
import { observeWeek as labels } from "../labels/connect.ts";
import { call } from "../state/bridge.ts";
import { isComplete, useChecklistStore } from "../state/checklist.ts";
import { useLive } from "../state/queries.ts";
import { show } from "../state/ui-store.ts";
import { dayOfWeek, isWeekOver } from "./week.ts";

/** Offered as long as somebody gets started; afterwards observe mode is in the header and in the settings. */
export function ObserveWeek() {
  const status = useLive("getStatus").data;
  const { done, open, looked } = useChecklistStore();
  if (status === undefined) return null;
  const { observing } = status;
  if (observing !== undefined) return <Week since={observing.since} />;
  return looked && (open || !isComplete(done)) ? <Offer /> : null;
}

function Offer() {
  const { ask, busy, dialog } = useModeSwitch();
  return (
    <Row title={labels.offer} about={labels.offerExplained}>
      <Button disabled={busy} onClick={ask}>
        {labels.start}
      </Button>
      {dialog}
    </Row>
  );
}

function Week({ since }: { since: number }) {
  const now = useNow();
  const observed = useQuery({
    queryKey: ["listObserved"],
    queryFn: () => call("listObserved", {}),
    refetchInterval: minute,
  }).data;
  const questions = observed?.filter(({ outcome }) => outcome === "would_ask").length;
  const over = isWeekOver(since, now);
  return (
    <Row
      title={over ? labels.over : labels.day(dayOfWeek(since, now))}
      about={questions === undefined ? "" : over ? labels.reviewNow(questions) : labels.soFar(questions)}
    >
      <Button look={over ? "primary" : "plain"} onClick={() => show("approvals")}>
        {over ? labels.review : labels.look}
      </Button>
    </Row>
  );
}

interface RowProps {
  readonly title: string;
  readonly about: string;
  readonly children: React.ReactNode;
}

function Row({ title, about, children }: RowProps) {
  return (
    <section
      aria-label={labels.name}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-6 py-2.5"
    >
      <Eye size={15} aria-hidden className="shrink-0 text-quiet" />
      <p className="min-w-60 flex-1">
        <strong className="font-semibold">{title}</strong> <span className="text-quiet">{about}</span>
      </p>
      {children}
    </section>
  );
}
