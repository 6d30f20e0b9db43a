// World: what this machine tells phase 1 about paths (home, temporary folders, links, case).
import { lstatSync, realpathSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { SecretScanner, World } from "../engine/ports.ts";

export interface WorldOptions {
  /** Gatehouse's own files, sockets and program. */
  readonly gatehouse: readonly string[];
  readonly findSecrets: SecretScanner;
  readonly home?: string;
}

export function createWorld(options: WorldOptions): World {
  const platform = process.platform === "win32" || process.platform === "darwin" ? process.platform : "linux";
  const temporary = platform === "win32" ? [tmpdir()] : [tmpdir(), "/tmp", "/var/tmp", ...(platform === "darwin" ? ["/private/tmp", "/var/folders"] : ["/dev/shm"])];
  return {
    platform,
    home: options.home ?? homedir(),
    temporary: [...new Set(temporary)],
    gatehouse: options.gatehouse,
    caseInsensitive: platform !== "linux",
    resolveLinks,
    findSecrets: options.findSecrets,
  };
}

/** Follows the links of the longest part that exists. */
function resolveLinks(absolute: string): string {
  const missing: string[] = [];
  let existing = absolute;
  while (!exists(existing)) {
    const parent = dirname(existing);
    if (parent === existing) return absolute;
    missing.unshift(existing.slice(parent.length).replace(/^[\\/]/, ""));
    existing = parent;
  }
  try {
    const real = realpathSync.native(existing);
    return missing.length === 0 ? real : join(real, ...missing);
  } catch {
    // A dangling or circular link, or a folder that may not be read.
    return absolute;
  }
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
