// The writer's thread: appends, and between them SQLite's WAL checkpoints and the removal of entries that retention has archived.
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

/** How long a change of the saved state waits for an append to be written with. */
const flushMilliseconds = 200;
let flushTimer: NodeJS.Timeout | undefined;
/** A pause is this long without an append. */
const pauseMilliseconds = 5;
let pauseTimer: NodeJS.Timeout | undefined;
let appendedAt = 0;

function start(): RecoveringWriter | undefined {
  try {
    const writer = openRecoveringWriter({
      directory,
      checkpointEntries,
      now: startedAt,
      onHealth: (health) => host.emit({ type: "health", health }),
      onOpen: () => host.emit({ type: "opened" }),
    });
    const store = writer.store();
    const entries = store?.writer.lastSequence() ?? 0;
    const alarm = writer.alarm();
    host.emit({
      type: "ready",
      savedState: writer.savedState(),
      entries,
      healthy: store !== undefined,
      ...(alarm === undefined ? {} : { alarm }),
    });
    return writer;
  } catch (error) {
    host.emit({ type: "refused", failure: failureOf(error) });
    host.end();
    return undefined;
  }
}

function prune(writer: RecoveringWriter, { size, archive, now }: Extract<WriterCommand, { type: "prune" }>): void {
  try {
    writer.prune(size, now, archive);
    host.emit({ type: "stub" });
  } catch (error) {
    host.emit({ type: "unpruned", failure: failureOf(error) });
  }
}

/** Removes the entries that a stub replaces, in short steps; messages are handled in between. */
function clearOut(writer: RecoveringWriter, upTo: number): void {
  try {
    if (writer.pruneStep(upTo)) setImmediate(clearOut, writer, upTo);
    else host.emit({ type: "pruned", upTo });
  } catch (error) {
    host.emit({ type: "unpruned", failure: failureOf(error) });
  }
}

function append(writer: RecoveringWriter, { entries, now }: Append): void {
  try {
    host.emit({ type: "appended", ...writer.append(entries, now) });
  } catch (error) {
    host.emit({ type: "failed", entries: entries.length, failure: failureOf(error) });
  }
  writer.settle();
  writer.checkpointWal("busy");
  appendedAt = performance.now();
  checkpointWalWhenIdle(writer, pauseMilliseconds);
}

function checkpointWalWhenIdle(writer: RecoveringWriter, milliseconds: number): void {
  pauseTimer ??= setTimeout(() => {
    pauseTimer = undefined;
    const quietFor = performance.now() - appendedAt;
    if (quietFor < pauseMilliseconds) checkpointWalWhenIdle(writer, pauseMilliseconds - quietFor);
    else writer.checkpointWal("idle");
  }, milliseconds);
}

function saveStateSoon(writer: RecoveringWriter, change: Change): void {
  writer.saveState(change);
  flushTimer ??= setTimeout(() => {
    flushTimer = undefined;
    writer.flush();
  }, flushMilliseconds);
}

function close(writer: RecoveringWriter, now: number): void {
  clearTimeout(flushTimer);
  clearTimeout(pauseTimer);
  writer.close(now);
  host.emit({ type: "closed" });
  host.end();
}

function handle(writer: RecoveringWriter, inbox: Inbox, command: WriterCommand): void {
  switch (command.type) {
    case "append":
      return append(writer, inbox.together(command));
    case "saveState":
      return saveStateSoon(writer, command.change);
    case "checkpoint":
      return writer.checkpoint(command.now);
    case "probe":
      return writer.probe(command.now);
    case "prune":
      return prune(writer, command);
    case "clear":
      return clearOut(writer, command.upTo);
    case "close":
      return close(writer, command.now);
    default:
      return assertNever(command);
  }
}

const writer = start();
if (writer !== undefined) {
  const inbox = createInbox(host.nextCommand);
  host.serve({
    answers: {},
    command: (received) => {
      for (let command: WriterCommand | undefined = received; command !== undefined; command = inbox.next())
        handle(writer, inbox, command);
    },
  });
}
