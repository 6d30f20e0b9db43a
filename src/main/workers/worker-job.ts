// One question on a thread of its own, which ends with it: for long work that must be possible to stop.
import type { ProtocolTypes } from "./protocol.ts";
import { type AskOptions, createWorkerClient, type WorkerClientOptions } from "./worker-client.ts";

export interface WorkerJob<Answer> {
  readonly answer: Promise<Answer>;
  /** When the thread is gone. */
  readonly ended: Promise<void>;
  /** Ends the thread now; an answer that has not come is rejected once it has ended. */
  readonly stop: () => void;
}

export function startWorkerJob<Types extends ProtocolTypes, Name extends keyof Types["questions"] & string>(
  thread: WorkerClientOptions<Types>,
  question: Name,
  argument: Types["questions"][Name]["argument"],
  options: AskOptions<Types["questions"][Name]["progress"]> = {},
): WorkerJob<Types["questions"][Name]["answer"]> {
  const client = createWorkerClient(thread);
  const answer = client.ask(question, argument, options);
  // Already now: the thread ends by itself as soon as it has answered.
  const ended = client.close();
  return { answer, ended, stop: () => void client.terminate() };
}
