// The line at the top that says whether everything is all right.
import { CircleCheck, Eye, Hand, OctagonX, TriangleAlert } from "lucide-react";
import type { HeldApproval } from "../../../shared/domain/approval.ts";
import type { ConsoleStatus } from "../../../shared/contract/contract.ts";
import type { AgentSummary } from "../../../shared/domain/telemetry.ts";
import { Button } from "../../components/button.tsx";
import { Segmented } from "../../components/segmented.tsx";
import { rangeNames } from "../../lib/activity-filter.ts";
import { filters } from "../../labels/activity.ts";
import { wholeNumber } from "../../labels/format.ts";
import { setRange, show, useUi } from "../../state/ui-store.ts";
import { summaryOf } from "./summary-of.ts";
import { summary as labels } from "../../labels/overview.ts";

const looks = {
  well: { icon: CircleCheck, ink: "text-risk-low" },
  ill: { icon: TriangleAlert, ink: "text-warning" },
  asks: { icon: Hand, ink: "text-held" },
  observes: { icon: Eye, ink: "text-warning" },
  stopped: { icon: OctagonX, ink: "text-danger" },
} as const;

export interface SummaryProps {
  readonly status: ConsoleStatus;
  readonly approvals: readonly HeldApproval[];
  readonly agents: readonly AgentSummary[];
}

export function Summary({ status, approvals, agents }: SummaryProps) {
  const { tone, title, detail } = summaryOf(status, approvals, agents);
  const { icon: Icon, ink } = looks[tone];
  const range = useUi((state) => state.range);
  return (
    <section aria-label={labels.state} className="flex shrink-0 flex-wrap items-center gap-3 px-5 pt-4 pb-3.5">
      <Icon size={22} aria-hidden className={`shrink-0 ${ink}`} />
      <div className="min-w-56 flex-1">
        <p className="text-lg font-semibold tracking-tight">{title}</p>
        <p className="truncate text-xs text-quiet">{detail}</p>
      </div>
      <Segmented
        label={labels.timeSpan}
        value={range}
        segments={rangeNames.map((name) => ({ value: name, label: name, spoken: filters.ranges[name] }))}
        onChange={setRange}
      />
      {approvals.length > 0 ? (
        <Button look="primary" onClick={() => show("approvals")}>
          {labels.review(wholeNumber(approvals.length))}
        </Button>
      ) : null}
    </section>
  );
}
