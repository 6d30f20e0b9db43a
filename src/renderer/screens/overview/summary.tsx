// The one line that says whether everything is all right.
import { CircleCheck, Eye, Hand, OctagonX, TriangleAlert } from "lucide-react";
import type { HeldApproval } from "../../../shared/approval.ts";
import type { ConsoleStatus } from "../../../shared/contract.ts";
import type { AgentSummary } from "../../../shared/telemetry.ts";
import { Button } from "../../components/button.tsx";
import { Segmented } from "../../components/segmented.tsx";
import { rangeNames, rangeWords } from "../../text/activity-filter.ts";
import { wholeNumber } from "../../text/format.ts";
import { setRange, show, useUi } from "../../ui-store.ts";
import { glanceOf } from "../../text/glance.ts";

const looks = {
  well: { icon: CircleCheck, ink: "text-risk-low" },
  ill: { icon: TriangleAlert, ink: "text-warning" },
  asks: { icon: Hand, ink: "text-held" },
  observes: { icon: Eye, ink: "text-warning" },
  stopped: { icon: OctagonX, ink: "text-danger" },
} as const;

export interface GlanceProps {
  readonly status: ConsoleStatus;
  readonly approvals: readonly HeldApproval[];
  readonly agents: readonly AgentSummary[];
}

export function Glance({ status, approvals, agents }: GlanceProps) {
  const { tone, title, detail } = glanceOf(status, approvals, agents);
  const { icon: Icon, ink } = looks[tone];
  const range = useUi((state) => state.range);
  return (
    <section aria-label="State" className="flex shrink-0 flex-wrap items-center gap-3 px-5 pt-4 pb-3.5">
      <Icon size={22} aria-hidden className={`shrink-0 ${ink}`} />
      <div className="min-w-56 flex-1">
        <p className="text-lg font-semibold tracking-tight">{title}</p>
        <p className="truncate text-xs text-quiet">{detail}</p>
      </div>
      <Segmented
        label="Time of the figures"
        value={range}
        segments={rangeNames.map((name) => ({ value: name, label: name, spoken: rangeWords[name] }))}
        onChange={setRange}
      />
      {approvals.length > 0 ? (
        <Button look="primary" onClick={() => show("approvals")}>
          Review {wholeNumber(approvals.length)}
        </Button>
      ) : null}
    </section>
  );
}
