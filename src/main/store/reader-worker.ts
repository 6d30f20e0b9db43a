// The reader's thread: answers questions about the ledger, or does one long job and ends.
import { parentPort, workerData } from "node:worker_threads";
import { assertNever } from "../../shared/result.ts";
import { archiveBefore } from "./archive.ts";
import { writeExport } from "./export-file.ts";
import { classify } from "./faults.ts";
import type { FromReader, Job, JobAnswers, ReaderData, ToReader } from "./reader-messages.ts";
import { createReader } from "./reader.ts";
import { behindEverybody, standBack } from "./stand-back.ts";
import { helpersAt, helpVerify } from "./verify-helpers.ts";
import { verifyLedger } from "./verify.ts";

const port = parentPort;
if (port === null) throw new Error("This file runs as a worker thread.");
const { directory, job }: ReaderData = workerData;
// A helper is as urgent as whoever waits for it, and inherits that.
if (job?.type !== "check") standBack(behindEverybody);
const send = (message: FromReader): void => port.postMessage(message);
const messageOf = (error: unknown): string => {
  const known = classify(error, directory);
  return known.fault === "unknown" && error instanceof Error ? error.message : known.message;
};

const onProgress = (done: number, total: number): void => send({ type: "progress", done, total });

async function run(asked: Job): Promise<JobAnswers[Job["type"]]> {
  switch (asked.type) {
    case "verify":
      // The console goes on answering meanwhile, with a thread that decides and one that records.
      return verifyLedger({ directory, onProgress, helpers: helpersAt(new URL(import.meta.url), 2) });
    case "check":
      helpVerify(directory, asked.shares, asked.sealed);
      return undefined;
    case "archive":
      return archiveBefore(directory, asked.before, asked.now);
    case "export": {
      const { type: _type, ...file } = asked;
      return writeExport({ directory, ...file, onProgress });
    }
    default:
      return assertNever(asked);
  }
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
