// Whether the ledger is what was recorded: the last verification, and the button that asks again.
import { LoaderCircle, ShieldAlert, ShieldCheck, ShieldQuestion } from "lucide-react";
import type { ReactNode } from "react";
import type { LedgerState, Verification } from "../../../shared/activity.ts";
import { Button } from "../../components/button.tsx";
import { Popover } from "../../components/popover.tsx";
import { Ago } from "../../components/time.tsx";
import { useChange } from "../../queries.ts";
import { byteSize, counted, elapsed, fullTime, share, wholeNumber } from "../../text/format.ts";
import { JobLine } from "./job-line.tsx";

export function Integrity({ ledger }: { ledger: LedgerState | undefined }) {
  const verify = useChange("verifyLedger");
  const job = ledger?.jobs.find((each) => each.kind === "verify");
  const running = job?.state === "running" ? job : undefined;
  const verification = ledger?.verification;
  return (
    <Popover
      label="Integrity"
      align="end"
      wide
      button={
        <Button className="w-40">
          {running === undefined ? (
            <Badge verification={verification} />
          ) : (
            <>
              <LoaderCircle size={13} aria-hidden className="animate-spin text-faint" />
              Verifying {running.total === 0 ? "" : share(running.done / running.total)}
            </>
          )}
        </Button>
      }
    >
      <div className="p-2">
        <Sentence verification={verification} />
        {ledger === undefined ? null : <Facts ledger={ledger} />}
        {job === undefined || job.state === "done" ? null : (
          <div className="mt-3">
            <JobLine job={job} />
          </div>
        )}
        {running === undefined ? (
          <div className="mt-3 flex justify-end">
            <Button onClick={() => verify.mutate({})} disabled={verify.isPending}>
              Verify now
            </Button>
          </div>
        ) : null}
      </div>
    </Popover>
  );
}

function Badge({ verification }: { verification: Verification | undefined }) {
  if (verification === undefined) {
    return (
      <>
        <ShieldQuestion size={13} aria-hidden className="text-faint" />
        Not verified yet
      </>
    );
  }
  const Icon = verification.sound ? ShieldCheck : ShieldAlert;
  return (
    <span className={`flex items-center gap-1.5 ${verification.sound ? "" : "text-danger"}`}>
      <Icon size={13} aria-hidden className={verification.sound ? "text-risk-low" : ""} />
      {verification.sound ? "Sound" : "Altered"}
      <span className="font-normal text-faint">
        <Ago at={verification.at} />
      </span>
    </span>
  );
}

function Sentence({ verification }: { verification: Verification | undefined }) {
  if (verification === undefined) {
    return (
      <p className="text-xs text-quiet">
        Every entry is chained to the one before it, sealed, and signed in groups. Verifying reads all of them again.
      </p>
    );
  }
  return (
    <>
      <p className={`font-medium ${verification.sound ? "" : "text-danger"}`}>
        {verification.sound ? "The ledger is what was recorded." : (verification.problem ?? "The ledger was altered.")}
      </p>
      <p className="mt-0.5 text-xs text-quiet">
        {counted(verification.entries, "entry", "entries")} checked by {verification.by} on {fullTime(verification.at)},
        in {elapsed(verification.milliseconds)}.
      </p>
      {verification.notes.map((note) => (
        <p key={note} className="mt-1.5 text-xs text-faint">
          {note}
        </p>
      ))}
    </>
  );
}

function Facts({ ledger: { stats } }: { ledger: LedgerState }) {
  return (
    <dl className="mt-3 grid grid-cols-[6rem_1fr] gap-y-0.5 text-xs">
      <Fact term="Entries">{wholeNumber(stats.entries)}</Fact>
      {stats.first === undefined ? null : <Fact term="Since">{fullTime(stats.first.at)}</Fact>}
      {stats.lastCheckpoint === undefined ? null : (
        <Fact term="Signed up to">
          {wholeNumber(stats.lastCheckpoint.size)}, <Ago at={stats.lastCheckpoint.at} />
        </Fact>
      )}
      {stats.removed === 0 ? null : <Fact term="Archived">{counted(stats.removed, "entry", "entries")}</Fact>}
      <Fact term="On disk">{byteSize(stats.bytes.ledger + stats.bytes.index + stats.bytes.archives)}</Fact>
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-faint">{term}</dt>
      <dd>{children}</dd>
    </>
  );
}
