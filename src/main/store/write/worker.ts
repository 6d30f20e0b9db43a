// The writer's thread: appends first, and between them checkpoints the log and removes what retention signed for.
import { hostWorker } from "../../workers/worker-host.ts";
import { assertNever } from "../../../shared/lib/result.ts";
import { classify } from "../faults.ts";
import { openRecoveringWriter, type RecoveringWriter } from "./recovering-writer.ts";
import { type Append, createInbox, type Inbox } from "./inbox.ts";
import { type Failure, type WriterCommand, writerProtocol } from "./messages.ts";
import type { Change } from "../saved-state.ts";

const host = hostWorker(writerProtocol);
const { directory, checkpointEntries, now: startedAt } = host.data;
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

function start(): RecoveringWriter | undefined {
  try {
    const keeper = openRecoveringWriter({
      directory,
      checkpointEntries,
      now: startedAt,
      onHealth: (health) => host.emit({ type: "health", health }),
      onOpen: () => host.emit({ type: "opened" }),
    });
    const store = keeper.store();
    const entries = store?.writer.lastSequence() ?? 0;
    const alarm = keeper.alarm();
    host.emit({
      type: "ready",
      savedState: keeper.savedState(),
      entries,
      healthy: store !== undefined,
      ...(alarm === undefined ? {} : { alarm }),
    });
    return keeper;
  } catch (error) {
    host.emit({ type: "refused", failure: failureOf(error) });
    host.end();
    return undefined;
  }
}

function prune(keeper: RecoveringWriter, { size, archive, now }: Extract<WriterCommand, { type: "prune" }>): void {
  try {
    keeper.prune(size, now, archive);
    host.emit({ type: "stub" });
  } catch (error) {
    host.emit({ type: "unpruned", failure: failureOf(error) });
  }
}

/** What a stub stands for goes in short steps; messages are handled in between. */
function clearOut(keeper: RecoveringWriter, upTo: number): void {
  try {
    if (keeper.pruneStep(upTo)) setImmediate(clearOut, keeper, upTo);
    else host.emit({ type: "pruned", upTo });
  } catch (error) {
    host.emit({ type: "unpruned", failure: failureOf(error) });
  }
}

function append(keeper: RecoveringWriter, { entries, now }: Append): void {
  try {
    host.emit({ type: "appended", ...keeper.append(entries, now) });
  } catch (error) {
    host.emit({ type: "failed", entries: entries.length, failure: failureOf(error) });
  }
  keeper.settle();
  keeper.checkpointWal("work");
  appendedAt = performance.now();
  checkpointWalWhenIdle(keeper, pauseMilliseconds);
}

function checkpointWalWhenIdle(keeper: RecoveringWriter, milliseconds: number): void {
  pauseTimer ??= setTimeout(() => {
    pauseTimer = undefined;
    const quietFor = performance.now() - appendedAt;
    if (quietFor < pauseMilliseconds) checkpointWalWhenIdle(keeper, pauseMilliseconds - quietFor);
    else keeper.checkpointWal("rest");
  }, milliseconds);
}

function rememberSoon(keeper: RecoveringWriter, change: Change): void {
  keeper.saveState(change);
  flushTimer ??= setTimeout(() => {
    flushTimer = undefined;
    keeper.flush();
  }, flushMilliseconds);
}

function close(keeper: RecoveringWriter, now: number): void {
  clearTimeout(flushTimer);
  clearTimeout(pauseTimer);
  keeper.close(now);
  host.emit({ type: "closed" });
  host.end();
}

function handle(keeper: RecoveringWriter, inbox: Inbox, command: WriterCommand): void {
  switch (command.type) {
    case "append":
      return append(keeper, inbox.together(command));
    case "remember":
      return rememberSoon(keeper, command.change);
    case "checkpoint":
      return keeper.checkpoint(command.now);
    case "probe":
      return keeper.probe(command.now);
    case "prune":
      return prune(keeper, command);
    case "clear":
      return clearOut(keeper, command.upTo);
    case "close":
      return close(keeper, command.now);
    default:
      return assertNever(command);
  }
}

const keeper = start();
if (keeper !== undefined) {
  const inbox = createInbox(host.nextCommand);
  host.serve({
    answers: {},
    command: (received) => {
      for (let command: WriterCommand | undefined = received; command !== undefined; command = inbox.next())
        handle(keeper, inbox, command);
    },
  });
}
