// Which agents are installed: a program on the PATH or in the usual places. A folder of settings proves nothing.
import { accessSync, constants, mkdtempSync, rmSync, statSync } from "node:fs";
import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { second } from "../../shared/lib/clock.ts";

const run = promisify(execFile);

/** A desktop session often has a shorter PATH than a terminal: where installers put agents is looked at too. */
export function programFolders(
  home: string,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const usual = [".local/bin", ".npm-global/bin", ".bun/bin", ".opencode/bin", ".volta/bin", "bin"];
  return [
    ...(environment["PATH"] ?? "").split(delimiter).filter((folder) => folder !== ""),
    ...usual.map((folder) => join(home, folder)),
    "/usr/local/bin",
    "/opt/homebrew/bin",
    "/usr/bin",
  ];
}

export function findProgram(names: readonly string[], folders: readonly string[]): string | undefined {
  for (const folder of folders) {
    for (const name of names) {
      const path = join(folder, name);
      if (isProgram(path)) return path;
    }
  }
  return undefined;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Some agents make a folder in the home just for being asked, so that they get another home. */
export async function versionOf(program: string): Promise<string | undefined> {
  const home = mkdtempSync(join(tmpdir(), "gatehouse-version-"));
  try {
    const environment = {
      ...process.env,
      HOME: home,
      XDG_CONFIG_HOME: home,
      CODEX_HOME: home,
      CLAUDE_CONFIG_DIR: home,
    };
    const { stdout } = await run(program, ["--version"], { timeout: 10 * second, env: environment });
    return /\d+\.\d+\.\d+\S*/.exec(stdout)?.[0];
  } catch {
    return undefined;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** By its three numbers; what follows them does not count. */
export function isOlder(version: string, other: string): boolean {
  const numbers = (text: string): readonly number[] => text.split(/[.+-]/).slice(0, 3).map(Number);
  const theirs = numbers(other);
  const at = numbers(version).findIndex((part, index) => part !== theirs[index]);
  return at !== -1 && (numbers(version)[at] ?? 0) < (theirs[at] ?? 0);
}
