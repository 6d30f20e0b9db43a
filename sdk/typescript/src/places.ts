// Places for requests that are not answered yet: so many at a time, others in order, and no endless queue.
import { OverloadedError } from "./errors.ts";

export interface Places {
  /** Resolves when there is a place; the function gives it back. Rejects when the signal aborts, or the queue is full. */
  readonly take: (signal?: AbortSignal) => Promise<() => void>;
}

export function createPlaces(most: number, mostQueued: number): Places {
  const queue = new Set<() => void>();
  let taken = 0;

  function give(): void {
    const [next] = queue;
    if (next === undefined) {
      taken -= 1;
      return;
    }
    queue.delete(next);
    next();
  }

  return {
    take: async (signal) => {
      signal?.throwIfAborted();
      if (taken < most) {
        taken += 1;
        return give;
      }
      if (queue.size >= mostQueued) {
        throw new OverloadedError(`${queue.size} calls wait for Gatehouse already. Ask for less at a time.`);
      }
      const { promise, resolve, reject } = Promise.withResolvers<undefined>();
      const enter = (): void => resolve(undefined);
      const leave = (): void => {
        if (queue.delete(enter)) reject(signal?.reason instanceof Error ? signal.reason : new Error("Cancelled."));
      };
      queue.add(enter);
      signal?.addEventListener("abort", leave);
      try {
        await promise;
      } finally {
        signal?.removeEventListener("abort", leave);
      }
      return give;
    },
  };
}
