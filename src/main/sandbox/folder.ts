// A folder held open while we work in it, so that nobody can put a link in its place meanwhile.
import { closeSync, constants, mkdirSync, openSync, realpathSync } from "node:fs";
import { join, parse, sep } from "node:path";

export interface Folder {
  /** The path by which a name in this very folder is reached. */
  readonly at: (name: string) => string;
  /** Throws when the folder is no longer where it was. Needed where folders cannot be held open. */
  readonly verify: () => void;
  readonly close: () => void;
}

/** Linux's O_PATH, which Node does not name: a handle for going further, also where the folder may not be listed. */
const pathOnly = 0o10000000;

/** Takes a real path. A link found on the way was put there after the path was resolved, and is refused. Throws. */
export function openFolder(path: string, create: boolean): Folder {
  return process.platform === "linux" ? holdFolder(path, create) : watchFolder(path, create);
}

/** Name by name, each one opened within the folder before it. */
function holdFolder(path: string, create: boolean): Folder {
  const flags = pathOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  let held = openSync("/", flags);
  try {
    for (const name of path.split("/").filter((part) => part !== "")) {
      const next = openWithin(held, name, flags, create);
      closeSync(held);
      held = next;
    }
  } catch (error) {
    closeSync(held);
    throw error;
  }
  return { at: (name) => within(held, name), verify: () => {}, close: () => closeSync(held) };
}

function openWithin(folder: number, name: string, flags: number, create: boolean): number {
  const path = within(folder, name);
  try {
    return openSync(path, flags);
  } catch (error) {
    if (!create || codeOf(error) !== "ENOENT") throw error;
    mkdirSync(path);
    return openSync(path, flags);
  }
}

function within(descriptor: number, name: string): string {
  return `/proc/self/fd/${descriptor}/${name}`;
}

/** Elsewhere a folder is looked at before and after: a swap in between is noticed, though not prevented. */
function watchFolder(path: string, create: boolean): Folder {
  if (create) mkdirSync(path, { recursive: true });
  const verify = (): void => {
    const real = realpathSync.native(path);
    if (spelled(real) !== spelled(path)) throw new Error(`${path} has become a link to ${real}.`);
  };
  verify();
  return { at: (name) => join(path, name), verify, close: () => {} };
}

/** Both systems ignore case by default. */
function spelled(path: string): string {
  const { root } = parse(path);
  return (path.endsWith(sep) && path !== root ? path.slice(0, -1) : path).normalize("NFC").toLowerCase();
}

/** The system's name for what went wrong, such as "ENOENT". */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
