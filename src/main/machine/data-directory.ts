// The data directory: where it is for each platform, and whether it is safe to keep the ledger and the sockets in it.
import { chmodSync, mkdirSync, readdirSync, realpathSync, statSync } from "node:fs";
import { posix, resolve, win32 } from "node:path";
import { fail, ok, type Result } from "../../shared/result.ts";

export interface Place {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** What was asked for, else GATEHOUSE_HOME, else where the desktop app of the same name keeps its data. */
export function dataDirectoryPath(asked: string | undefined, { platform, environment, home }: Place): string {
  const explicit = given(asked) ?? given(environment["GATEHOUSE_HOME"]);
  if (explicit !== undefined) return resolve(explicit);
  if (platform === "win32") {
    return win32.join(given(environment["APPDATA"]) ?? win32.join(home, "AppData", "Roaming"), "Gatehouse");
  }
  if (platform === "darwin") return posix.join(home, "Library", "Application Support", "Gatehouse");
  return posix.join(given(environment["XDG_CONFIG_HOME"]) ?? posix.join(home, ".config"), "Gatehouse");
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

function given(value: string | undefined): string | undefined {
  return value === undefined || value === "" ? undefined : value;
}
