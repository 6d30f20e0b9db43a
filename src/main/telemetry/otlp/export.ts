// Live export to an OpenTelemetry collector: listens to the engine's events, buffers within bounds, and never makes it wait.
import { second } from "../../../shared/lib/clock.ts";
import type { TraceExportStatus } from "../../../shared/contract/trace-export.ts";
import type { EventBus } from "../events.ts";
import { createWorkerClient } from "../../workers/worker-client.ts";
import { type ExporterEvent, exporterProtocol } from "./messages.ts";
import { createRecorder, type TraceRecord } from "./records.ts";

export interface TraceExportOptions {
  readonly events: Pick<EventBus, "subscribe">;
  /** The collector's address as it is set now; empty is off. */
  readonly endpoint: () => string;
  readonly version: string;
  readonly fault: (where: string, error: unknown) => void;
}

export interface TraceExport {
  /** Undefined while it is off. */
  readonly status: () => TraceExportStatus | undefined;
  /** Sends what is left, for a short while at most. */
  readonly stop: () => Promise<void>;
}

const mostBuffered = 2048;
const largestBatch = 512;
const lookEvery = second / 4;
const stopWithin = 2 * second;

export function startTraceExport(options: TraceExportOptions): TraceExport {
  let running: Running | undefined;

  /** Nobody announces a change of settings; reading them costs nothing. */
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

function startExporter(endpoint: string, { version, fault }: TraceExportOptions): Running {
  let buffer: TraceRecord[] = [];
  let busy = false;
  let ended = false;
  let sent = 0;
  let dropped = 0;
  let message: string | undefined;
  const client = createWorkerClient({
    protocol: exporterProtocol,
    data: () => ({ endpoint: tracesAddress(endpoint), version }),
    keepsProcessAlive: false,
    closeWithinMs: stopWithin,
    describeEnd: (error) => error?.message ?? "The exporter stopped.",
    onEvent: receive,
    onEnd: (error) => {
      ended = true;
      if (error === undefined) return;
      message = `The exporter stopped: ${error.message}`;
      fault("OpenTelemetry export", error);
    },
  });
  client.start();

  function receive(event: ExporterEvent): void {
    if (event.type === "sent") {
      sent += event.spans;
      message = undefined;
      return;
    }
    if (event.type === "dropped") dropped += event.spans;
    ({ message } = event);
  }

  /** Why it fails is said by events, and by the thread's end. */
  const post = (records: readonly TraceRecord[]): Promise<void> => client.ask("export", records).catch(() => undefined);

  function flush(): void {
    if (busy || ended || buffer.length === 0) return;
    const records = buffer.slice(0, largestBatch);
    buffer = buffer.slice(largestBatch);
    void sendBatch(records);
  }

  async function sendBatch(records: readonly TraceRecord[]): Promise<void> {
    busy = true;
    await post(records);
    busy = false;
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
      // The rest, larger than a batch or not; the thread takes them in their order.
      void post(buffer);
      buffer = [];
      client.send({ type: "stop_retrying" });
      await client.close();
    },
  };
}

/** Collectors are named by their base; the path of their traces is always the same. */
function tracesAddress(endpoint: string): string {
  const path = "/v1/traces";
  return endpoint.endsWith(path) ? endpoint : `${endpoint.replace(/\/+$/, "")}${path}`;
}
