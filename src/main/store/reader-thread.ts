// The ledger's reader on a thread of its own, so that no question about the past holds up an answer to an agent.
import { Worker } from "node:worker_threads";
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

export interface ReaderOptions {
  readonly directory: string;
  /** Where the reader's thread starts: the source beside this file, unless the program is bundled. */
  readonly workerUrl?: URL;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

export function openReader({ directory, workerUrl }: ReaderOptions): ThreadedReader {
  const url = workerUrl ?? new URL("./reader-worker.ts", import.meta.url);
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
    worker.postMessage(message);
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
    verify: (onProgress, signal) => runVerify(url, directory, onProgress, signal),
    async close() {
      const ended = worker;
      if (ended === undefined) return;
      const exit = new Promise<void>((resolve) => void ended.once("exit", () => resolve()));
      const message: ToReader = { type: "close" };
      ended.postMessage(message);
      await exit;
    },
  };
}

function runVerify(
  url: URL,
  directory: string,
  onProgress?: (done: number, total: number) => void,
  signal?: AbortSignal,
): Promise<VerifyReport> {
  const data: ReaderData = { directory, job: "verify" };
  const worker = new Worker(url, { workerData: data });
  const stop = (): void => void worker.terminate();
  signal?.addEventListener("abort", stop, { once: true });
  return new Promise<VerifyReport>((resolve, reject) => {
    worker.on("message", (message: FromReader) => {
      if (message.type === "progress") onProgress?.(message.done, message.total);
      else if (message.type === "answer") resolve(message.value as VerifyReport);
      else reject(new Error(message.message));
    });
    worker.on("error", reject);
    worker.on("exit", () => reject(new Error("The verification was stopped.")));
  }).finally(() => signal?.removeEventListener("abort", stop));
}
