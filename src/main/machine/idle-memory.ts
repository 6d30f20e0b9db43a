// Gives memory back after a flood: V8 collects when it needs room, and an idle engine would keep what it no longer uses.
import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { second } from "../../shared/lib/clock.ts";

const lookEvery = 5 * second;
/** Below this part of its time the engine is idle, and nobody notices the tenth of a second a collection takes. */
const idleUtilization = 0.05;
/** Not worth a collection below. */
const worthwhileBytes = 96 * 1024 * 1024;

export interface IdleMemoryPorts {
  readonly residentBytes: () => number;
  /** The part of the time since the last question that the engine was busy. */
  readonly busy: () => number;
  readonly collect: () => void;
}

/** Looks now and then; returns how to stop. */
export function releaseIdleMemory(ports: IdleMemoryPorts = systemPorts()): () => void {
  const look = createLook(ports);
  const timer = setInterval(look, lookEvery);
  timer.unref();
  return () => clearInterval(timer);
}

/** Collects when the engine is idle and has grown since the last collection. */
export function createLook({ residentBytes, busy, collect }: IdleMemoryPorts): () => void {
  let least = residentBytes();
  return () => {
    const idle = busy() < idleUtilization;
    if (!idle || residentBytes() - least < worthwhileBytes) return;
    collect();
    // What is left is used: nothing is gained by looking at it again and again.
    least = residentBytes();
  };
}

function systemPorts(): IdleMemoryPorts {
  let before = performance.eventLoopUtilization();
  let collect: (() => void) | undefined;
  return {
    residentBytes: () => process.memoryUsage.rss(),
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

/** The function is there only in a context made after the flag was set. */
function collector(): () => void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  return typeof collect === "function" ? () => void Reflect.apply(collect, undefined, []) : () => undefined;
}
