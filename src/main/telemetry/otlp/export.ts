// Live export to an OpenTelemetry collector: listens to the engine's events, buffers within bounds, and never makes it wait.
import { Worker } from "node:worker_threads";
import { second } from "../../../shared/clock.ts";
import type { TraceExportStatus } from "../../../shared/trace-export.ts";
import type { EventBus } from "../events.ts";
import type { ExporterData, FromExporter, ToExporter } from "./messages.ts";
import { createRecorder, type TraceRecord } from "./records.ts";

export interface TraceExportOptions {
  readonly events: Pick<EventBus, "subscribe">;
  /** The collector's address as it is set now; empty is off. */
  readonly endpoint: () => string;
  readonly version: string;
  /** Where the exporter's thread starts: the source beside this file, unless the program is bundled. */
  readonly workerUrl?: URL;
  readonly fault: (where: string, error: unknown) => void;
}

export interface TraceExport {
  /** Undefined while it is off. */
  readonly status: () => TraceExportStatus | undefined;
  /** Sends what is left, for a short while at most. */
  readonly stop: () => Promise<void>;
}

const source = new URL("./worker.ts", import.meta.url);
const mostBuffered = 2048;
const largestBatch = 512;
const lookEvery = second / 4;
const stopWithin = 2 * second;

export function startTraceExport(options: TraceExportOptions): TraceExport {
  let running: Running | undefined;

  /** Settings change without a word; looking at them costs nothing. */
  function current(): Running | undefined {
    const endpoint = options.endpoint();
    if (running?.endpoint === endpoint) return running;
    void running?.stop();
    running = endpoint === "" ? undefined : startExporter(endpoint, options);
    return running;
  }

  const unsubscribe = options.events.subscribe(({ event }) => {
    const exporter = current();
    if (exporter === undefined) return;
    const record = exporter.recorder(event);
    if (record !== undefined) exporter.put(record);
  });
  const looking = setInterval(() => current()?.flush(), lookEvery);
  looking.unref();

  return {
    status: () => running?.status(),
    async stop() {
      unsubscribe();
      clearInterval(looking);
      await running?.stop();
      running = undefined;
    },
  };
}

interface Running {
  readonly endpoint: string;
  readonly recorder: ReturnType<typeof createRecorder>;
  readonly put: (record: TraceRecord) => void;
  readonly flush: () => void;
  readonly status: () => TraceExportStatus;
  readonly stop: () => Promise<void>;
}

function startExporter(endpoint: string, { version, workerUrl = source, fault }: TraceExportOptions): Running {
  const workerData: ExporterData = { endpoint: tracesAddress(endpoint), version };
  let buffer: TraceRecord[] = [];
  let busy = false;
  let ended = false;
  let sent = 0;
  let dropped = 0;
  let message: string | undefined;
  const worker = new Worker(workerUrl, { workerData });
  worker.unref();
  const post = (what: ToExporter): void => worker.postMessage(what, []);
  const exit = new Promise<void>((resolve) => {
    worker.once("exit", () => {
      ended = true;
      resolve();
    });
  });
  worker.on("error", (error) => {
    message = `The exporter stopped: ${error.message}`;
    fault("OpenTelemetry export", error);
  });
  worker.on("message", (said: FromExporter) => {
    switch (said.type) {
      case "done":
        busy = false;
        return;
      case "sent":
        sent += said.spans;
        message = undefined;
        return;
      case "dropped":
        dropped += said.spans;
        ({ message } = said);
        return;
      case "failing":
        ({ message } = said);
    }
  });

  function flush(): void {
    if (busy || ended || buffer.length === 0) return;
    busy = true;
    const records = buffer.slice(0, largestBatch);
    buffer = buffer.slice(largestBatch);
    post({ type: "records", records });
  }

  return {
    endpoint,
    recorder: createRecorder(),
    put(record) {
      if (ended || buffer.length >= mostBuffered) dropped += 1;
      else buffer.push(record);
    },
    flush,
    status: () => ({
      endpoint,
      state: message === undefined ? "working" : "failing",
      ...(message === undefined ? {} : { message }),
      sent,
      dropped,
    }),
    async stop() {
      if (ended) return;
      // What did not fit into a batch is sent all the same; the thread takes them in their order.
      post({ type: "records", records: buffer });
      buffer = [];
      post({ type: "stop" });
      const late = setTimeout(() => void worker.terminate(), stopWithin);
      await exit;
      clearTimeout(late);
    },
  };
}

/** Collectors are named by their base; the path of their traces is always the same. */
function tracesAddress(endpoint: string): string {
  const path = "/v1/traces";
  return endpoint.endsWith(path) ? endpoint : `${endpoint.replace(/\/+$/, "")}${path}`;
}
