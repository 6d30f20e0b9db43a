// The owner's side of the model's thread: questions that come together are scored together, and a thread that died starts again.
import { isTelemetryOff, telemetryOffEnvironment, telemetryRefusal } from "./telemetry-off.ts";
import { Worker } from "node:worker_threads";
import { second } from "../../shared/clock.ts";
import type { FromOnnx, OnnxFile, ToOnnx } from "./onnx-messages.ts";

export interface OnnxThreadOptions {
  readonly files: readonly OnnxFile[];
  /** Where the thread starts, when the program is bundled. */
  readonly workerUrl?: URL | undefined;
}

export interface OnnxThread {
  /** Resolves when the files are loaded; rejects with a sentence when they cannot be. */
  readonly ready: () => Promise<void>;
  /** The score of each row of feature numbers, by the file at this place. */
  readonly score: (file: number, rows: readonly Int32Array[]) => Promise<readonly number[]>;
  readonly close: () => Promise<void>;
}

const workerSource = new URL("./onnx-worker.ts", import.meta.url);
/** Rows that wait; more are refused, so that a flood costs no memory. */
const longestQueue = 4096;
const largestBatch = 64;
const firstPause = 100;
const longestPause = 30 * second;
/** A thread that does not end by itself in this time is stopped. */
const longestFarewell = 5 * second;

interface Waiting {
  readonly file: number;
  readonly rows: readonly Int32Array[];
  readonly resolve: (scores: readonly number[]) => void;
  readonly reject: (error: Error) => void;
}

export function startOnnxThread({ files, workerUrl = workerSource }: OnnxThreadOptions): OnnxThread {
  let worker: Worker | undefined;
  let loaded = false;
  /** Set when starting again would not help: the files themselves are at fault, or the library may not be loaded. */
  let refused: string | undefined;
  let closed = false;
  let pause = firstPause;
  let restart: NodeJS.Timeout | undefined;
  let batch = 0;
  let flying: readonly Waiting[] = [];
  let queue: Waiting[] = [];
  let queued = 0;
  let opening = Promise.withResolvers<undefined>();
  opening.promise.catch(() => {});

  function start(): void {
    if (!isTelemetryOff()) return refuse(telemetryRefusal);
    const env = telemetryOffEnvironment;
    const started = new Worker(workerUrl, { workerData: { files }, env, stdout: true, stderr: true });
    worker = started;
    // A model is no reason to keep a program alive that has nothing else to do.
    started.unref();
    started.on("message", (message: FromOnnx) => take(message));
    started.on("error", (error) => ended(started, `The model's thread failed: ${error.message}`));
    started.on("exit", () => ended(started, "The model's thread has ended."));
  }

  function take(message: FromOnnx): void {
    if (message.type === "ready") {
      loaded = true;
      opening.resolve(undefined);
      flush();
    } else if (message.type === "refused") {
      refuse(message.message);
    } else if (message.batch === batch) {
      const answered = flying;
      flying = [];
      if (message.type === "scored") {
        pause = firstPause;
        share(answered, message.scores);
      } else rejectAll(answered, message.message);
      flush();
    }
  }

  function refuse(message: string): void {
    refused = message;
    opening.reject(new Error(message));
  }

  function ended(gone: Worker, message: string): void {
    if (worker !== gone) return;
    worker = undefined;
    loaded = false;
    const lost = [...flying, ...queue];
    flying = [];
    queue = [];
    queued = 0;
    rejectAll(lost, refused ?? message);
    opening.reject(new Error(refused ?? message));
    if (closed || refused !== undefined) return;
    opening = Promise.withResolvers<undefined>();
    opening.promise.catch(() => {});
    restart = setTimeout(start, pause);
    restart.unref();
    pause = Math.min(longestPause, pause * 2);
  }

  /** One batch at a time: what comes meanwhile makes the next one. */
  function flush(): void {
    if (worker === undefined || !loaded || flying.length > 0) return;
    const [first] = queue;
    if (first === undefined) return;
    const taken: Waiting[] = [];
    let rows = 0;
    for (const waiting of queue) {
      if (waiting.file !== first.file || (rows > 0 && rows + waiting.rows.length > largestBatch)) break;
      taken.push(waiting);
      rows += waiting.rows.length;
    }
    queue = queue.slice(taken.length);
    queued -= rows;
    flying = taken;
    batch += 1;
    const ids = padded(taken.flatMap((each) => each.rows));
    const message: ToOnnx = { type: "score", batch, file: first.file, rows, ids };
    worker.postMessage(message, [ids.buffer]);
  }

  start();
  return {
    ready: async () => opening.promise,
    score(file, rows) {
      if (closed || refused !== undefined) return Promise.reject(new Error(refused ?? "The model is closed."));
      if (worker === undefined) return Promise.reject(new Error("The model's thread is being started again."));
      if (queued + rows.length > longestQueue)
        return Promise.reject(new Error("Too many questions wait for the model."));
      if (rows.length === 0) return Promise.resolve([]);
      return new Promise((resolve, reject) => {
        queue.push({ file, rows, resolve, reject });
        queued += rows.length;
        // Whatever else is asked in this turn joins the batch.
        if (queue.length === 1) queueMicrotask(flush);
        else flush();
      });
    },
    async close() {
      closed = true;
      clearTimeout(restart);
      const ending = worker;
      if (ending === undefined) return;
      const message: ToOnnx = { type: "close" };
      ending.postMessage(message, []);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => void ending.terminate(), longestFarewell);
        ending.once("exit", () => {
          clearTimeout(timer);
          resolve();
        });
        ending.ref();
      });
    },
  };
}

function padded(rows: readonly Int32Array[]): Int32Array<ArrayBuffer> {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 1);
  const ids = new Int32Array(width * rows.length);
  for (const [index, row] of rows.entries()) ids.set(row, index * width);
  return ids;
}

function share(answered: readonly Waiting[], scores: Float32Array): void {
  let from = 0;
  for (const { rows, resolve } of answered) {
    resolve([...scores.subarray(from, from + rows.length)]);
    from += rows.length;
  }
}

function rejectAll(waiting: readonly Waiting[], message: string): void {
  for (const { reject } of waiting) reject(new Error(message));
}
