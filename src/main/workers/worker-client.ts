// The owner's side of a worker thread: starts it, asks it, and rejects what is pending when it dies. The only caller of new Worker.
import { Worker } from "node:worker_threads";
import { workerUrl } from "./entries.ts";
import { type Ask, type Close, isReply, type Protocol, type ProtocolTypes } from "./protocol.ts";
import { type AskOptions, cancelled, createQuestions } from "./questions.ts";

export { type AskOptions, WorkerTimeout } from "./questions.ts";

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
  /** The thread ends when nothing was asked for this long; the next question starts it again. */
  readonly idleMs?: number;
  /** How long close waits before it stops the thread; 0 stops it at once. By default it waits as long as it takes. */
  readonly closeWithinMs?: number;
  /** What those who wait read when the thread ends. */
  readonly describeEnd: (error: Error | undefined) => string;
  readonly onEvent?: (event: Types["event"]) => void;
  /** After pending questions were rejected. Also when a thread could not be started. */
  readonly onEnd?: (error: Error | undefined) => void;
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

export function createWorkerClient<Types extends ProtocolTypes>(
  clientOptions: WorkerClientOptions<Types>,
): WorkerClient<Types> {
  const { protocol, describeEnd, onEvent, onEnd, idleMs, closeWithinMs } = clientOptions;
  const url = clientOptions.url ?? workerUrl(protocol.worker);
  const questions = createQuestions();
  let worker: Worker | undefined;
  let closed = false;
  let idle: NodeJS.Timeout | undefined;

  function start(): void {
    if (closed || worker !== undefined) return;
    try {
      worker = createThread(url, clientOptions);
    } catch (error) {
      // A machine that cannot run one more thread.
      ended(asError(error));
      return;
    }
    listenTo(worker, receive, ended);
  }

  function ended(error: Error | undefined): void {
    worker = undefined;
    clearTimeout(idle);
    questions.failAll(() => new Error(describeEnd(error)));
    onEnd?.(error);
  }

  function receive(message: unknown): void {
    if (isReply(message)) questions.settle(message);
    else onEvent?.(protocol.event.parse(message));
  }

  function stopWhenIdle(): void {
    clearTimeout(idle);
    if (idleMs === undefined) return;
    idle = setTimeout(() => {
      if (questions.count() > 0) stopWhenIdle();
      else void worker?.terminate();
    }, idleMs);
    idle.unref();
  }

  function ask<Name extends keyof Types["questions"] & string>(
    question: Name,
    argument: Types["questions"][Name]["argument"],
    options: AskOptions<Types["questions"][Name]["progress"]> = {},
  ): Promise<Types["questions"][Name]["answer"]> {
    if (closed) return Promise.reject(new Error(describeEnd(undefined)));
    if (options.signal?.aborted === true) return Promise.reject(new Error(cancelled));
    const { id, answer } = questions.open(protocol.questions[question], options);
    start();
    stopWhenIdle();
    const message: Ask = { ask: id, question, argument };
    worker?.postMessage(message, options.transfer ?? []);
    return answer;
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

/** A message that cannot be read or dealt with ends the thread. `ended` is called once, with what went wrong. */
function listenTo(
  worker: Worker,
  receive: (message: unknown) => void,
  ended: (error: Error | undefined) => void,
): void {
  let failure: Error | undefined;
  worker.on("message", (message: unknown) => {
    try {
      receive(message);
    } catch (error) {
      failure = asError(error);
      void worker.terminate();
    }
  });
  worker.on("messageerror", (error) => {
    failure = error;
    void worker.terminate();
  });
  worker.on("error", (error) => {
    failure = asError(error);
  });
  // It follows an error, too.
  worker.on("exit", () => ended(failure));
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
