// The writer's thread, but when a file says so it dies instead of answering.
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import type { WriterEvent } from "../../src/main/store/write/messages.ts";

const port = parentPort;
if (port === null) throw new Error("This file runs as a worker thread.");
const order = join((workerData as { directory: string }).directory, "die");
const send = port.postMessage.bind(port);
port.postMessage = (message: WriterEvent) => {
  if (message.type === "appended" && existsSync(order)) {
    rmSync(order);
    // The thread ends a little after it was told to; until then nothing else may run on it.
    for (;;) process.exit(1);
  }
  send(message, []);
};
await import("../../src/main/store/write/worker.ts");
