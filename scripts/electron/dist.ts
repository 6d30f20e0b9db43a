// An unpacked Electron: where its executable is, and which version it is.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface ElectronDist {
  readonly executable: string;
  readonly version: string;
}

export function executableIn(dist: string, platform: NodeJS.Platform): string {
  if (platform === "darwin") return join(dist, "Electron.app", "Contents", "MacOS", "Electron");
  return join(dist, platform === "win32" ? "electron.exe" : "electron");
}

/** The Electron in a folder, or undefined where there is none or only a part of one. */
export function readDist(dist: string, platform: NodeJS.Platform): ElectronDist | undefined {
  const executable = executableIn(dist, platform);
  const versionFile = join(dist, "version");
  if (!existsSync(executable) || !existsSync(versionFile)) return undefined;
  return { executable, version: readFileSync(versionFile, "utf8").trim().replace(/^v/, "") };
}
