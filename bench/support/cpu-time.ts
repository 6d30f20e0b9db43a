// What an answer costs in processor time, by kind of thread: Linux says it for every thread of a process.
import { readdirSync, readFileSync } from "node:fs";

/** Nanoseconds by the names Node gives its threads. */
export type CpuTime = ReadonlyMap<string, number>;

const groups: Readonly<Record<string, string>> = {
  WorkerThread: "workers",
  V8Worker: "V8",
  "libuv-worker": "files",
};

/** Empty where it cannot be read. */
export function cpuTime(processId: number | undefined): CpuTime {
  const times = new Map<string, number>();
  const tasks = `/proc/${processId}/task`;
  for (const task of listed(tasks)) {
    const name = read(`${tasks}/${task}/comm`).trim();
    const group = Number(task) === processId ? "answering" : (groups[name] ?? "others");
    const [nanoseconds = "0"] = read(`${tasks}/${task}/schedstat`).split(" ");
    times.set(group, (times.get(group) ?? 0) + Number(nanoseconds));
  }
  return times;
}

const restMilliseconds = 150;
const restShare = 0.02;
const mostLooks = 60;

/** Waits until the threads of a process rest: the index follows the last answer, and its work belongs to the answers before. */
export async function rested(processId: number | undefined): Promise<CpuTime> {
  let before = cpuTime(processId);
  for (let look = 0; look < mostLooks; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, restMilliseconds));
    const after = cpuTime(processId);
    if (sumOf(after) - sumOf(before) < restMilliseconds * 1e6 * restShare) return after;
    before = after;
  }
  return before;
}

/** Nanoseconds of all threads together. */
export function sumOf(times: CpuTime): number {
  return [...times.values()].reduce((all, time) => all + time, 0);
}

/** "answering 410 µs, workers 120 µs, V8 60 µs" for each of so many answers. */
export function describeCpu(before: CpuTime, after: CpuTime, answers: number): string {
  return [...after]
    .map(([group, time]) => ({ group, each: (time - (before.get(group) ?? 0)) / answers / 1000 }))
    .filter(({ each }) => each >= 1)
    .map(({ group, each }) => `${group} ${each.toFixed(0)} µs`)
    .join(", ");
}

function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A thread may end while one looks. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
