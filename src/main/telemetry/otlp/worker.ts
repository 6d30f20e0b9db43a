// The exporter's thread: makes spans and sends them to the collector, one batch after the other. A slow collector delays nobody.
import { setTimeout } from "node:timers/promises";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { second } from "../../../shared/lib/clock.ts";
import { hostWorker } from "../../workers/worker-host.ts";
import { exporterProtocol } from "./messages.ts";
import type { TraceRecord } from "./records.ts";
import { createSpans } from "./spans.ts";

const host = hostWorker(exporterProtocol);
const { endpoint, version } = host.data;

const sweepEvery = 30 * second;
/** For one batch, the exporter's own attempts included. */
const patience = 5 * second;
const firstPause = second;
const longestPause = 30 * second;

const exporter = new OTLPTraceExporter({ url: endpoint, timeoutMillis: patience, concurrencyLimit: 1 });
const spans = createSpans(version);
const stopping = new AbortController();

function exportOnce(batch: ReadableSpan[]): Promise<Error | undefined> {
  return new Promise((resolve) => {
    // It names an error whenever it failed.
    exporter.export(batch, ({ error }) => resolve(error));
  });
}

/** A collector that is unreachable or busy gets the same batch again; one that refuses it does not. */
async function deliver(batch: ReadableSpan[]): Promise<void> {
  if (batch.length === 0) return;
  for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
    const fault = await exportOnce(batch);
    if (fault === undefined) return host.emit({ type: "sent", spans: batch.length });
    const message = describe(fault);
    const refused = "code" in fault && typeof fault.code === "number";
    if (refused || stopping.signal.aborted) return host.emit({ type: "dropped", spans: batch.length, message });
    host.emit({ type: "failing", message });
    await setTimeout(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
  }
}

function describe(fault: Error): string {
  const code = "code" in fault ? `${String(fault.code)} ` : "";
  return `${endpoint} does not take spans: ${code}${fault.message}`.trimEnd();
}

let work: Promise<void> = Promise.resolve();
/** One after the other. */
function next(act: () => Promise<void>): Promise<void> {
  work = work.then(act);
  return work;
}

const sweeping = setInterval(() => {
  spans.end(Date.now());
  void next(() => deliver(spans.take()));
}, sweepEvery);

async function exportRecords(records: readonly TraceRecord[]): Promise<undefined> {
  await next(async () => {
    for (const record of records) spans.add(record);
    await deliver(spans.take());
  });
  return undefined;
}

host.serve({
  answers: { export: exportRecords },
  command: () => stopping.abort(),
  close: async () => {
    clearInterval(sweeping);
    await next(async () => {
      spans.end("all");
      await deliver(spans.take());
      await exporter.shutdown();
    });
  },
});
