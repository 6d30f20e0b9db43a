// The data directory as an absolute path, and whether it is safe to put the ledger and the sockets into it.
import { chmodSync, mkdirSync, readdirSync, realpathSync, statSync } from "node:fs";
import { posix, win32 } from "node:path";
import { dataDirectoryPath as chosenPath, type Place } from "../../shared/local/data-directory.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";

/** The same place for the console, the engine alone and the command. */
export function dataDirectoryPath(asked: string | undefined, place: Place): string {
  const path = chosenPath(asked, place);
  return place.platform === "win32" ? win32.resolve(path) : posix.resolve(path);
}

/** Makes the directory private if it may, and refuses one that somebody else could have put something into. */
export function openDataDirectory(path: string, platform: NodeJS.Platform): Result<string, string> {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const directory = realpathSync(path);
    return platform === "win32" ? ok(directory) : keepPrivate(directory);
  } catch (error) {
    return fail(`The data directory ${path} cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function keepPrivate(directory: string): Result<string, string> {
  const { mode, uid } = statSync(directory);
  if (uid !== process.getuid?.()) {
    return fail(`The data directory ${directory} belongs to another user. Choose one of your own with --data-dir.`);
  }
  // A folder that only a group of the owner's could write to is common where umask is 002; it is closed below.
  const planted = (mode & 0o002) !== 0 && readdirSync(directory).length > 0;
  if (planted) {
    return fail(
      `Anybody can write to the data directory ${directory}. Look at what is in it, then run: chmod 700 ${directory}`,
    );
  }
  if ((mode & 0o077) !== 0) chmodSync(directory, 0o700);
  return ok(directory);
}
