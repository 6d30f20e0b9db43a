// What a process and everything it started use together. Linux only: elsewhere nothing tells it cheaply.
import { readdirSync, readFileSync } from "node:fs";

export interface TreeUsage {
  readonly processes: number;
  /** Memory that is really there and belongs to nobody else. */
  readonly memoryBytes: number;
  /** Of the living, and of the dead they have waited for. */
  readonly cpuSeconds: number;
}

/** The kernel counts in hundredths of a second, whatever its own clock does. */
const ticksPerSecond = 100;

/** Stops counting after `most` processes: then it is too many anyway, and looking on would cost more than it tells. */
export function treeUsage(root: number, most: number): TreeUsage {
  const known = [root];
  let [memoryBytes, ticks] = [0, 0];
  for (let index = 0; index < known.length && index <= most; index += 1) {
    const pid = known[index];
    if (pid === undefined) break;
    const usage = usageOf(pid);
    memoryBytes += usage.memoryBytes;
    ticks += usage.ticks;
    known.push(...childrenOf(pid));
  }
  return { processes: known.length, memoryBytes, cpuSeconds: ticks / ticksPerSecond };
}

/** Every thread has its own children. */
function childrenOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
      const line = readOr(`/proc/${pid}/task/${thread}/children`).trim();
      return line === "" ? [] : line.split(" ").map(Number);
    });
  } catch {
    // It has ended meanwhile.
    return [];
  }
}

function usageOf(pid: number): { readonly memoryBytes: number; readonly ticks: number } {
  const anonymous = /^RssAnon:\s+(\d+)/m.exec(readOr(`/proc/${pid}/status`))?.[1] ?? "0";
  const stat = readOr(`/proc/${pid}/stat`);
  // The name in brackets may hold blanks; after it the state is the third member, and utime the fourteenth.
  const members = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = members.slice(11, 15).reduce((sum, member) => sum + (Number(member) || 0), 0);
  return { memoryBytes: Number(anonymous) * 1024, ticks };
}

function readOr(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
