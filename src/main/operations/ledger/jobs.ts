// Verifications and exports: one of each at a time, with progress, an end that is recorded, and a way to stop them.
import type { LedgerJob, Verification } from "../../../shared/contract/activity.ts";
import type { NewEntry } from "../../../shared/domain/audit.ts";
import { isJsonObject } from "../../../shared/lib/json.ts";
import type { ExportFormat } from "../../../shared/contract/ledger-export.ts";
import type { LedgerFilter } from "../../../shared/contract/ledger-search.ts";
import type { OperationPorts } from "../ports.ts";

export interface ExportTarget {
  readonly format: ExportFormat;
  readonly filter: LedgerFilter;
  readonly file: string;
}

export interface LedgerJobs {
  readonly list: () => readonly LedgerJob[];
  /** A verification that is running already is the answer to a second wish for one; likewise an export. */
  readonly verify: (actor: string) => LedgerJob;
  readonly export: (target: ExportTarget, actor: string) => LedgerJob;
  readonly cancel: (jobId: string) => LedgerJob | undefined;
  readonly lastVerification: () => Promise<Verification | undefined>;
}

/** Fast enough for a bar that moves, slow enough for a window that is busy. */
const tellEveryMs = 150;

interface Running {
  job: LedgerJob;
  readonly controller: AbortController;
}

/** What they need of all the ports. */
export interface LedgerPorts extends Pick<OperationPorts, "clock" | "identifiers" | "ledger" | "activity"> {
  readonly events: Pick<OperationPorts["events"], "publish">;
}

export function createLedgerJobs(ports: LedgerPorts): LedgerJobs {
  const { clock, identifiers, events, ledger } = ports;
  const { reading, work } = ports.activity;
  const jobs = new Map<LedgerJob["kind"], Running>();
  let verification: Verification | undefined;

  function publish(running: Running, change: Partial<LedgerJob>, verified?: Verification): void {
    running.job = { ...running.job, ...change };
    const more = verified === undefined ? {} : { verification: verified };
    events.publish({ type: "ledger_job", at: clock.now(), job: running.job, ...more });
  }

  function begin(
    given: Pick<LedgerJob, "kind" | "format" | "file">,
    perform: (running: Running, progress: (done: number, total: number) => void) => Promise<void>,
  ): LedgerJob {
    const before = jobs.get(given.kind);
    if (before?.job.state === "running") return before.job;
    const job: LedgerJob = {
      jobId: identifiers.next(),
      state: "running",
      startedAt: clock.now(),
      done: 0,
      total: 0,
      ...given,
    };
    const running: Running = { job, controller: new AbortController() };
    jobs.set(given.kind, running);
    events.publish({ type: "ledger_job", at: clock.now(), job });
    let told = 0;
    const progress = (done: number, total: number): void => {
      // Kept, but said only now and then.
      running.job = { ...running.job, done, total };
      if (running.job.state !== "running" || clock.now() - told < tellEveryMs) return;
      told = clock.now();
      publish(running, {});
    };
    perform(running, progress).catch((error: unknown) => {
      if (running.controller.signal.aborted)
        publish(running, { state: "cancelled", message: stoppedSentence(running.job) });
      else publish(running, { state: "failed", message: error instanceof Error ? error.message : String(error) });
    });
    return job;
  }

  /** That it was done belongs into the ledger; that it could not be recorded does not undo it. */
  async function record(entry: Omit<NewEntry, "at" | "kind">): Promise<void> {
    await ledger.append([{ kind: "lifecycle", at: clock.now(), ...entry }]).catch(() => undefined);
  }

  return {
    list: () => [...jobs.values()].map(({ job }) => job),
    verify: (actor) =>
      begin({ kind: "verify" }, async (running, progress) => {
        const report = await work.verify(progress, running.controller.signal);
        verification = { ...report, at: clock.now(), by: actor };
        const message = report.sound ? "The ledger is sound." : (report.problem ?? "The ledger was altered.");
        publish(running, { state: "done", done: report.entries, total: report.entries, message }, verification);
        await record({
          summary: `Ledger verified by ${actor}: ${report.sound ? "sound" : message} (${report.entries} entries)`,
          body: { event: "verification", ...verification },
        });
      }),
    export: (target, actor) => {
      const { format, file } = target;
      return begin({ kind: "export", format, file }, async (running, progress) => {
        const entries = await work.export(target, progress, running.controller.signal);
        publish(running, { state: "done", done: entries, total: entries, message: `Written to ${file}` });
        await record({
          summary: `Ledger exported by ${actor}: ${entries} entries as ${format} to ${file}`,
          body: { event: "export", actor, format, file, entries },
        });
      });
    },
    cancel(jobId) {
      const running = [...jobs.values()].find(({ job }) => job.jobId === jobId && job.state === "running");
      running?.controller.abort();
      return running?.job;
    },
    async lastVerification() {
      verification ??= await recorded(reading).catch(() => undefined);
      return verification;
    },
  };
}

function stoppedSentence({ kind, file }: LedgerJob): string {
  return kind === "export"
    ? `Stopped. Nothing was written to ${file}.`
    : "Stopped before the end: this says nothing about the ledger, sound or not.";
}

/** What the ledger itself says about the last time it was verified. */
async function recorded(reading: OperationPorts["activity"]["reading"]): Promise<Verification | undefined> {
  const filter = { kinds: ["lifecycle"], text: '"ledger verified by"' } as const;
  const { head } = await reading.measure({ filter: { ...filter, kinds: [...filter.kinds] } });
  const [row] = await reading.rows({ filter: { ...filter, kinds: [...filter.kinds] }, head, limit: 1 });
  const body = row === undefined ? undefined : (await reading.entry(row.sequence))?.body;
  return isVerification(body) ? body : undefined;
}

function isVerification(value: unknown): value is Verification {
  return (
    isJsonObject(value) &&
    typeof value["at"] === "number" &&
    typeof value["by"] === "string" &&
    typeof value["sound"] === "boolean" &&
    typeof value["entries"] === "number" &&
    typeof value["last"] === "number" &&
    Array.isArray(value["notes"])
  );
}
