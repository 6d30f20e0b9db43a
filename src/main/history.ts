// Asks the thread of past actions; starts it with the first question and ends it when nobody has asked for a while.
import { Worker } from "node:worker_threads";
import { minute } from "../shared/clock.ts";
import type { PastSessions } from "./engine/session-book.ts";
import type { PastHistory } from "./operations/ports.ts";
import type { FromHistory, HistoryAnswers, HistoryData, HistoryQuestion, ToHistory } from "./history-worker.ts";

export interface History extends PastHistory {
  /** What sessions did before now. */
  readonly sessions: (now: number) => Promise<PastSessions>;
  readonly close: () => Promise<void>;
}

const idleMs = 5 * minute;

export function createHistory(data: HistoryData, workerUrl?: URL): History {
  const url = workerUrl ?? new URL("./history-worker.ts", import.meta.url);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(url, { workerData: data });
    started.unref();
    started.on("message", (answer: FromHistory) => {
      const asked = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (answer.ok) asked?.resolve(answer.value);
      else asked?.reject(new Error(answer.message));
    });
    const ended = (error?: Error): void => {
      if (worker === started) worker = undefined;
      for (const { reject } of waiting.values())
        reject(error ?? new Error("The look through past actions was stopped."));
      waiting.clear();
    };
    started.on("error", ended);
    started.on("exit", () => ended());
    return started;
  }

  async function close(): Promise<void> {
    clearTimeout(idle);
    await worker?.terminate();
  }

  function ask<Asked extends HistoryQuestion>(question: Asked): Promise<HistoryAnswers[Asked["type"]]> {
    worker ??= start();
    clearTimeout(idle);
    idle = setTimeout(() => void close(), idleMs);
    idle.unref();
    lastId += 1;
    const message: ToHistory = { id: lastId, question };
    const answer = Promise.withResolvers<unknown>();
    waiting.set(lastId, answer);
    worker.postMessage(message, []);
    // The thread answers each question with what belongs to it.
    return answer.promise as Promise<HistoryAnswers[Asked["type"]]>;
  }

  return {
    reach: ({ grant, rule }, now) => ask({ type: "reach", grant, now, ...(rule === undefined ? {} : { rule }) }),
    observed: (names) => ask({ type: "observed", names }),
    missed: (question) => ask({ type: "missed", ...question }),
    sessions: (now) => ask({ type: "sessions", now }),
    close,
  };
}
