// Switches off the telemetry compiled into the ONNX runtime. Every program imports this file before anything else.
import { isMainThread } from "node:worker_threads";

/**
 * The library reads this from the process's real environment when it is loaded. Unless it is set, the library writes a device
 * id and a database of events to the user's cache directory and looks up its vendor's servers.
 */
const variable = "ORT_DISABLE_TELEMETRY";

// Only the main thread's process.env is the real environment; a worker has a copy that native libraries never see.
if (isMainThread) process.env[variable] = "1";

/** Whether the library may be loaded by a thread that this thread starts. */
export function isTelemetryOff(): boolean {
  return isMainThread && process.env[variable] === "1";
}

/** The environment of a thread that loads the library: it says that its owner has looked at the real one. */
export const telemetryOffEnvironment: Readonly<Record<string, string>> = { [variable]: "1" };

/** For the thread that loads the library. */
export function mayLoadRuntime(): boolean {
  return process.env[variable] === "1";
}

export const telemetryRefusal =
  `The ONNX runtime is not loaded, because ${variable}=1 is not set and it would send telemetry to its vendor. ` +
  "Set it in the environment and start Gatehouse again.";
