// How this Gatehouse was installed, which decides how it is updated.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export type Installed = "appimage" | "deb" | "rpm" | "mac" | "nsis";

/** Undefined when nothing is known that could replace this copy, such as an unpacked folder. */
export function howInstalled(
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
  resources: string,
): Installed | undefined {
  if (platform === "darwin") return "mac";
  if (platform === "win32") return "nsis";
  if (environment["APPIMAGE"] !== undefined) return "appimage";
  try {
    // Written when the package is made.
    const kind = readFileSync(join(resources, "package-type"), "utf8").trim();
    return kind === "deb" || kind === "rpm" ? kind : undefined;
  } catch {
    return undefined;
  }
}

/** A package manager owns these files, so only it may change them. */
export const packageCommands: Readonly<Partial<Record<Installed, string>>> = {
  deb: "sudo apt-get update && sudo apt-get install --only-upgrade gatehouse",
  rpm: "sudo dnf upgrade gatehouse",
};
