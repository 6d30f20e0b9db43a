// Long work on the ledger, each on a thread of its own that ends with it: verification, archives, exports.
import { Worker } from "node:worker_threads";
import type { FromReader, Job, JobAnswers, ReaderData } from "./reader-messages.ts";

export interface ReaderOptions {
  readonly directory: string;
  /** Where the reader's thread starts: the source beside this file, unless the program is bundled. */
  readonly workerUrl?: URL;
}

export const readerSource = new URL("./reader-worker.ts", import.meta.url);

export function runJob<Asked extends Job>(
  { directory, workerUrl = readerSource }: ReaderOptions,
  job: Asked,
  onProgress?: (done: number, total: number) => void,
  signal?: AbortSignal,
): Promise<JobAnswers[Asked["type"]]> {
  const data: ReaderData = { directory, job };
  const worker = new Worker(workerUrl, { workerData: data });
  const stop = (): void => void worker.terminate();
  signal?.addEventListener("abort", stop, { once: true });
  return new Promise<JobAnswers[Asked["type"]]>((resolve, reject) => {
    worker.on("message", (message: FromReader) => {
      if (message.type === "progress") onProgress?.(message.done, message.total);
      // The thread answers each job with what belongs to it.
      else if (message.type === "answer") resolve(message.value as JobAnswers[Asked["type"]]);
      else reject(new Error(message.message));
    });
    worker.on("error", reject);
    // Only now: whoever cleans up after it must not meet it still at work.
    worker.on("exit", () => reject(new Error("The work on the ledger was stopped.")));
  }).finally(() => signal?.removeEventListener("abort", stop));
}
