// Long work on the ledger: how far it has come and the way to stop it, or how it ended.
import type { LedgerJob } from "../../../shared/contract/activity.ts";
import { Button } from "../../components/button.tsx";
import { useChange } from "../../state/queries.ts";
import { wholeNumber } from "../../labels/format.ts";
import { jobLine as labels } from "../../labels/activity.ts";

const names: Readonly<Record<LedgerJob["kind"], string>> = { export: labels.export, verify: labels.verification };

export function JobLine({ job }: { job: LedgerJob }) {
  const cancel = useChange("cancelLedgerJob");
  if (job.state !== "running") {
    return (
      <output
        className={`selectable block text-xs break-words ${job.state === "failed" ? "text-danger" : "text-quiet"}`}
      >
        {job.state === "done" ? labels.doneEntries(job.done) : ""}
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
        {job.total === 0 ? "" : labels.of(wholeNumber(job.total))}
      </span>
      <Button onClick={() => cancel.mutate({ jobId: job.jobId })} disabled={cancel.isPending}>
        {labels.stop}
      </Button>
    </div>
  );
}
