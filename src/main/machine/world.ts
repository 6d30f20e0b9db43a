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
    resolveLinks: remembering(resolveLinks),
    findSecrets: options.findSecrets,
  };
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

function remembering(follow: World["resolveLinks"]): World["resolveLinks"] {
  let known = new Map<string, string>();
  let since = 0;
  return (absolute) => {
    const now = performance.now();
    if (now - since > rememberFor || known.size > mostRemembered) {
      known = new Map();
      since = now;
    }
    const before = known.get(absolute);
    if (before !== undefined) return before;
    const real = follow(absolute);
    known.set(absolute, real);
    return real;
  };
}

const mostLinks = 16;

/** Follows the links of the longest part that exists; a dangling link is followed to where it would create something. */
function resolveLinks(absolute: string): string {
  const missing: string[] = [];
  let existing = absolute;
  for (let links = 0; links < mostLinks;) {
    const found = lookUp(existing);
    if (found === undefined) {
      const parent = dirname(existing);
      if (parent === existing) return absolute;
      missing.unshift(basename(existing));
      existing = parent;
    } else if (found.dangling) {
      links += 1;
      existing = found.path;
    } else return missing.length === 0 ? found.path : join(found.path, ...missing);
  }
  return absolute;
}

interface Found {
  readonly path: string;
  /** A link whose target does not exist; path is the target then. */
  readonly dangling: boolean;
}

function lookUp(path: string): Found | undefined {
  try {
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (entry === undefined) return undefined;
    if (entry.isSymbolicLink() && statSync(path, { throwIfNoEntry: false }) === undefined) {
      return { path: resolve(dirname(path), readlinkSync(path)), dangling: true };
    }
    return { path: realpathSync.native(path), dangling: false };
  } catch {
    // A circular link, a name that is too long, or a folder that may not be read: nothing to follow.
    return undefined;
  }
}
