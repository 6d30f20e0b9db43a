// The process that holds a socket, found by the socket's inode among the open files of running processes.
import { readdirSync, readlinkSync } from "node:fs";
import { setImmediate as immediately } from "node:timers/promises";

export interface SocketHolders {
  /** The processes of these inodes, as far as they can be found. */
  readonly find: (inodes: ReadonlySet<string>) => Promise<ReadonlyMap<string, number>>;
}

/** How many processes that asked before are looked at early. */
const rememberedHolders = 32;
/** How many of the processes that started last are looked at first. */
const newest = 8;
/** Open files looked at for one question. */
const mostFiles = 50_000;

export function createSocketHolders(root = "/proc"): SocketHolders {
  // A process that asked before is likely to ask again, over another connection. The latest is last.
  const known = new Set<number>();

  function remember(pid: number): void {
    known.delete(pid);
    known.add(pid);
    const [oldest] = known;
    if (known.size > rememberedHolders && oldest !== undefined) known.delete(oldest);
  }

  return {
    find: async (inodes) => {
      const running = runningProcesses(root);
      for (const pid of known) if (!running.includes(pid)) known.delete(pid);
      // What just connected has often just started, or has connected before.
      const likely = [...new Set([...running.slice(0, newest), ...[...known].toReversed()])];
      const found = new Map<string, number>();
      const budget = { files: mostFiles };
      for (const candidates of [likely, running.filter((pid) => !likely.includes(pid))]) {
        for (const pid of candidates) {
          if (found.size === inodes.size || budget.files <= 0) break;
          lookInto(root, pid, inodes, found, budget);
          // A long search makes way for answers.
          if (candidates !== likely) await immediately();
        }
      }
      for (const pid of found.values()) remember(pid);
      return found;
    },
  };
}

function runningProcesses(root: string): readonly number[] {
  try {
    return readdirSync(root)
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .toSorted((one, other) => other - one);
  } catch {
    return [];
  }
}

function lookInto(
  root: string,
  pid: number,
  inodes: ReadonlySet<string>,
  found: Map<string, number>,
  budget: { files: number },
): void {
  try {
    const folder = `${root}/${pid}/fd`;
    for (const name of readdirSync(folder)) {
      budget.files -= 1;
      if (budget.files <= 0) return;
      const inode = /^socket:\[(\d+)\]$/.exec(linkTarget(`${folder}/${name}`))?.[1];
      if (inode !== undefined && inodes.has(inode)) found.set(inode, pid);
    }
  } catch {
    // Gone meanwhile, or not ours to look into.
  }
}

function linkTarget(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return "";
  }
}
