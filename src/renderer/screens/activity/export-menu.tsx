// Takes the ledger elsewhere: which format, and how much of it.
import { Download, LoaderCircle } from "lucide-react";
import { useState } from "react";
import type { LedgerState } from "../../../shared/contract/activity.ts";
import type { ExportFormat } from "../../../shared/contract/ledger-export.ts";
import { Button } from "../../components/button.tsx";
import { menuLine, Popover } from "../../components/popover.tsx";
import { Segmented } from "../../components/segmented.tsx";
import { useChange } from "../../state/queries.ts";
import { type ActivityFilter, filterKey, resolveFilter } from "../../lib/activity-filter.ts";
import { share } from "../../labels/format.ts";
import { JobLine } from "./job-line.tsx";
import { exportMenu as labels } from "../../labels/activity.ts";

const formats: readonly { readonly format: ExportFormat; readonly title: string; readonly why: string }[] = [
  { format: "jsonl", title: labels.jsonLines, why: labels.jsonLinesUse },
  { format: "csv", title: labels.csv, why: labels.csvUse },
  { format: "ocsf", title: labels.ocsf, why: labels.ocsfUse },
];

export function ExportMenu({ ledger, filter }: { ledger: LedgerState | undefined; filter: ActivityFilter }) {
  const start = useChange("exportLedger");
  const [extent, setExtent] = useState<"shown" | "all">("all");
  const job = ledger?.jobs.find((each) => each.kind === "export");
  const running = job?.state === "running" ? job : undefined;
  const filtered = filterKey(filter) !== "[]";
  const run = (format: ExportFormat): void =>
    start.mutate({ format, ...(extent === "shown" && filtered ? { filter: resolveFilter(filter, Date.now()) } : {}) });
  return (
    <Popover
      label={labels.export}
      align="end"
      wide
      button={
        <Button className="w-24">
          {running === undefined ? (
            <>
              <Download size={13} aria-hidden />
              {labels.export}
            </>
          ) : (
            <>
              <LoaderCircle size={13} aria-hidden className="animate-spin text-faint" />
              {running.total === 0 ? "…" : share(running.done / running.total)}
            </>
          )}
        </Button>
      }
    >
      <div className="px-1 pt-1 pb-2">
        <Segmented
          label={labels.howMuch}
          value={filtered ? extent : "all"}
          segments={[
            { value: "all", label: labels.wholeLedger },
            {
              value: "shown",
              label: labels.filtered,
              problem: filtered ? undefined : labels.noFilters,
            },
          ]}
          onChange={setExtent}
        />
      </div>
      <ul>
        {formats.map(({ format, title, why }) => (
          <li key={format}>
            <button
              type="button"
              disabled={running !== undefined || start.isPending}
              onClick={() => run(format)}
              className={menuLine}
            >
              <span className="w-20 shrink-0 font-medium">{title}</span>
              <span className="truncate text-xs text-faint">{why}</span>
            </button>
          </li>
        ))}
      </ul>
      {job === undefined ? null : (
        <div className="mt-1.5 border-t border-line px-2 pt-2 pb-1">
          <JobLine job={job} />
        </div>
      )}
    </Popover>
  );
}
