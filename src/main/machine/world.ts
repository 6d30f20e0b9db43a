// World: what this machine tells phase 1 about paths (home, temporary folders, links, case).
import { lstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import type { SecretScanner, World } from "../engine/ports.ts";

export interface WorldOptions {
  /** Gatehouse's own files, sockets and program. */
  readonly gatehouse: readonly string[];
  readonly findSecrets: SecretScanner;
  readonly home?: string;
}

export function createWorld(options: WorldOptions): World {
  const platform = process.platform === "win32" || process.platform === "darwin" ? process.platform : "linux";
  const temporary =
    platform === "win32"
      ? [tmpdir()]
      : [tmpdir(), "/tmp", "/var/tmp", ...(platform === "darwin" ? ["/private/tmp", "/var/folders"] : ["/dev/shm"])];
  return {
    platform,
    home: options.home ?? homedir(),
    temporary: [...new Set(temporary)],
    gatehouse: options.gatehouse,
    caseInsensitive: platform !== "linux",
    resolveLinks: createFollow(),
    identity,
    findSecrets: options.findSecrets,
  };
}

function identity(absolute: string): string | undefined {
  try {
    const entry = statSync(absolute, { throwIfNoEntry: false });
    return entry?.isFile() === true && entry.nlink > 1 ? `${entry.dev}:${entry.ino}` : undefined;
  } catch {
    // A name that cannot be looked up has no second one either.
    return undefined;
  }
}

/** A machine of the usual kind, for the examples in policies: they must hold whatever folder is called home here. */
export const usualWorld: World = {
  platform: "linux",
  home: "/home/user",
  temporary: ["/tmp", "/var/tmp"],
  gatehouse: ["/home/user/.config/Gatehouse"],
  caseInsensitive: false,
  resolveLinks: (path) => path,
  findSecrets: () => [],
};

/** An agent acts well after it was answered, so a link that is this old is as good as one read now; asking costs a disk's time. */
const rememberFor = 250;
const mostRemembered = 2000;
const mostLinks = 16;
/** Nothing is opened by a longer name; the folders it begins with are followed all the same. */
const longestName = 4096;

/** Follows the links of the longest part that exists; a dangling link is followed to where it would create something. */
function createFollow(): World["resolveLinks"] {
  let known = new Map<string, string>();
  let since = 0;

  function follow(absolute: string): string {
    /** Parts that do not exist, from the last to the first. */
    const missing: string[] = [];
    let path = absolute;
    let real: string | undefined;
    for (let links = 0; real === undefined && links < mostLinks;) {
      const found = known.get(path) ?? lookUp(path);
      const parent = dirname(path);
      if (typeof found === "string") real = found;
      else if (found !== undefined) {
        links += 1;
        path = found.target;
      } else if (parent === path) real = path;
      else {
        missing.push(path);
        path = parent;
      }
    }
    if (real === undefined) return absolute;
    const isNew = missing[0] === absolute;
    const [last = "", ...before] = missing.map((part) => basename(part));
    const folder = before.length === 0 ? real : join(real, ...before.reverse());
    // The folder of a new file is that of the next one too.
    if (isNew) remember(dirname(absolute), folder);
    return remember(absolute, join(folder, last));
  }

  function remember(path: string, real: string): string {
    known.set(path, real);
    return real;
  }

  return (absolute) => {
    const now = performance.now();
    if (now - since > rememberFor || known.size > mostRemembered) {
      known = new Map();
      since = now;
    }
    if (absolute.length <= longestName) return follow(absolute);
    const end = Math.max(absolute.lastIndexOf("/", longestName), 0);
    return follow(absolute.slice(0, end)) + absolute.slice(end);
  };
}

/** The real path; where a dangling link points; undefined when there is nothing to follow. */
function lookUp(path: string): string | { readonly target: string } | undefined {
  try {
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (entry === undefined) return undefined;
    if (entry.isSymbolicLink() && statSync(path, { throwIfNoEntry: false }) === undefined) {
      return { target: resolve(dirname(path), readlinkSync(path)) };
    }
    return realpathSync.native(path);
  } catch {
    // A circular link, a name that is too long, or a folder that may not be read: nothing to follow.
    return undefined;
  }
}
