// The ledger's reader on a thread of its own, so that no question about the past delays an answer to an agent.
import { createWorkerClient } from "../../workers/worker-client.ts";
import { type ReaderOptions, runJob } from "./jobs.ts";
import { type MethodTypes, type ReaderMethod, readerProtocol } from "./messages.ts";
import type { LedgerReader } from "./reader.ts";
import type { VerifyReport } from "../proof/verify.ts";

type Asynchronous<Method> = Method extends (...given: infer Given) => infer Answer
  ? (...given: Given) => Promise<Answer>
  : never;

/** Every method of the reader, answered from its thread. */
export type ThreadedReader = { readonly [Method in ReaderMethod]: Asynchronous<LedgerReader[Method]> } & {
  /** On a thread of its own; the signal ends it. */
  readonly verify: (onProgress?: (done: number, total: number) => void, signal?: AbortSignal) => Promise<VerifyReport>;
  readonly close: () => Promise<void>;
};

export function openReader({ directory }: ReaderOptions): ThreadedReader {
  const client = createWorkerClient({
    protocol: readerProtocol,
    data: () => ({ directory, keepsPriority: false }),
    describeEnd: (error) => error?.message ?? "The ledger's reader has stopped.",
  });
  const answered =
    <Method extends ReaderMethod>(method: Method) =>
    (argument?: MethodTypes[Method]["argument"]) =>
      client.ask(method, argument);

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
    riskPoints: answered("riskPoints"),
    toolUse: answered("toolUse"),
    fatigue: answered("fatigue"),
    verify: (onProgress, signal) => runJob({ directory }, "verify", undefined, { onProgress, signal }),
    close: () => client.close(),
  };
}
