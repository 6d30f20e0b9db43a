// Downloads: which files of a session came from the network, one by one, within a folder, or as copies.
import type { Facts } from "../../../shared/domain/facts.ts";
import type { SessionView } from "./sessions.ts";
import { addTo, type Seen } from "./trail.ts";

/** Of all sessions of an agent, files and folders. */
const rememberedDownloads = 2000;

/** Where there is no room for all, the oldest count by their folders: flooding the list must not make one forgotten. */
export function withDownloads(before: readonly Seen[], fresh: readonly string[], at: number): readonly Seen[] {
  if (fresh.length === 0) return before;
  const all = addTo(before, fresh, at);
  if (all.length <= rememberedDownloads) return all;
  const half = rememberedDownloads / 2;
  let folders = placed(all.slice(0, -half), folderAbove);
  for (const depth of depths) if (folders.length > half) folders = placed(folders, (folder) => cutTo(folder, depth));
  return [...folders, ...all.slice(-half)];
}

/** Folders are cut to these one after the other until there are few enough; the last leaves two. */
const depths = [16, 8, 6, 5, 4, 3, 2, 1, 0];

/** Each place once, as of the latest in it. */
function placed(seen: readonly Seen[], placeOf: (value: string) => string): readonly Seen[] {
  const places = new Map<string, number>();
  for (const { value, at } of seen) {
    const place = placeOf(value);
    places.set(place, Math.max(at, places.get(place) ?? at));
  }
  return [...places].map(([value, at]) => ({ value, at }));
}

/** Names whose place nobody knows lie in "./". */
function folderAbove(value: string): string {
  return value.slice(0, value.lastIndexOf("/") + 1) || "./";
}

function cutTo(folder: string, depth: number): string {
  if (depth === 0) return folder.startsWith("/") ? "/" : "./";
  const parts = folder.split("/", depth + 2);
  return parts.length < depth + 2 ? folder : `${parts.slice(0, depth).join("/")}/`;
}

/** Which of these files came from the network, one by one or within a folder. */
export function cameFromNetwork(session: SessionView, paths: readonly string[]): readonly string[] {
  if (session.downloaded.length === 0 || paths.length === 0) return [];
  const files = new Set<string>();
  const folders = new Map<string, number>();
  for (const { value, at } of session.downloaded) {
    if (value.endsWith("/")) folders.set(value, at);
    else files.add(value);
  }
  if (folders.size === 0) return paths.filter((path) => files.has(path));
  const authored = new Map(session.authored.map(({ value, at }) => [value, at]));
  // A call may name a thousand paths and a session two thousand folders: each path is looked up, not held against them all.
  const lengths = new Set([...folders.keys()].map(({ length }) => length));
  const lies = (path: string): boolean => {
    const authoredAt = authored.get(path) ?? -Infinity;
    for (const length of lengths) {
      const folder = folderAround(path, length);
      const filledAt = folder === undefined ? undefined : folders.get(folder);
      if (filledAt !== undefined && filledAt >= authoredAt) return true;
    }
    return false;
  };
  return paths.filter((path) => files.has(path) || lies(path));
}

/** The beginning of a path, if it is a folder. A folder stands for itself too: `scp host:x .` names what may be either. */
function folderAround(path: string, length: number): string | undefined {
  if (path.length === length - 1) return `${path}/`;
  return path[length - 1] === "/" ? path.slice(0, length) : undefined;
}

function folderOf(path: string): string {
  return path.endsWith("/") ? path : `${path}/`;
}

/** The downloads that a step reads while it makes something. */
export function usedDownloads(session: SessionView, facts: Facts, written: readonly string[]): readonly string[] {
  if (session.downloaded.length === 0 || (written.length === 0 && facts.arrivals === undefined)) return [];
  const read = facts.paths.filter(({ access }) => access !== "write").map(({ path }) => path);
  return cameFromNetwork(session, read);
}

/** What a step adds to the downloads: files by their names, folders with a slash behind them. */
export function fetched(
  facts: Facts,
  written: readonly string[],
  used: readonly string[],
  came: boolean,
): readonly string[] {
  const arrived = (facts.arrivals ?? []).filter(({ from }) => came || from === "network");
  return [
    ...(came ? [...withoutClones(facts, written), ...namedAfter(used, written)] : []),
    ...arrived.map(({ path }) => folderOf(path)),
  ];
}

/** A repository that git clones is not a download: it is worked on, built and run all day. */
function withoutClones(facts: Facts, written: readonly string[]): readonly string[] {
  const clones = facts.commands.some(({ program, arguments: words }) => program === "git" && words.includes("clone"));
  if (!clones) return written;
  return facts.paths.filter(({ access, recursive }) => access === "write" && !recursive).map(({ path }) => path);
}

/** `cp download folder`: without the disk nobody knows whether the copy is `folder` or `folder/download`. */
function namedAfter(used: readonly string[], written: readonly string[]): readonly string[] {
  const names = used.slice(0, 8).map((path) => path.slice(path.lastIndexOf("/") + 1));
  const folders = written.filter((path) => !/\.\w{1,5}$/.test(path));
  return folders.slice(0, 8).flatMap((path) => names.map((name) => folderOf(path) + name));
}
