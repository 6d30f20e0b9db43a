// Electron entry: the console around the engine.
import "./model/telemetry-off.ts";
import { compose } from "./compose.ts";
import { runConsole } from "./console.ts";

// Threads are files of their own beside this one.
const writerUrl = new URL("./writer-worker.js", import.meta.url);
const indexUrl = new URL("./index-worker.js", import.meta.url);
const readerUrl = new URL("./reader-worker.js", import.meta.url);
const draftUrl = new URL("./draft-worker.js", import.meta.url);
const wasmUrl = new URL("./wasm-worker.js", import.meta.url);
const historyUrl = new URL("./history-worker.js", import.meta.url);
const modelUrl = new URL("./model-worker.js", import.meta.url);
const traceUrl = new URL("./trace-worker.js", import.meta.url);
const token = process.env["GATEHOUSE_TOKEN"] ?? "";
const telemetryToken = process.env["TELEMETRY_SECRET"] ?? "";

runConsole((options) =>
  compose({
    ...options,
    writerUrl,
    indexUrl,
    readerUrl,
    wasmUrl,
    historyUrl,
    modelUrl,
    draftUrl,
    traceUrl,
    ...(token === "" ? {} : { token }),
    ...(telemetryToken === "" ? {} : { telemetryToken }),
  }),
);
