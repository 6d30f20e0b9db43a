// The index's thread: keeps the search index up with the ledger, behind everyone who answers or records.
import { parentPort, workerData } from "node:worker_threads";
import type { IndexData, ToIndex } from "./index-messages.ts";
import { createIndexing } from "./indexing.ts";
import { behindAnswers, standBack } from "./stand-back.ts";

const port = parentPort;
if (port === null) throw new Error("This file runs as a worker thread.");
const { directory, opening }: IndexData = workerData;
standBack(behindAnswers);
const indexing = createIndexing(directory, opening, (message) => port.postMessage(message));

port.on("message", (message: ToIndex) => {
  if (message.type === "look") indexing.look();
  else if (message.type === "opened") indexing.opened(message.opening);
  else {
    indexing.finish();
    port.close();
  }
});
