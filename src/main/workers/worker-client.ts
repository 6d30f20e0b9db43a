// The owner's side of a worker thread: starts it, asks it, and rejects what is pending when it dies. The only caller of new Worker.
import { type Transferable, Worker } from "node:worker_threads";
import type { Cancellation } from "../../shared/lib/cancellation.ts";
import { workerUrl } from "./entries.ts";
import { type Ask, type Close, isReply, type Protocol, type ProtocolTypes, type Reply } from "./protocol.ts";

export interface WorkerClientOptions<Types extends ProtocolTypes> {
  readonly protocol: Protocol<Types>;
  /** Read at each start. */
  readonly data: () => Types["data"];
  /** In place of the thread the registry names. */
  readonly url?: URL | undefined;
  readonly environment?: NodeJS.ProcessEnv;
  /** What the thread prints is discarded. */
  readonly silent?: boolean;
  /** Whether the process stays alive for this thread alone; it does by default. */
  readonly keepsProcessAlive?: boolean;
  /** The thread ends when nothing was asked for so long; the next question starts it again. */
  readonly idleMs?: number;
  /** How long close waits before it stops the thread; 0 stops it at once. By default it waits as long as it takes. */
  readonly closeWithinMs?: number;
  /** What those who wait read when the thread ends. */
  readonly describeEnd: (error: Error | undefined) => string;
  readonly onEvent?: (event: Types["event"]) => void;
  /** After pending questions were rejected. Also when a thread could not be started. */
  readonly onEnd?: (error: Error | undefined) => void;
}

export interface AskOptions<Progress> {
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Stops waiting. The thread itself goes on: see startWorkerJob for one that ends with its question. */
  readonly signal?: Cancellation | undefined;
  readonly timeoutMs?: number | undefined;
  readonly transfer?: readonly Transferable[];
}

export interface WorkerClient<Types extends ProtocolTypes> {
  /** Does nothing while a thread runs. */
  readonly start: () => void;
  readonly isRunning: () => boolean;
  /** Starts a thread if none runs. */
  readonly ask: <Name extends keyof Types["questions"] & string>(
    question: Name,
    argument: Types["questions"][Name]["argument"],
    options?: AskOptions<Types["questions"][Name]["progress"]>,
  ) => Promise<Types["questions"][Name]["answer"]>;
  /** Is lost when no thread runs. */
  readonly send: (command: Types["command"]) => void;
  /** Lets the thread finish what was asked. `last` takes the place of the usual message that ends it. */
  readonly close: (last?: Types["command"]) => Promise<void>;
  /** Stops the thread at once. */
  readonly terminate: () => Promise<void>;
}

export class WorkerTimeout extends Error {
  override readonly name = "WorkerTimeout";
}

const cancelled = "The question was cancelled.";

interface Pending {
  readonly settle: (reply: Reply) => void;
  readonly reject: (error: unknown) => void;
}

export function createWorkerClient<Types extends ProtocolTypes>(
  options: WorkerClientOptions<Types>,
): WorkerClient<Types> {
  const { protocol, describeEnd, onEvent, onEnd, idleMs, closeWithinMs } = options;
  const url = options.url ?? workerUrl(protocol.worker);
  const pending = new Map<number, Pending>();
  let worker: Worker | undefined;
  let closed = false;
  let lastId = 0;
  let idle: NodeJS.Timeout | undefined;

  function start(): void {
    if (closed || worker !== undefined) return;
    let failure: Error | undefined;
    try {
      worker = createThread(url, options);
    } catch (error) {
      // A machine that cannot run one more thread.
      ended(asError(error));
      return;
    }
    const started = worker;
    started.on("message", (message: unknown) => {
      try {
        receive(message);
      } catch (error) {
        failure = asError(error);
        void started.terminate();
      }
    });
    started.on("messageerror", (error) => {
      failure = error;
      void started.terminate();
    });
    started.on("error", (error) => {
      failure = asError(error);
    });
    // It follows an error, too.
    started.on("exit", () => ended(failure));
  }

  function ended(error: Error | undefined): void {
    worker = undefined;
    clearTimeout(idle);
    const lost = [...pending.values()];
    pending.clear();
    if (lost.length > 0) {
      const reason = new Error(describeEnd(error));
      for (const { reject } of lost) reject(reason);
    }
    onEnd?.(error);
  }

  function receive(message: unknown): void {
    if (isReply(message)) pending.get(message.reply)?.settle(message);
    else onEvent?.(protocol.event.parse(message));
  }

  function stopWhenIdle(): void {
    clearTimeout(idle);
    if (idleMs === undefined) return;
    idle = setTimeout(() => {
      if (pending.size > 0) stopWhenIdle();
      else void worker?.terminate();
    }, idleMs);
    idle.unref();
  }

  function ask<Name extends keyof Types["questions"] & string>(
    question: Name,
    argument: Types["questions"][Name]["argument"],
    { onProgress, signal, timeoutMs, transfer = [] }: AskOptions<Types["questions"][Name]["progress"]> = {},
  ): Promise<Types["questions"][Name]["answer"]> {
    if (closed) return Promise.reject(new Error(describeEnd(undefined)));
    if (signal?.aborted === true) return Promise.reject(new Error(cancelled));
    const parsers = protocol.questions[question];
    lastId += 1;
    const id = lastId;
    const { promise, resolve, reject } = Promise.withResolvers<Types["questions"][Name]["answer"]>();
    const giveUp = (error: unknown): void => {
      pending.delete(id);
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
      reject(error);
    };
    const cancel = (): void => giveUp(new Error(cancelled));
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => giveUp(new WorkerTimeout(`No answer within ${timeoutMs} ms.`)), timeoutMs);
    signal?.addEventListener("abort", cancel);
    const settle = (reply: Reply): void => {
      try {
        if (reply.type === "progress") return onProgress?.(parsers.progress?.parse(reply.value));
        if (reply.type === "failure") return giveUp(new Error(reply.message));
        resolve(parsers.answer.parse(reply.value));
      } catch (error) {
        return giveUp(error);
      }
      pending.delete(id);
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
    };
    pending.set(id, { settle, reject: giveUp });
    start();
    stopWhenIdle();
    const message: Ask = { ask: id, question, argument };
    worker?.postMessage(message, transfer);
    return promise;
  }

  async function close(last?: Types["command"]): Promise<void> {
    closed = true;
    clearTimeout(idle);
    const ending = worker;
    if (ending === undefined) return;
    ending.ref();
    if (closeWithinMs === 0) return void (await ending.terminate());
    const exit = Promise.withResolvers<void>();
    ending.once("exit", () => exit.resolve());
    const timer = closeWithinMs === undefined ? undefined : setTimeout(() => void ending.terminate(), closeWithinMs);
    const message: Close = { type: "close" };
    ending.postMessage(last ?? message, []);
    await exit.promise;
    clearTimeout(timer);
  }

  return {
    start,
    isRunning: () => worker !== undefined,
    ask,
    send: (command) => worker?.postMessage(command, []),
    close,
    async terminate() {
      closed = true;
      clearTimeout(idle);
      await worker?.terminate();
    },
  };
}

function createThread<Types extends ProtocolTypes>(url: URL, options: WorkerClientOptions<Types>): Worker {
  const { data, environment, silent = false, keepsProcessAlive = true } = options;
  const worker = new Worker(url, {
    workerData: data(),
    stdout: silent,
    stderr: silent,
    ...(environment === undefined ? {} : { env: environment }),
  });
  if (!keepsProcessAlive) worker.unref();
  return worker;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
