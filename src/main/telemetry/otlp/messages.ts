// What the answering thread and the exporter's thread say to each other.
import type { TraceRecord } from "./records.ts";

export interface ExporterData {
  readonly endpoint: string;
  readonly version: string;
}

export type ToExporter =
  | { readonly type: "records"; readonly records: readonly TraceRecord[] }
  /** Send what there is, once, and end. */
  | { readonly type: "stop" };

export type FromExporter =
  /** The records that came last are dealt with: send the next. */
  | { readonly type: "done" }
  | { readonly type: "sent"; readonly spans: number }
  | { readonly type: "dropped"; readonly spans: number; readonly message: string }
  | { readonly type: "failing"; readonly message: string };
