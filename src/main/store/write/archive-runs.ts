// Pruning: old entries go into an archive first, then a signed stub stands for them in the ledger. One run at a time.
import type { Clock } from "../../engine/ports.ts";
import { runJob } from "../read/jobs.ts";

export interface PruningParts {
  readonly directory: string;
  readonly clock: Clock;
  /** Starts the writer if it has died: a message to it would be answered by nobody. False when the ledger is closed. */
  readonly ready: () => Promise<boolean>;
  /** Tells the writer what was archived. */
  readonly send: (archived: { readonly size: number; readonly file: string }) => void;
}

export interface Pruning {
  /** Resolves to how many entries are gone in all. */
  readonly prune: (before: number) => Promise<number>;
  /** The writer has removed everything up to here. */
  readonly removed: (upTo: number) => void;
  readonly failed: (error: Error) => void;
  /** Ends an archive that is being written: the next start writes it again. */
  readonly stop: () => void;
}

export function createPruning({ directory, clock, ready, send }: PruningParts): Pruning {
  const stopping = new AbortController();
  let underWay: (PromiseWithResolvers<void> & { readonly size: number }) | undefined;
  /** One after the other: each takes off what the one before has left. */
  let latest: Promise<number> = Promise.resolve(0);

  async function run(before: number): Promise<number> {
    const range = { before, now: clock.now() };
    const archived = await runJob({ directory }, "archive", range, { signal: stopping.signal }).catch(
      (error: unknown) => {
        if (stopping.signal.aborted) return undefined;
        throw error;
      },
    );
    if (archived === undefined || !(await ready())) return 0;
    underWay = { ...Promise.withResolvers<void>(), size: archived.size };
    send(archived);
    await underWay.promise;
    return archived.size;
  }

  return {
    prune(before) {
      const next = latest.catch(() => 0).then(() => run(before));
      latest = next;
      return next;
    },
    removed(upTo) {
      if (underWay !== undefined && upTo >= underWay.size) underWay.resolve();
    },
    failed: (error) => underWay?.reject(error),
    stop: () => stopping.abort(),
  };
}
