// Whether the ledger is what was recorded: the last verification, and the button that asks again.
import { LoaderCircle, ShieldAlert, ShieldCheck, ShieldQuestion } from "lucide-react";
import type { ReactNode } from "react";
import type { LedgerState, Verification } from "../../../shared/contract/activity.ts";
import { Button } from "../../components/button.tsx";
import { Popover } from "../../components/popover.tsx";
import { Ago } from "../../components/time.tsx";
import { useChange } from "../../state/queries.ts";
import { byteSize, elapsed, fullTime, share, wholeNumber } from "../../labels/format.ts";
import { JobLine } from "./job-line.tsx";
import { integrity as labels } from "../../labels/activity.ts";

export function Integrity({ ledger }: { ledger: LedgerState | undefined }) {
  const verify = useChange("verifyLedger");
  const job = ledger?.jobs.find((each) => each.kind === "verify");
  const running = job?.state === "running" ? job : undefined;
  const verification = ledger?.verification;
  return (
    <Popover
      label={labels.integrity}
      align="end"
      wide
      button={
        <Button className="w-40">
          {running === undefined ? (
            <Badge verification={verification} />
          ) : (
            <>
              <LoaderCircle size={13} aria-hidden className="animate-spin text-faint" />
              {labels.verifying(running.total === 0 ? "" : share(running.done / running.total))}
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
              {labels.verifyNow}
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
        {labels.notVerifiedYet}
      </>
    );
  }
  const Icon = verification.sound ? ShieldCheck : ShieldAlert;
  return (
    <span className={`flex items-center gap-1.5 ${verification.sound ? "" : "text-danger"}`}>
      <Icon size={13} aria-hidden className={verification.sound ? "text-risk-low" : ""} />
      {verification.sound ? labels.sound : labels.altered}
      <span className="font-normal text-faint">
        <Ago at={verification.at} />
      </span>
    </span>
  );
}

function Sentence({ verification }: { verification: Verification | undefined }) {
  if (verification === undefined) {
    return <p className="text-xs text-quiet">{labels.explained}</p>;
  }
  return (
    <>
      <p className={`font-medium ${verification.sound ? "" : "text-danger"}`}>
        {verification.sound ? labels.isSound : (verification.problem ?? labels.wasAltered)}
      </p>
      <p className="mt-0.5 text-xs text-quiet">
        {labels.checked(
          verification.entries,
          verification.by,
          fullTime(verification.at),
          elapsed(verification.milliseconds),
        )}
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
      <Fact term={labels.entries}>{wholeNumber(stats.entries)}</Fact>
      {stats.first === undefined ? null : <Fact term={labels.since}>{fullTime(stats.first.at)}</Fact>}
      {stats.lastCheckpoint === undefined ? null : (
        <Fact term={labels.signedUpTo}>
          {wholeNumber(stats.lastCheckpoint.size)}, <Ago at={stats.lastCheckpoint.at} />
        </Fact>
      )}
      {stats.removed === 0 ? null : <Fact term={labels.archived}>{labels.entryCount(stats.removed)}</Fact>}
      <Fact term={labels.onDisk}>{byteSize(stats.bytes.ledger + stats.bytes.index + stats.bytes.archives)}</Fact>
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
