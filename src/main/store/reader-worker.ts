// The reader's thread: answers questions about the ledger, or does one long job and ends.
import { parentPort, workerData } from "node:worker_threads";
import { archiveBefore } from "./archive.ts";
import { classify } from "./faults.ts";
import type { FromReader, Job, JobAnswers, ReaderData, ToReader } from "./reader-messages.ts";
import { createReader } from "./reader.ts";
import { verifyLedger } from "./verify.ts";

const port = parentPort;
if (port === null) throw new Error("This file runs as a worker thread.");
const { directory, job }: ReaderData = workerData;
const send = (message: FromReader): void => port.postMessage(message);
const messageOf = (error: unknown): string => {
  const known = classify(error, directory);
  return known.fault === "unknown" && error instanceof Error ? error.message : known.message;
};

function run(asked: Job): JobAnswers["verify"] | Promise<JobAnswers["archive"]> {
  if (asked.type === "archive") return archiveBefore(directory, asked.before);
  return verifyLedger({ directory, onProgress: (done, total) => send({ type: "progress", done, total }) });
}

if (job !== undefined) {
  try {
    send({ type: "answer", id: 0, value: await run(job) });
  } catch (error) {
    send({ type: "failed", id: 0, message: messageOf(error) });
  }
} else {
  const reader = createReader(directory);
  port.on("message", (message: ToReader) => {
    if (message.type === "close") {
      reader.close();
      port.close();
      return;
    }
    try {
      // The client's types pair each method with its argument; here they only meet again.
      const method = reader[message.method] as (argument: unknown) => unknown;
      send({ type: "answer", id: message.id, value: method(message.argument) });
    } catch (error) {
      send({ type: "failed", id: message.id, message: messageOf(error) });
    }
  });
}
