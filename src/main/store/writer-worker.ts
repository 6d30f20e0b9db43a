// The writer's thread: appends first, and in the time between them folds the log and removes what retention signed for.
import { parentPort, workerData } from "node:worker_threads";
import { classify } from "./faults.ts";
import { type Keeper, openKeeper } from "./keeper.ts";
import { type Append, createInbox } from "./inbox.ts";
import type { Failure, FromWriter, ToWriter, WriterData } from "./messages.ts";
import type { Change } from "./remembered.ts";

const port = parentPort;
if (port === null) throw new Error("This file runs as a worker thread.");
const { directory, checkpointEntries, now: startedAt }: WriterData = workerData;

const send = (message: FromWriter): void => port.postMessage(message);
const failureOf = (error: unknown): Failure => {
  const { fault, message } = classify(error, directory);
  return { fault, message };
};

/** What is to be remembered waits so long for an append to take it along. */
const flushMilliseconds = 200;
let flushTimer: NodeJS.Timeout | undefined;
/** So long without an append is a pause. */
const pauseMilliseconds = 5;
let pauseTimer: NodeJS.Timeout | undefined;
let appendedAt = 0;

function start(): Keeper | undefined {
  try {
    const keeper = openKeeper({
      directory,
      checkpointEntries,
      now: startedAt,
      onHealth: (health) => send({ type: "health", health }),
      onOpen: () => send({ type: "opened" }),
    });
    const store = keeper.store();
    const entries = store?.writer.lastSequence() ?? 0;
    const alarm = keeper.alarm();
    send({
      type: "ready",
      remembered: keeper.remembered(),
      entries,
      healthy: store !== undefined,
      ...(alarm === undefined ? {} : { alarm }),
    });
    return keeper;
  } catch (error) {
    send({ type: "refused", failure: failureOf(error) });
    port?.close();
    return undefined;
  }
}

function prune(keeper: Keeper, { size, archive, now }: Extract<ToWriter, { type: "prune" }>): void {
  try {
    keeper.prune(size, now, archive);
    send({ type: "stub" });
  } catch (error) {
    send({ type: "unpruned", failure: failureOf(error) });
  }
}

/** What a stub stands for goes in short steps; messages are handled in between. */
function clearOut(keeper: Keeper, upTo: number): void {
  try {
    if (keeper.pruneStep(upTo)) setImmediate(clearOut, keeper, upTo);
    else send({ type: "pruned", upTo });
  } catch (error) {
    send({ type: "unpruned", failure: failureOf(error) });
  }
}

function append(keeper: Keeper, { entries, now }: Append): void {
  try {
    send({ type: "appended", ...keeper.append(entries, now) });
  } catch (error) {
    send({ type: "failed", entries: entries.length, failure: failureOf(error) });
  }
  keeper.settle();
  keeper.foldLog("work");
  appendedAt = performance.now();
  foldAtRest(keeper, pauseMilliseconds);
}

function foldAtRest(keeper: Keeper, milliseconds: number): void {
  pauseTimer ??= setTimeout(() => {
    pauseTimer = undefined;
    const quietFor = performance.now() - appendedAt;
    if (quietFor < pauseMilliseconds) foldAtRest(keeper, pauseMilliseconds - quietFor);
    else keeper.foldLog("rest");
  }, milliseconds);
}

function rememberSoon(keeper: Keeper, change: Change): void {
  keeper.remember(change);
  flushTimer ??= setTimeout(() => {
    flushTimer = undefined;
    keeper.flush();
  }, flushMilliseconds);
}

function close(keeper: Keeper, now: number): void {
  clearTimeout(flushTimer);
  clearTimeout(pauseTimer);
  keeper.close(now);
  send({ type: "closed" });
  port?.close();
}

const keeper = start();
if (keeper !== undefined) {
  const inbox = createInbox(port);
  port.on("message", (received: ToWriter) => {
    for (let message: ToWriter | undefined = received; message !== undefined; message = inbox.next()) {
      if (message.type === "append") append(keeper, inbox.together(message));
      else if (message.type === "remember") rememberSoon(keeper, message.change);
      else if (message.type === "checkpoint") keeper.checkpoint(message.now);
      else if (message.type === "probe") keeper.probe(message.now);
      else if (message.type === "prune") prune(keeper, message);
      else if (message.type === "clear") clearOut(keeper, message.upTo);
      else close(keeper, message.now);
    }
  });
}
