// The owner's side of the model's thread: questions asked together are scored together, and a thread that died is restarted.
import { isTelemetryOff, telemetryOffEnvironment, telemetryRefusal } from "../telemetry-off.ts";
import { second } from "../../../shared/lib/clock.ts";
import { NotAsked } from "../scorer.ts";
import { createWorkerClient } from "../../workers/worker-client.ts";
import { type OnnxFile, onnxProtocol, type ScoreRows } from "./messages.ts";

export interface OnnxThreadOptions {
  readonly files: readonly OnnxFile[];
  /** In place of the model's own thread, for tests. */
  readonly workerUrl?: URL | undefined;
}

export interface OnnxThread {
  /** Resolves when the files are loaded; rejects with a sentence when they cannot be. */
  readonly ready: () => Promise<void>;
  /** The score of each row of feature numbers, by the file at this place. */
  readonly score: (file: number, rows: readonly Int32Array[]) => Promise<readonly number[]>;
  /** Questions wait, and the one being answered has not been for so long that the thread must be stuck. */
  readonly isBehind: () => boolean;
  readonly close: () => Promise<void>;
}

/** Rows that wait; more are refused, so that a flood costs no memory. */
const longestQueue = 4096;
const largestBatch = 64;
/** A batch takes milliseconds; one that takes this long is no sign of a busy machine any more. */
const stuckAfter = 10 * second;
const firstPause = 100;
const longestPause = 30 * second;
/** A thread should end by itself: stopped from outside, the native library could crash the process. */
const shutdownTimeoutMs = 5 * second;

interface Waiting {
  readonly file: number;
  readonly rows: readonly Int32Array[];
  readonly resolve: (scores: readonly number[]) => void;
  readonly reject: (error: Error) => void;
}

export function startOnnxThread({ files, workerUrl }: OnnxThreadOptions): OnnxThread {
  let loaded = false;
  /** Set when a restart would not help: the files themselves are wrong, or the library must not be loaded. */
  let refused: string | undefined;
  let closed = false;
  let pause = firstPause;
  let restart: NodeJS.Timeout | undefined;
  /** The batch being scored. */
  let asked: readonly Waiting[] = [];
  let askedAt = 0;
  let queue: Waiting[] = [];
  let queued = 0;
  let opening = newOpening();
  const client = createWorkerClient({
    protocol: onnxProtocol,
    data: () => ({ files }),
    url: workerUrl,
    environment: telemetryOffEnvironment,
    silent: true,
    keepsProcessAlive: false,
    closeWithinMs: shutdownTimeoutMs,
    describeEnd,
    onEnd: ended,
  });

  function start(): void {
    if (!isTelemetryOff()) return refuse(telemetryRefusal);
    void load();
  }

  async function load(): Promise<void> {
    try {
      await client.ask("load", undefined);
    } catch (error) {
      // Without an answer the thread has died, which is no reason to give up.
      if (client.isRunning()) refuse(messageOf(error));
      return;
    }
    loaded = true;
    opening.resolve();
    flush();
  }

  function refuse(message: string): void {
    refused = message;
    opening.reject(new Error(message));
    void client.close();
  }

  function ended(error: Error | undefined): void {
    loaded = false;
    const lost = [...asked, ...queue];
    asked = [];
    queue = [];
    queued = 0;
    const message = refused ?? describeEnd(error);
    rejectAll(lost, message);
    opening.reject(new Error(message));
    if (closed || refused !== undefined) return;
    opening = newOpening();
    restart = setTimeout(start, pause);
    restart.unref();
    pause = Math.min(longestPause, pause * 2);
  }

  /** One batch at a time: what is asked meanwhile makes the next one. */
  function flush(): void {
    const [first] = queue;
    if (!loaded || asked.length > 0 || first === undefined) return;
    const taken: Waiting[] = [];
    let rows = 0;
    for (const waiting of queue) {
      if (waiting.file !== first.file || (rows > 0 && rows + waiting.rows.length > largestBatch)) break;
      taken.push(waiting);
      rows += waiting.rows.length;
    }
    queue = queue.slice(taken.length);
    queued -= rows;
    asked = taken;
    askedAt = performance.now();
    const ids = padded(taken.flatMap((each) => each.rows));
    void score(taken, { file: first.file, rows, ids });
  }

  async function score(batch: readonly Waiting[], question: ScoreRows): Promise<void> {
    try {
      const scores = await client.ask("score", question, { transfer: [question.ids.buffer] });
      asked = [];
      pause = firstPause;
      share(batch, scores);
    } catch (error) {
      // When the thread died, they have been rejected already.
      if (asked !== batch) return;
      asked = [];
      rejectAll(batch, messageOf(error));
    }
    flush();
  }

  start();
  return {
    ready: async () => opening.promise,
    score(file, rows) {
      if (closed || refused !== undefined) return Promise.reject(new Error(refused ?? "The model is closed."));
      if (!client.isRunning()) return Promise.reject(new Error("The model's thread is being started again."));
      if (queued + rows.length > longestQueue)
        return Promise.reject(new NotAsked("Too many questions wait for the model."));
      if (rows.length === 0) return Promise.resolve([]);
      return new Promise((resolve, reject) => {
        queue.push({ file, rows, resolve, reject });
        queued += rows.length;
        // What else is asked in this turn joins the batch.
        if (queue.length === 1) queueMicrotask(flush);
        else flush();
      });
    },
    isBehind: () => loaded && asked.length > 0 && performance.now() - askedAt < stuckAfter,
    async close() {
      closed = true;
      clearTimeout(restart);
      await client.close();
    },
  };
}

function newOpening(): PromiseWithResolvers<void> {
  const opening = Promise.withResolvers<void>();
  opening.promise.catch(() => {});
  return opening;
}

function describeEnd(error: Error | undefined): string {
  return error === undefined ? "The model's thread has ended." : `The model's thread failed: ${error.message}`;
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
