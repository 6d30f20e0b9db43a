// The model's thread: loads the files whose hashes are right, and scores rows of feature numbers. It reads nothing else.
import { hostWorker } from "../../workers/worker-host.ts";
import { onnxProtocol, type ScoreRows } from "./messages.ts";
import { openSession, type Scoring } from "./session.ts";

const host = hostWorker(onnxProtocol);
const sessions: Scoring[] = [];

async function load(): Promise<undefined> {
  // One after the other: the thread must not end while the library is still loading another file.
  for (const file of host.data.files) sessions.push(await openSession(file));
  return undefined;
}

async function score({ file, rows, ids }: ScoreRows): Promise<Float32Array> {
  const scoring = sessions[file];
  if (scoring === undefined) throw new Error("There is no such model.");
  return scoring(rows, ids);
}

host.serve({ answers: { load, score } });
