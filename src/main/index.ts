// Electron entry: the console around the engine.
import "./model/telemetry-off.ts";
import { startGatehouse } from "./app/start.ts";
import { runConsole } from "./app/console/console.ts";

const token = process.env["GATEHOUSE_TOKEN"] ?? "";
const telemetryToken = process.env["TELEMETRY_SECRET"] ?? "";

runConsole((options) =>
  startGatehouse({
    ...options,
    ...(token === "" ? {} : { token }),
    ...(telemetryToken === "" ? {} : { telemetryToken }),
  }),
);
