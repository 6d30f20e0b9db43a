// Work that has to end in time: what waits on a disk that does not answer is cancelled, and no longer waited for.
import type { Cancellation } from "../../shared/lib/cancellation.ts";
import { second } from "../../shared/lib/clock.ts";

export type Missed = "time" | "cancelled";

export function withDeadline<Value>(
  seconds: number,
  signal: Cancellation,
  work: (signal: Cancellation) => Promise<Value>,
): Promise<Value | Missed> {
  const controller = new AbortController();
  return new Promise((resolve, reject) => {
    const give = (why: Missed): void => {
      controller.abort();
      done();
      resolve(why);
    };
    const cancel = (): void => give("cancelled");
    const timer = setTimeout(() => give("time"), seconds * second);
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
    };
    signal.addEventListener("abort", cancel);
    if (signal.aborted) cancel();
    work(controller.signal).then(resolve, reject).finally(done);
  });
}
