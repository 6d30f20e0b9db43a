// What the exporter's thread is asked, and what it reports.
import { fields, type Protocol, tagged, trusted } from "../../workers/protocol.ts";
import type { TraceRecord } from "./records.ts";

export interface ExporterData {
  readonly endpoint: string;
  readonly version: string;
}

/** No further attempts: what cannot be sent now is dropped. */
export interface StopRetrying {
  readonly type: "stop_retrying";
}

export type ExporterEvent =
  | { readonly type: "sent"; readonly spans: number }
  | { readonly type: "dropped"; readonly spans: number; readonly message: string }
  | { readonly type: "failing"; readonly message: string };

export interface ExporterTypes {
  readonly data: ExporterData;
  readonly questions: {
    /** Answered when the records have been sent, or dropped. */
    readonly export: { readonly argument: readonly TraceRecord[]; readonly answer: undefined };
  };
  readonly command: StopRetrying;
  readonly event: ExporterEvent;
}

export const exporterProtocol: Protocol<ExporterTypes> = {
  worker: "trace-export",
  data: fields<ExporterData>({ endpoint: "string", version: "string" }),
  questions: { export: { argument: trusted(), answer: trusted() } },
  command: tagged<StopRetrying>({ stop_retrying: true }),
  event: tagged<ExporterEvent>({ sent: true, dropped: true, failing: true }),
};
