// How the live export to an OpenTelemetry collector is doing, for people.

export interface TraceExportStatus {
  readonly endpoint: string;
  /** failing: the collector does not take what is sent; it is tried again. */
  readonly state: "working" | "failing";
  readonly message?: string;
  /** Spans the collector took. */
  readonly sent: number;
  /** What it will never see, because the buffer was full or it refused. */
  readonly dropped: number;
}
