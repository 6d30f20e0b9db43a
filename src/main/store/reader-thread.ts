// The ledger's reader on a thread of its own, so that no question about the past holds up an answer to an agent.
import { Worker } from "node:worker_threads";
import { readerSource, type ReaderOptions, runJob } from "./reader-jobs.ts";
import type { FromReader, ReaderData, ReaderMethod, ToReader } from "./reader-messages.ts";
import type { LedgerReader } from "./reader.ts";
import type { VerifyReport } from "./verify.ts";

type Asynchronous<Method> = Method extends (...given: infer Given) => infer Answer
  ? (...given: Given) => Promise<Answer>
  : never;

/** Every method of the reader, answered from its thread. */
export type ThreadedReader = { readonly [Method in ReaderMethod]: Asynchronous<LedgerReader[Method]> } & {
  /** On a thread of its own; the signal ends it. */
  readonly verify: (onProgress?: (done: number, total: number) => void, signal?: AbortSignal) => Promise<VerifyReport>;
  readonly close: () => Promise<void>;
};

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

export function openReader({ directory, workerUrl }: ReaderOptions): ThreadedReader {
  const url = workerUrl ?? readerSource;
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let nextId = 0;

  function start(): Worker {
    const data: ReaderData = { directory };
    const started = new Worker(url, { workerData: data });
    started.on("message", (message: FromReader) => {
      if (message.type === "progress") return;
      const asked = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.type === "answer") asked?.resolve(message.value);
      else asked?.reject(new Error(message.message));
    });
    const ended = (error?: Error): void => {
      if (worker === started) worker = undefined;
      for (const { reject } of waiting.values()) reject(error ?? new Error("The ledger's reader has stopped."));
      waiting.clear();
    };
    started.on("error", ended);
    started.on("exit", () => ended());
    return started;
  }

  function ask(method: ReaderMethod, argument: unknown): Promise<unknown> {
    // A thread that died is started again by the next question.
    worker ??= start();
    nextId += 1;
    const id = nextId;
    const message: ToReader = { type: "ask", id, method, argument };
    worker.postMessage(message, []);
    return new Promise((resolve, reject) => void waiting.set(id, { resolve, reject }));
  }

  const answered =
    <Method extends ReaderMethod>(method: Method) =>
    (argument?: Parameters<LedgerReader[Method]>[0]): Promise<ReturnType<LedgerReader[Method]>> =>
      ask(method, argument) as Promise<ReturnType<LedgerReader[Method]>>;

  return {
    page: answered("page"),
    count: answered("count"),
    facets: answered("facets"),
    series: answered("series"),
    entry: answered("entry"),
    story: answered("story"),
    session: answered("session"),
    stats: answered("stats"),
    measure: answered("measure"),
    rows: answered("rows"),
    around: answered("around"),
    sessions: answered("sessions"),
    threats: answered("threats"),
    latency: answered("latency"),
    load: answered("load"),
    verify: (onProgress, signal) => runJob({ directory, workerUrl: url }, { type: "verify" }, onProgress, signal),
    async close() {
      const ended = worker;
      if (ended === undefined) return;
      const exit = new Promise<void>((resolve) => void ended.once("exit", () => resolve()));
      const message: ToReader = { type: "close" };
      ended.postMessage(message, []);
      await exit;
    },
  };
}
