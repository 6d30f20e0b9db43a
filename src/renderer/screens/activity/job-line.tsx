// Long work on the ledger: how far it has come and the way to stop it, or how it ended.
import type { LedgerJob } from "../../../shared/activity.ts";
import { Button } from "../../components/button.tsx";
import { useChange } from "../../queries.ts";
import { counted, wholeNumber } from "../../text/format.ts";

const names: Readonly<Record<LedgerJob["kind"], string>> = { export: "Export", verify: "Verification" };

export function JobLine({ job }: { job: LedgerJob }) {
  const cancel = useChange("cancelLedgerJob");
  if (job.state !== "running") {
    return (
      <output
        className={`selectable block text-xs break-words ${job.state === "failed" ? "text-danger" : "text-quiet"}`}
      >
        {job.state === "done" ? `${counted(job.done, "entry", "entries")}. ` : ""}
        {job.message}
      </output>
    );
  }
  return (
    <div className="flex items-center gap-2">
      <progress
        aria-label={names[job.kind]}
        max={Math.max(1, job.total)}
        value={job.done}
        className="h-1.5 min-w-0 flex-1 accent-accent"
      />
      <span className="text-xs text-faint tabular-nums">
        {wholeNumber(job.done)}
        {job.total === 0 ? "" : ` of ${wholeNumber(job.total)}`}
      </span>
      <Button onClick={() => cancel.mutate({ jobId: job.jobId })} disabled={cancel.isPending}>
        Stop
      </Button>
    </div>
  );
}
