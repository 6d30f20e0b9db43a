// Threads that help a verification: each checks shares of the contents over a connection of its own.
import { availableParallelism } from "node:os";
import { startWorkerJob } from "../../workers/worker-job.ts";
import { checkShares, giveUp, type Shares } from "./contents.ts";
import { openLedgerFile } from "../open-ledger-file.ts";
import { readConsoleKey } from "./keys.ts";
import { readerProtocol } from "../read/messages.ts";
import type { Trust } from "./check-chain.ts";

export interface Helpers {
  /** In place of the reader's own thread, for tests. */
  readonly url?: URL;
  readonly threads: number;
}

/** More than these would wait for the one that follows the chain. */
const mostHelpers = 3;

/** One for each processor that is not needed elsewhere. */
export function verifyHelpers(leaveFree: number): Helpers {
  return { threads: Math.max(0, Math.min(mostHelpers, availableParallelism() - leaveFree)) };
}

/** Returns how to dismiss them. One that cannot start takes no share, so nobody waits for it. */
export function startHelpers({ url, threads }: Helpers, directory: string, shares: Shares, trust: Trust): () => void {
  const jobs = Array.from({ length: threads }, () => {
    const job = startWorkerJob(
      {
        protocol: readerProtocol,
        url,
        data: () => ({ directory, keepsPriority: true }),
        keepsProcessAlive: false,
        describeEnd: (error) => error?.message ?? "The helper was dismissed.",
      },
      "check",
      { shares, sealed: trust.seal !== undefined },
    );
    job.answer.catch(() => undefined);
    return job;
  });
  return () => {
    for (const { stop } of jobs) stop();
  };
}

/** On such a thread. */
export function helpVerify(directory: string, shares: Shares, sealed: boolean): undefined {
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
