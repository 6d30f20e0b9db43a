// Threads that help a verification: each checks shares of the contents over a connection of its own.
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { checkShares, giveUp, type Shares } from "./contents.ts";
import { openLedgerFile } from "./files.ts";
import { readConsoleKey } from "./keys.ts";
import type { ReaderData } from "./reader-messages.ts";
import type { Trust } from "./walk.ts";

export interface Helpers {
  /** Where a reader's thread starts. */
  readonly url: URL;
  readonly threads: number;
}

/** More than these wait for the one that follows the chain. */
const mostHelpers = 3;

/** One for each processor that is not needed elsewhere. */
export function helpersAt(url: URL, leaveFree: number): Helpers {
  return { url, threads: Math.max(0, Math.min(mostHelpers, availableParallelism() - leaveFree)) };
}

/** Gives back how to dismiss them. One that cannot start takes no share, so nobody waits for it. */
export function startHelpers({ url, threads }: Helpers, directory: string, shares: Shares, trust: Trust): () => void {
  const workerData: ReaderData = { directory, job: { type: "check", shares, sealed: trust.seal !== undefined } };
  const workers = Array.from({ length: threads }, () => {
    const worker = new Worker(url, { workerData });
    worker.on("error", () => undefined);
    worker.unref();
    return worker;
  });
  return () => {
    for (const worker of workers) void worker.terminate();
  };
}

/** On such a thread. */
export function helpVerify(directory: string, shares: Shares, sealed: boolean): void {
  try {
    const connection = openLedgerFile(directory);
    try {
      const trust: Trust = { publicKeys: [], ...(sealed ? { seal: readConsoleKey(directory).seal } : {}) };
      checkShares(connection, shares, trust);
    } finally {
      connection.close();
    }
  } catch {
    giveUp(shares);
  }
}
