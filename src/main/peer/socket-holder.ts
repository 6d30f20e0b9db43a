// The process that holds a socket, found by the socket's inode among the open files of running processes.
import { readdir, readlink } from "node:fs/promises";

export interface SocketHolders {
  /** The processes of these inodes, as far as they can be found. */
  readonly find: (inodes: ReadonlySet<string>) => Promise<ReadonlyMap<string, number>>;
}

/** How many processes that asked before are looked at early. */
const rememberedHolders = 32;
/** Processes looked into at the same time, and open files looked at for one question. */
const atOnce = 8;
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
      const found = new Map<string, number>();
      const budget = { files: mostFiles };
      const running = await runningProcesses(root);
      for (const pid of known) if (!running.includes(pid)) known.delete(pid);
      // What just connected has often just started.
      const candidates = [...new Set([...running.slice(0, atOnce), ...[...known].toReversed(), ...running])];
      for (let start = 0; start < candidates.length && found.size < inodes.size && budget.files > 0; start += atOnce) {
        const some = candidates.slice(start, start + atOnce);
        await Promise.all(some.map((pid) => lookInto(root, pid, inodes, found, budget)));
      }
      for (const pid of found.values()) remember(pid);
      return found;
    },
  };
}

async function runningProcesses(root: string): Promise<readonly number[]> {
  try {
    const names = await readdir(root);
    return names
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .toSorted((one, other) => other - one);
  } catch {
    return [];
  }
}

async function lookInto(
  root: string,
  pid: number,
  inodes: ReadonlySet<string>,
  found: Map<string, number>,
  budget: { files: number },
): Promise<void> {
  try {
    const folder = `${root}/${pid}/fd`;
    const descriptors = await readdir(folder);
    budget.files -= descriptors.length;
    const targets = await Promise.all(descriptors.map((name) => readlink(`${folder}/${name}`).catch(() => "")));
    for (const target of targets) {
      const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1];
      // A child may have inherited the socket: the oldest holder opened it.
      if (inode !== undefined && inodes.has(inode)) found.set(inode, Math.min(pid, found.get(inode) ?? pid));
    }
  } catch {
    // Gone meanwhile, or not ours to look into.
  }
}
