// The model's thread: loads the files whose hashes are right, and scores rows of feature numbers. It reads nothing else.
import { parentPort, workerData } from "node:worker_threads";
import type { FromOnnx, OnnxData, ScoreRows, ToOnnx } from "./onnx-messages.ts";
import { openSession, type Scoring } from "./onnx-session.ts";

const port = parentPort;
if (port === null) throw new Error("This file runs as a worker thread.");
const { files }: OnnxData = workerData;
const send = (message: FromOnnx): void => port.postMessage(message, []);

async function score(scoring: Scoring | undefined, { rows, ids }: ScoreRows): Promise<Float32Array> {
  if (scoring === undefined) throw new Error("There is no such model.");
  return scoring(rows, ids);
}

try {
  // One after the other: the thread may not end while the library is still loading another file.
  const sessions: Scoring[] = [];
  for (const file of files) sessions.push(await openSession(file));
  port.on("message", (message: ToOnnx) => {
    if (message.type === "close") return port.close();
    void score(sessions[message.file], message).then(
      (scores) => send({ type: "scored", batch: message.batch, scores }),
      (error: unknown) => send({ type: "failed", batch: message.batch, message: messageOf(error) }),
    );
  });
  send({ type: "ready" });
} catch (error) {
  send({ type: "refused", message: messageOf(error) });
  port.close();
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
