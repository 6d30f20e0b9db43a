// The thread's side: answers questions, takes commands, and ends when asked to, after what it was asked before.
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { releaseIdleMemory } from "./idle-memory.ts";
import { type Ask, isAsk, isClose, type Protocol, type ProtocolTypes, type Reply } from "./protocol.ts";

type Answers<Types extends ProtocolTypes> = {
  readonly [Name in keyof Types["questions"]]: (
    argument: Types["questions"][Name]["argument"],
    progress: (progress: Types["questions"][Name]["progress"]) => void,
  ) => Types["questions"][Name]["answer"] | Promise<Types["questions"][Name]["answer"]>;
};

export interface WorkerHandlers<Types extends ProtocolTypes> {
  readonly answers: Answers<Types>;
  /** Also gets the message that ends the thread, if there is no `close`: then it ends the thread itself. */
  readonly command?: (command: Types["command"]) => void;
  /** After everything that was asked has been answered; then the thread ends. */
  readonly close?: () => void | Promise<void>;
  /** The sentence a failed question is answered with. */
  readonly describe?: (error: unknown) => string;
}

export interface WorkerHost<Types extends ProtocolTypes> {
  readonly data: Types["data"];
  readonly emit: (event: Types["event"]) => void;
  readonly serve: (handlers: WorkerHandlers<Types>) => void;
  /** The next command that has already arrived, for a thread that takes several together. */
  readonly nextCommand: () => Types["command"] | undefined;
  /** Takes no more messages, so that the thread ends. */
  readonly end: () => void;
}

export function hostWorker<Types extends ProtocolTypes>(protocol: Protocol<Types>): WorkerHost<Types> {
  const port = parentPort;
  if (port === null) throw new Error("This file runs as a worker thread.");
  const reply = (message: Reply): void => port.postMessage(message);

  function serve({ answers, command, close, describe = messageOf }: WorkerHandlers<Types>): void {
    const underWay = new Set<Promise<void>>();
    releaseIdleMemory();

    async function answer({ ask, question, argument }: Ask): Promise<void> {
      try {
        if (!Object.hasOwn(answers, question)) throw new Error(`There is no question "${question}".`);
        const parsed = protocol.questions[question]?.argument.parse(argument);
        const progress = (value: unknown): void => reply({ reply: ask, type: "progress", value });
        const answered = answers[question]?.(parsed, progress);
        // What is known at once is sent at once: a later turn could find the thread busy.
        const value = answered instanceof Promise ? await answered : answered;
        reply({ reply: ask, type: "answer", value });
      } catch (error) {
        reply({ reply: ask, type: "failure", message: describe(error) });
      }
    }

    async function finish(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay);
      await close?.();
      port?.close();
    }

    port?.on("message", (message: unknown) => {
      if (isAsk(message)) {
        const answering = answer(message).finally(() => underWay.delete(answering));
        underWay.add(answering);
      } else if (isClose(message) && (close !== undefined || command === undefined)) void finish();
      else command?.(protocol.command.parse(message));
    });
  }

  return {
    data: protocol.data.parse(workerData),
    emit: (event) => port.postMessage(event),
    serve,
    nextCommand() {
      const received: { readonly message: unknown } | undefined = receiveMessageOnPort(port);
      return received === undefined ? undefined : protocol.command.parse(received.message);
    },
    end: () => port.close(),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
