// Questions to a worker thread that wait for their answer: each ends by its answer, a failure, its time limit or its cancellation.
import type { Transferable } from "node:worker_threads";
import type { Cancellation } from "../../shared/lib/cancellation.ts";
import type { QuestionParsers, QuestionTypes, Reply } from "./protocol.ts";

export interface AskOptions<Progress> {
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Stops waiting. The thread itself goes on: see startWorkerJob for one that ends with its question. */
  readonly signal?: Cancellation | undefined;
  readonly timeoutMs?: number | undefined;
  readonly transfer?: readonly Transferable[];
}

export class WorkerTimeout extends Error {
  override readonly name = "WorkerTimeout";
}

export const cancelled = "The question was cancelled.";

interface Pending {
  readonly settle: (reply: Reply) => void;
  readonly reject: (error: unknown) => void;
}

export interface Questions {
  /** A new question; its answer comes by `settle`. */
  readonly open: <Types extends QuestionTypes>(
    parsers: QuestionParsers<Types>,
    options: AskOptions<Types["progress"]>,
  ) => { readonly id: number; readonly answer: Promise<Types["answer"]> };
  readonly settle: (reply: Reply) => void;
  readonly failAll: (reason: () => Error) => void;
  readonly count: () => number;
}

export function createQuestions(): Questions {
  const pending = new Map<number, Pending>();
  let lastId = 0;
  return {
    open<Types extends QuestionTypes>(
      parsers: QuestionParsers<Types>,
      { onProgress, signal, timeoutMs }: AskOptions<Types["progress"]>,
    ) {
      lastId += 1;
      const id = lastId;
      const { promise, resolve, reject } = Promise.withResolvers<Types["answer"]>();
      const end = (): void => {
        pending.delete(id);
        clearTimeout(timer);
        signal?.removeEventListener("abort", cancel);
      };
      const giveUp = (error: unknown): void => {
        end();
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
        end();
      };
      pending.set(id, { settle, reject: giveUp });
      return { id, answer: promise };
    },
    settle: (reply) => pending.get(reply.reply)?.settle(reply),
    failAll(reason) {
      const lost = [...pending.values()];
      pending.clear();
      if (lost.length === 0) return;
      const error = reason();
      for (const { reject } of lost) reject(error);
    },
    count: () => pending.size,
  };
}
