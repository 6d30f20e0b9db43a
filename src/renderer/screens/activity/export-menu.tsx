// Takes the ledger elsewhere: which format, and how much of it.
import { Download, LoaderCircle } from "lucide-react";
import { useState } from "react";
import type { LedgerState } from "../../../shared/activity.ts";
import type { ExportFormat } from "../../../shared/ledger-export.ts";
import { Button } from "../../components/button.tsx";
import { menuLine, Popover } from "../../components/popover.tsx";
import { Segmented } from "../../components/segmented.tsx";
import { useChange } from "../../queries.ts";
import { type ActivityFilter, filterKey, resolveFilter } from "../../text/activity-filter.ts";
import { share } from "../../text/format.ts";
import { JobLine } from "./job-line.tsx";

const formats: readonly { readonly format: ExportFormat; readonly title: string; readonly why: string }[] = [
  { format: "jsonl", title: "JSON lines", why: "loses nothing, can be verified anywhere" },
  { format: "csv", title: "CSV", why: "for spreadsheets" },
  { format: "ocsf", title: "OCSF", why: "for security tools" },
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
      label="Export"
      align="end"
      wide
      button={
        <Button className="w-24">
          {running === undefined ? (
            <>
              <Download size={13} aria-hidden />
              Export
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
          label="How much"
          value={filtered ? extent : "all"}
          segments={[
            { value: "all", label: "The whole ledger" },
            { value: "shown", label: "What the filters show", problem: filtered ? undefined : "There are no filters" },
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
