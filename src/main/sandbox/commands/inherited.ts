// Handles that Gatehouse itself was started with: a program that inherits one to a folder has a way out of its sandbox.
import { type ChildProcess, type IOType, spawn, type SpawnOptions } from "node:child_process";
import { closeSync, fstatSync, openSync, readdirSync, readFileSync } from "node:fs";
import { devNull } from "node:os";

/** O_CLOEXEC, which all that Node opens has. Of what it was started with, Node sets it for the lowest handles only. */
const closedInChildren = 0o2000000;

/** As `spawn`, with nothing but these handles. Throws what it throws. */
export function spawnWithout(
  program: string,
  words: readonly string[],
  { stdio, ...options }: Omit<SpawnOptions, "stdio"> & { readonly stdio: readonly IOType[] },
): ChildProcess {
  const others = inherited().filter((handle) => handle >= stdio.length);
  const nothing = openSync(devNull, "r+");
  try {
    const all: (IOType | number)[] = [...stdio];
    // What is only left out would still be inherited.
    for (let handle = stdio.length; handle <= Math.max(...others); handle += 1)
      all.push(others.includes(handle) ? nothing : "ignore");
    return spawn(program, words, { ...options, stdio: all });
  } finally {
    closeSync(nothing);
  }
}

/** Linux only: elsewhere a child has nothing that was not named. */
function inherited(): readonly number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc/self/fd").map(Number).filter(isInherited);
}

/** By handle, the sockets that no child inherits: there is one for each agent, and to read the flags of a thousand takes 10 ms. */
const sockets = new Map<number, number>();

function isInherited(handle: number): boolean {
  const socket = socketAt(handle);
  if (socket !== undefined && sockets.get(handle) === socket) return false;
  const closed = (flagsOf(handle) & closedInChildren) !== 0;
  if (closed && socket !== undefined) sockets.set(handle, socket);
  return !closed;
}

/** Its number, which no other socket has. */
function socketAt(handle: number): number | undefined {
  try {
    const found = fstatSync(handle);
    return found.isSocket() ? found.ino : undefined;
  } catch {
    return undefined;
  }
}

function flagsOf(handle: number): number {
  try {
    const flags = /^flags:\s+(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${handle}`, "utf8"))?.[1];
    return Number.parseInt(flags ?? "0", 8);
  } catch {
    // Closed meanwhile.
    return closedInChildren;
  }
}
