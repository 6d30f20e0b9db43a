// Downloads: which files of a session came from the network, one by one, within a folder, or as copies.
import type { Facts } from "../../shared/facts.ts";
import type { SessionView } from "./sessions.ts";
import type { Seen } from "./trail.ts";

/** Which of these files came from the network, one by one or within a folder. */
export function cameFromNetwork(session: SessionView, paths: readonly string[]): readonly string[] {
  if (session.downloaded.length === 0 || paths.length === 0) return [];
  const files = new Set<string>();
  const folders: Seen[] = [];
  for (const seen of session.downloaded) {
    if (seen.value.endsWith("/")) folders.push(seen);
    else files.add(seen.value);
  }
  return paths.filter(
    (path) =>
      files.has(path) || folders.some((folder) => lies(path, folder.value) && !isAuthored(session, path, folder)),
  );
}

/** A folder stands for itself too: `scp host:x .` names what may be either. */
function lies(path: string, folder: string): boolean {
  return path.startsWith(folder) || (path.length === folder.length - 1 && folder.startsWith(path));
}

function isAuthored({ authored }: SessionView, path: string, folder: Seen): boolean {
  return authored.some((seen) => seen.value === path && seen.at > folder.at);
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
