// The writer's thread, but it dies when a file says so.
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";

const order = join((workerData as { directory: string }).directory, "die");
parentPort?.on("message", () => {
  if (!existsSync(order)) return;
  rmSync(order);
  // The thread ends a little after it was told to; until then nothing else may run on it.
  for (;;) process.exit(1);
});
await import("../../src/main/store/writer-worker.ts");
