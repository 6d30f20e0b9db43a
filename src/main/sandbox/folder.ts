// A folder held open while we work in it, so that nobody can put a link in its place meanwhile.
import { constants, type FileHandle, mkdir, open, realpath } from "node:fs/promises";
import { join, parse, sep } from "node:path";

export interface Folder {
  /** The path by which a name in this very folder is reached. */
  readonly at: (name: string) => string;
  /** Throws when the folder is no longer where it was. Needed where folders cannot be held open. */
  readonly verify: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Linux's O_PATH, which Node does not name: a handle for going further, also where the folder may not be listed. */
const pathOnly = 0o10000000;

/** Takes a real path. A link found on the way was put there after the path was resolved, and is refused. */
export function openFolder(path: string, create: boolean): Promise<Folder> {
  return process.platform === "linux" ? holdFolder(path, create) : watchFolder(path, create);
}

/** Name by name, each one opened within the folder before it. */
async function holdFolder(path: string, create: boolean): Promise<Folder> {
  const flags = pathOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  let held = await open("/", flags);
  try {
    for (const name of path.split("/").filter((part) => part !== "")) {
      const next = await openWithin(held, name, flags, create);
      await held.close();
      held = next;
    }
  } catch (error) {
    await held.close();
    throw error;
  }
  const { fd } = held;
  return { at: (name) => within(fd, name), verify: async () => {}, close: () => held.close() };
}

async function openWithin(folder: FileHandle, name: string, flags: number, create: boolean): Promise<FileHandle> {
  const path = within(folder.fd, name);
  try {
    return await open(path, flags);
  } catch (error) {
    if (!create || !isMissing(error)) throw error;
    await mkdir(path);
    return open(path, flags);
  }
}

function within(descriptor: number, name: string): string {
  return `/proc/self/fd/${descriptor}/${name}`;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** Elsewhere a folder is looked at before and after: a swap in between is noticed, though not prevented. */
async function watchFolder(path: string, create: boolean): Promise<Folder> {
  if (create) await mkdir(path, { recursive: true });
  const verify = async (): Promise<void> => {
    const real = await realpath(path);
    if (spelled(real) !== spelled(path)) throw new Error(`${path} has become a link to ${real}.`);
  };
  await verify();
  return { at: (name) => join(path, name), verify, close: async () => {} };
}

/** Both systems ignore case by default. */
function spelled(path: string): string {
  const { root } = parse(path);
  return (path.endsWith(sep) && path !== root ? path.slice(0, -1) : path).normalize("NFC").toLowerCase();
}
