// Sockets of other programs in the places a program may use: each leads out of the sandbox, to whoever listens on it.
import { lstatSync, readFileSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isWithin } from "../within.ts";

const mostFolders = 2000;

/**
 * The kernel lists a socket by the name it was bound with. One with a relative name, or whose file is not there any more, may
 * have been moved to one of the places: then these are searched.
 */
export async function socketsIn(places: readonly string[]): Promise<readonly string[]> {
  const names = boundNames();
  const absolute = names.filter((name) => name.startsWith("/"));
  const here = absolute.filter((path) => places.some((place) => isWithin(path, place)));
  const lost = absolute.filter(isElsewhere);
  const relative = names.length > absolute.length;
  const searched = places.filter((place) => relative || lost.some((path) => sameDisk(path, place)));
  const found = await Promise.all(searched.map(search));
  return [...here, ...found.flat()].filter(isWithinReach);
}

/**
 * A folder that is another user's alone cannot be entered inside, also where Gatehouse runs as root: root inside the sandbox has no
 * rights over other users' files. Nothing could be mounted there either, and the sandbox would not start.
 */
function isWithinReach(path: string): boolean {
  const me = process.getuid?.();
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    const stats = statSync(folder, { throwIfNoEntry: false });
    if (stats !== undefined && stats.uid !== me && (stats.mode & 0o011) === 0) return false;
  }
  return true;
}

function boundNames(): readonly string[] {
  try {
    return readFileSync("/proc/net/unix", "utf8")
      .split("\n")
      .slice(1)
      .map((line) => line.replace(/^(?:\S+\s+){7}/, "").trim())
      .filter((name) => name !== "" && !name.startsWith("@") && !/^[0-9a-f]{16}:/.test(name));
  } catch {
    return [];
  }
}

/** Whether the socket that was bound there may have been moved. In a folder of another user it is out of reach in any case. */
function isElsewhere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSocket() !== true;
  } catch {
    return false;
  }
}

/** A file can be moved within its disk only. */
function sameDisk(one: string, other: string): boolean {
  const before = diskOf(dirname(one));
  return before === undefined || before === diskOf(other);
}

function diskOf(path: string): number | undefined {
  try {
    return statSync(path).dev;
  } catch {
    return undefined;
  }
}

/** The folders near the top first. */
async function search(place: string): Promise<readonly string[]> {
  const sockets: string[] = [];
  const folders = [place];
  for (let looked = 0; looked < Math.min(folders.length, mostFolders); looked += 1) {
    const folder = folders[looked] ?? place;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (entry.isSocket()) sockets.push(join(folder, entry.name));
      else if (entry.isDirectory()) folders.push(join(folder, entry.name));
    }
  }
  return sockets;
}
