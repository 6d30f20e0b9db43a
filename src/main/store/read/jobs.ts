// Long work on the ledger, each on a thread of its own that ends with it: verification, archives, exports.
import { startWorkerJob } from "../../workers/worker-job.ts";
import { type JobTypes, readerProtocol } from "./messages.ts";

export interface ReaderOptions {
  readonly directory: string;
}

export interface JobOptions {
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export async function runJob<Name extends "verify" | "archive" | "export">(
  { directory }: ReaderOptions,
  name: Name,
  argument: JobTypes[Name]["argument"],
  { onProgress, signal }: JobOptions = {},
): Promise<JobTypes[Name]["answer"]> {
  const { answer, ended, stop } = startWorkerJob(
    {
      protocol: readerProtocol,
      data: () => ({ directory, keepsPriority: false }),
      describeEnd: (error) => error?.message ?? "The work on the ledger was stopped.",
    },
    name,
    argument,
    { onProgress: ({ done, total }) => onProgress?.(done, total) },
  );
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted === true) stop();
  try {
    return await answer;
  } catch (error) {
    // Only now: whoever cleans up after it must not find it still at work.
    await ended;
    throw error;
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}
