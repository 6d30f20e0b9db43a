// read_file and write_file: inside the scope, by real paths, past links that appear meanwhile, within size limits.
import { randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import { constants, lstat, open, rename, rm } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Cancellation } from "../../shared/lib/cancellation.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import { codeOf, type Folder, openFolder } from "./folder.ts";
import { fileLimits } from "./limits.ts";
import type { Scope } from "./scope.ts";

const noFollow = constants.O_NOFOLLOW ?? 0;
const noWait = constants.O_NONBLOCK ?? 0;

/** Takes a real path, as `locate` gives it. */
export async function readText(path: string, scope: Scope): Promise<Result<string, string>> {
  if (!scope.contains(path)) return outOfScope(path);
  return withFolder(path, false, async (folder, name) => {
    // Without waiting: opening a pipe must not hold us up.
    const file = await open(folder.at(name), constants.O_RDONLY | noFollow | noWait);
    try {
      folder.verify();
      const stats = await file.stat();
      const fault = unreadable(path, stats);
      if (fault !== undefined) return fail(fault);
      const bytes = Buffer.alloc(stats.size);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
      return decode(path, bytes.subarray(0, bytesRead));
    } finally {
      await file.close();
    }
  });
}

/** Replaces the file as a whole: whoever reads it sees the old text or the new one, and another name of it keeps the old. */
export async function writeText(
  path: string,
  content: string,
  scope: Scope,
  signal: Cancellation,
): Promise<Result<number, string>> {
  if (!scope.contains(path)) return outOfScope(path);
  const bytes = Buffer.from(content, "utf8");
  if (bytes.length > fileLimits.writeBytes) {
    return fail(`The content has ${bytes.length} bytes; at most ${fileLimits.writeBytes} can be written at once.`);
  }
  return withFolder(path, true, async (folder, name) => {
    const before = await lstat(folder.at(name)).catch(() => undefined);
    if (before !== undefined && !before.isFile()) return fail(`${path} is not a file.`);
    const temporary = folder.at(`.gatehouse-${randomBytes(6).toString("hex")}.tmp`);
    try {
      await writeNew(temporary, bytes, before);
      folder.verify();
      if (signal.aborted) return fail(`${path} was not changed: the call was stopped.`);
      await rename(temporary, folder.at(name));
      folder.verify();
      return ok(bytes.length);
    } finally {
      await rm(temporary, { force: true });
    }
  });
}

async function writeNew(path: string, bytes: Buffer, before: Stats | undefined): Promise<void> {
  const mode = before === undefined ? 0o666 : before.mode & 0o777;
  const file = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow, mode);
  try {
    await file.writeFile(bytes);
    // The umask has taken some of an existing file's bits away.
    if (before !== undefined) await file.chmod(mode);
  } finally {
    await file.close();
  }
}

async function withFolder<Value>(
  path: string,
  create: boolean,
  work: (folder: Folder, name: string) => Promise<Result<Value, string>>,
): Promise<Result<Value, string>> {
  let folder: Folder | undefined;
  try {
    folder = openFolder(dirname(path), create);
    return await work(folder, basename(path));
  } catch (error) {
    return fail(describe(path, error));
  } finally {
    folder?.close();
  }
}

function unreadable(path: string, stats: Stats): string | undefined {
  if (!stats.isFile()) return `${path} is not a file.`;
  if (stats.nlink > 1) return `${path} has another name elsewhere (a hard link), so it may lie outside the scope.`;
  if (stats.size > fileLimits.readBytes) {
    return `${path} has ${stats.size} bytes; at most ${fileLimits.readBytes} can be read at once.`;
  }
  return undefined;
}

function decode(path: string, bytes: Buffer): Result<string, string> {
  try {
    return ok(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return fail(`${path} is not UTF-8 text.`);
  }
}

function outOfScope(path: string): Result<never, string> {
  return fail(`${path} is outside the scope of this call.`);
}

function describe(path: string, error: unknown): string {
  const code = codeOf(error);
  if (code === "ENOENT") return `There is no file ${path}.`;
  if (code === "EACCES" || code === "EPERM") return `${path} may not be used: the system denies it.`;
  if (code === "ELOOP" || code === "ENOTDIR") return `A link or a file stands in the way to ${path}.`;
  if (code === "ENOSPC" || code === "EDQUOT") return `The disk is full: ${path} was not changed.`;
  // Other messages name the handle's path, which means nothing to anybody.
  return `${path} cannot be used: ${code ?? String(error)}.`;
}
