// The model's thread: loads the files whose hashes are right, and scores rows of feature numbers. It reads nothing else.
import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { InferenceSession, Tensor } from "onnxruntime-node";
import type { FromOnnx, OnnxData, OnnxFile, ToOnnx } from "./onnx-messages.ts";

const port = parentPort;
if (port === null) throw new Error("This file runs as a worker thread.");
const { files }: OnnxData = workerData;
const send = (message: FromOnnx): void => port.postMessage(message, []);

/** One thread, one order of sums: the same input gives the same score. */
const options: InferenceSession.SessionOptions = {
  executionProviders: ["cpu"],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: "sequential",
  graphOptimizationLevel: "all",
  logSeverityLevel: 3,
};

async function open({ path, sha256 }: OnnxFile): Promise<InferenceSession> {
  const bytes = await readFile(path);
  if (hash("sha256", bytes, "hex") !== sha256) {
    throw new Error(
      `${path} is not the model this version was built with. Install Gatehouse again, or run npm run train.`,
    );
  }
  return InferenceSession.create(bytes, options);
}

async function score(session: InferenceSession | undefined, { rows, ids }: ToOnnx): Promise<Float32Array> {
  if (session === undefined) throw new Error("There is no such model.");
  const output = await session.run({ ids: new Tensor("int32", ids, [rows, ids.length / rows]) });
  const scores = output["score"]?.data;
  if (!(scores instanceof Float32Array) || scores.length !== rows) throw new Error("The model gave no scores.");
  return scores;
}

try {
  const sessions = await Promise.all(files.map(open));
  port.on("message", (message: ToOnnx) => {
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
