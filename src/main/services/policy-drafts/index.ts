// Drafts of a policy, off the answering thread: checks share one thread, each run over the past has its own.
import type { PolicyCheck, WhatIfState } from "../../../shared/contract/policy-api.ts";
import { createWorkerClient } from "../../workers/worker-client.ts";
import { startWorkerJob, type WorkerJob } from "../../workers/worker-job.ts";
import { type DraftData, draftProtocol, type DraftRun } from "./messages.ts";

export interface PolicyDrafts {
  readonly check: (text: string) => Promise<PolicyCheck>;
  /** Starts a run and ends the one before: one at a time is what a person can look at. */
  readonly start: (runId: string, run: DraftRun) => void;
  readonly state: (runId: string) => WhatIfState | undefined;
  readonly cancel: (runId: string) => WhatIfState | undefined;
  readonly close: () => Promise<void>;
}

interface Run {
  readonly runId: string;
  readonly job: WorkerJob<unknown>;
  state: WhatIfState;
}

export function createPolicyDrafts(data: DraftData): PolicyDrafts {
  // An editor that was left open must not keep the process alive.
  const thread = { protocol: draftProtocol, data: () => data, keepsProcessAlive: false };
  const checker = createWorkerClient({
    ...thread,
    closeWithinMs: 0,
    describeEnd: (error) => error?.message ?? "The check was stopped.",
  });
  let current: Run | undefined;

  function start(runId: string, run: DraftRun): void {
    stop();
    const becomes = (state: WhatIfState): void => {
      if (started.state.status === "running") started.state = state;
    };
    const describeEnd = (error?: Error): string => error?.message ?? "The run was stopped before it was done.";
    const onProgress = ({ done, total }: { readonly done: number; readonly total: number }): void =>
      becomes({ status: "running", done, total });
    const job = startWorkerJob({ ...thread, describeEnd }, "whatIf", run, { onProgress });
    const started: Run = { runId, job, state: { status: "running", done: 0, total: 0 } };
    current = started;
    job.answer.then(
      (report) => becomes({ status: "done", report }),
      (error: unknown) =>
        becomes({ status: "failed", message: error instanceof Error ? error.message : String(error) }),
    );
  }

  function stop(): void {
    if (current?.state.status !== "running") return;
    current.state = { status: "cancelled" };
    current.job.stop();
  }

  const state = (runId: string): WhatIfState | undefined => (current?.runId === runId ? current.state : undefined);

  return {
    check: (text) => checker.ask("check", text),
    start,
    state,
    cancel(runId) {
      if (current?.runId === runId) stop();
      return state(runId);
    },
    async close() {
      stop();
      await Promise.all([checker.close(), current?.job.ended]);
    },
  };
}
