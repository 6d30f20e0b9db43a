// The writer's thread: appends first, and in the time between them brings the search index up to date.
import { parentPort, workerData } from "node:worker_threads";
import { classify } from "./faults.ts";
import { type Keeper, openKeeper } from "./keeper.ts";
import type { Indexer } from "./indexer.ts";
import { type Append, createInbox } from "./inbox.ts";
import { type IntentFilter, newIntentFilter } from "./known-intents.ts";
import type { Failure, FromWriter, ToWriter, WriterData } from "./messages.ts";
import { createIndexing, type Indexing } from "./indexing.ts";
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

function start(): { readonly keeper: Keeper; readonly indexing: Indexing } | undefined {
  try {
    const keeper = openKeeper({
      directory,
      checkpointEntries,
      now: startedAt,
      onHealth: (health) => send({ type: "health", health }),
      onOpen: () => send({ type: "opened" }),
    });
    const indexing = createIndexing(
      keeper.store,
      (indexedTo) => send({ type: "indexed", indexedTo }),
      () => send({ type: "opened" }),
      createRest(keeper),
    );
    const store = keeper.store();
    const entries = store?.writer.lastSequence() ?? 0;
    send({ type: "ready", remembered: keeper.remembered(), entries, healthy: store !== undefined });
    indexing.appended();
    // What a stub stands for may still be here, if the last pruning was interrupted.
    clearOut(keeper);
    return { keeper, indexing };
  } catch (error) {
    send({ type: "refused", failure: failureOf(error) });
    port?.close();
    return undefined;
  }
}

/** What is done when nobody appends and everything is indexed. */
function createRest(keeper: Keeper): () => void {
  let told = false;
  return () => {
    keeper.foldLog("rest");
    const indexer = keeper.store()?.indexer();
    if (told || indexer === undefined) return;
    told = true;
    tellKnown(keeper, indexer, newIntentFilter(), -1);
  };
}

/** In short steps, like everything that can wait. */
function tellKnown(keeper: Keeper, indexer: Indexer, intents: IntentFilter, after: number): void {
  // An index that was made anew meanwhile may lack some. Untold, every intent is looked up.
  if (keeper.store()?.indexer() !== indexer) return;
  try {
    const last = indexer.addIntents(intents, after);
    if (last === undefined) send({ type: "known", intents });
    else setImmediate(tellKnown, keeper, indexer, intents, last);
  } catch {
    // A damaged index: the next step meets the fault and makes it anew.
  }
}

function prune(keeper: Keeper, { size, archive, now }: Extract<ToWriter, { type: "prune" }>): void {
  try {
    keeper.prune(size, now, archive);
    clearOut(keeper);
  } catch (error) {
    send({ type: "pruned", failure: failureOf(error) });
  }
}

/** What a stub stands for goes in short steps; messages are handled in between. */
function clearOut(keeper: Keeper): void {
  try {
    if (keeper.pruneStep()) setImmediate(clearOut, keeper);
    else send({ type: "pruned" });
  } catch (error) {
    send({ type: "pruned", failure: failureOf(error) });
  }
}

function append(keeper: Keeper, indexing: Indexing, { entries, now }: Append): void {
  try {
    const appended = keeper.append(entries, now);
    send({ type: "appended", ...appended, indexedTo: indexing.indexedTo() });
  } catch (error) {
    send({ type: "failed", entries: entries.length, failure: failureOf(error) });
  }
  indexing.appended();
  keeper.foldLog("work");
}

function rememberSoon(keeper: Keeper, change: Change): void {
  keeper.remember(change);
  flushTimer ??= setTimeout(() => {
    flushTimer = undefined;
    keeper.flush();
  }, flushMilliseconds);
}

function close(keeper: Keeper, indexing: Indexing, now: number): void {
  clearTimeout(flushTimer);
  indexing.finish();
  keeper.close(now);
  send({ type: "closed" });
  port?.close();
}

const started = start();
if (started !== undefined) {
  const { keeper, indexing } = started;
  const inbox = createInbox(port);
  port.on("message", (received: ToWriter) => {
    for (let message: ToWriter | undefined = received; message !== undefined; message = inbox.next()) {
      if (message.type === "append") append(keeper, indexing, inbox.together(message));
      else if (message.type === "remember") rememberSoon(keeper, message.change);
      else if (message.type === "checkpoint") keeper.checkpoint(message.now);
      else if (message.type === "probe") keeper.probe(message.now);
      else if (message.type === "prune") prune(keeper, message);
      else close(keeper, indexing, message.now);
    }
  });
}
