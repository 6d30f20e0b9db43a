// The exporter's thread: makes spans and sends them to the collector, one batch after the other. Slow collectors hold up nobody here.
import { setTimeout } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { second } from "../../../shared/clock.ts";
import type { ExporterData, FromExporter, ToExporter } from "./messages.ts";
import { createSpans } from "./spans.ts";

const port = parentPort;
if (port === null) throw new Error("This file runs as a worker thread.");
const { endpoint, version }: ExporterData = workerData;
const send = (message: FromExporter): void => port.postMessage(message);

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

/** A collector that is not there, or busy, is tried again with the same batch; one that says no is not. */
async function deliver(batch: ReadableSpan[]): Promise<void> {
  if (batch.length === 0) return;
  for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
    const fault = await exportOnce(batch);
    if (fault === undefined) return send({ type: "sent", spans: batch.length });
    const message = describe(fault);
    const refused = "code" in fault && typeof fault.code === "number";
    if (refused || stopping.signal.aborted) return send({ type: "dropped", spans: batch.length, message });
    send({ type: "failing", message });
    await setTimeout(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
  }
}

function describe(fault: Error): string {
  const code = "code" in fault ? `${String(fault.code)} ` : "";
  return `${endpoint} does not take spans: ${code}${fault.message}`.trimEnd();
}

let work: Promise<void> = Promise.resolve();
const next = (act: () => Promise<void>): void => void (work = work.then(act));

const sweeping = setInterval(() => {
  spans.end(Date.now());
  next(() => deliver(spans.take()));
}, sweepEvery);

port.on("message", (message: ToExporter) => {
  if (message.type === "records") {
    next(async () => {
      for (const record of message.records) spans.add(record);
      await deliver(spans.take());
      send({ type: "done" });
    });
    return;
  }
  stopping.abort();
  clearInterval(sweeping);
  next(async () => {
    spans.end("all");
    await deliver(spans.take());
    await exporter.shutdown();
    port.close();
  });
});
