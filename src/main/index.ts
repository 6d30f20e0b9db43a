// Electron entry: the console around the engine.
import { compose } from "./compose.ts";
import { runConsole } from "./console.ts";

// The ledger's thread is a file of its own beside this one.
const writerUrl = new URL("./writer-worker.js", import.meta.url);
const telemetryToken = process.env["TELEMETRY_SECRET"] ?? "";

runConsole((options) => compose({ ...options, writerUrl, ...(telemetryToken === "" ? {} : { telemetryToken }) }));
