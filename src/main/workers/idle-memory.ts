// Gives memory back in quiet moments: V8 collects when it needs room, and an idle thread would keep what it no longer uses.
import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { second } from "../../shared/lib/clock.ts";

const lookEvery = 5 * second;
/** Below this part of its time a thread is idle, and nobody notices the tenth of a second a collection takes. */
const idleUtilization = 0.05;
/** Not worth a collection below. */
const worthwhileBytes = 4 * 1024 * 1024;
/** Nor below this part of what is in use: the more there is to walk through, the longer a collection takes. */
const worthwhileShare = 0.5;

export interface IdleMemoryPorts {
  /** What this thread has on its heap and beside it, garbage included. */
  readonly heldBytes: () => number;
  /** The part of the time since the last question that the thread was busy. */
  readonly busy: () => number;
  readonly collect: () => void;
}

/** For the thread that calls it. Looks now and then; returns how to stop. */
export function releaseIdleMemory(ports: IdleMemoryPorts = systemPorts()): () => void {
  const look = createLook(ports);
  const timer = setInterval(look, lookEvery);
  timer.unref();
  return () => clearInterval(timer);
}

/** Collects when the thread is idle and has grown since the last collection; the first time, what its start has left. */
export function createLook({ heldBytes, busy, collect }: IdleMemoryPorts): () => void {
  let least = 0;
  return () => {
    const idle = busy() < idleUtilization;
    if (!idle || heldBytes() - least < Math.max(worthwhileBytes, worthwhileShare * least)) return;
    collect();
    // What is left is used: nothing is gained by looking at it again and again.
    least = heldBytes();
  };
}

function systemPorts(): IdleMemoryPorts {
  let before = performance.eventLoopUtilization();
  let collect: (() => void) | undefined;
  return {
    heldBytes: () => {
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    },
    busy: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
    collect: () => {
      collect ??= collector();
      collect();
    },
  };
}

/**
 * The function is there only in a context made after the flag was set. An ordinary collection: it makes V8 shrink the heap
 * by itself during the next minute, in small steps. The thorough kind does so at once, and stops the thread five times as long.
 */
function collector(): () => void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  return typeof collect === "function" ? () => void Reflect.apply(collect, undefined, []) : () => undefined;
}
