// Drafts of a policy, handled on threads of their own: checks on one that stays, each run over the past on one that ends with it.
import { Worker } from "node:worker_threads";
import type { PolicyCheck, WhatIfState } from "../shared/policy-desk.ts";
import type { DraftData, DraftRun, FromDrafts, ToDrafts } from "./draft-messages.ts";

export interface DraftOptions extends Omit<DraftData, "run"> {
  /** Where the thread starts: the source beside this file, unless the program is bundled. */
  readonly workerUrl?: URL | undefined;
}

export interface Drafts {
  readonly check: (text: string) => Promise<PolicyCheck>;
  /** Starts a run and ends the one before: one at a time is what a person can look at. */
  readonly start: (runId: string, run: DraftRun) => void;
  readonly state: (runId: string) => WhatIfState | undefined;
  readonly cancel: (runId: string) => WhatIfState | undefined;
  readonly close: () => Promise<void>;
}

interface Run {
  readonly runId: string;
  readonly worker: Worker;
  state: WhatIfState;
}

export function createDrafts({ workerUrl, ...place }: DraftOptions): Drafts {
  const url = workerUrl ?? new URL("./draft-worker.ts", import.meta.url);
  const waiting = new Map<number, { resolve: (check: PolicyCheck) => void; reject: (error: Error) => void }>();
  let checker: Worker | undefined;
  let lastId = 0;
  let current: Run | undefined;

  function startChecker(): Worker {
    const data: DraftData = place;
    const started = new Worker(url, { workerData: data });
    // An editor that was left open must not keep the program alive.
    started.unref();
    started.on("message", (message: FromDrafts) => {
      if (message.type !== "checked") return;
      waiting.get(message.id)?.resolve(message.check);
      waiting.delete(message.id);
    });
    const ended = (error?: Error): void => {
      if (checker === started) checker = undefined;
      for (const { reject } of waiting.values()) reject(error ?? new Error("The check was stopped."));
      waiting.clear();
    };
    started.on("error", ended);
    started.on("exit", () => ended());
    return started;
  }

  function check(text: string): Promise<PolicyCheck> {
    checker ??= startChecker();
    lastId += 1;
    const message: ToDrafts = { id: lastId, text };
    const answer = new Promise<PolicyCheck>((resolve, reject) => void waiting.set(message.id, { resolve, reject }));
    checker.postMessage(message, []);
    return answer;
  }

  function start(runId: string, run: DraftRun): void {
    stop();
    const data: DraftData = { ...place, run };
    const worker = new Worker(url, { workerData: data });
    worker.unref();
    const started: Run = { runId, worker, state: { status: "running", done: 0, total: 0 } };
    current = started;
    const becomes = (state: WhatIfState): void => {
      if (started.state.status === "running") started.state = state;
    };
    worker.on("message", (message: FromDrafts) => {
      if (message.type === "progress") becomes({ status: "running", done: message.done, total: message.total });
      if (message.type === "report") becomes({ status: "done", report: message.report });
      if (message.type === "failed") becomes({ status: "failed", message: message.message });
    });
    worker.on("error", (error) => becomes({ status: "failed", message: error.message }));
    worker.on("exit", () => becomes({ status: "failed", message: "The run was stopped before it was done." }));
  }

  function stop(): void {
    if (current?.state.status !== "running") return;
    current.state = { status: "cancelled" };
    void current.worker.terminate();
  }

  const state = (runId: string): WhatIfState | undefined => (current?.runId === runId ? current.state : undefined);

  return {
    check,
    start,
    state,
    cancel(runId) {
      if (current?.runId === runId) stop();
      return state(runId);
    },
    async close() {
      stop();
      await Promise.all([checker?.terminate(), current?.worker.terminate()]);
    },
  };
}
