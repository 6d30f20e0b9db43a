// Missing system libraries, the Debian packages that hold them, and how they get installed.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { minute } from "../../src/shared/lib/clock.ts";
import { fail, ok, type Result } from "../../src/shared/lib/result.ts";
import { runCaptured } from "../child.ts";

/** Each package brings its own dependencies, so libgtk-3-0 stands for most of what draws a window. */
const packagesByLibrary: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^lib(nss3|nssutil3|smime3|ssl3|nspr4|plc4|plds4)\.so/, "libnss3"],
  [/^libasound\.so/, "libasound2"],
  [/^libgbm\.so/, "libgbm1"],
  [/^libdrm\.so/, "libdrm2"],
  [/^libcups\.so/, "libcups2"],
  [/^libxkbcommon\.so/, "libxkbcommon0"],
  [/^libdbus-1\.so/, "libdbus-1-3"],
  [/^libexpat\.so/, "libexpat1"],
  [/^libudev\.so/, "libudev1"],
  [/^libatk-bridge-2\.0\.so/, "libatk-bridge2.0-0"],
  [/^libatspi\.so/, "libatspi2.0-0"],
  [/^libXss\.so/, "libxss1"],
  [/^libxcb\.so/, "libxcb1"],
  [/^lib(gtk-3|gdk-3|gdk_pixbuf|gio|glib|gobject|gmodule|atk-1|cairo|pango|X)/, "libgtk-3-0"],
];

export function packageFor(library: string): string | undefined {
  return packagesByLibrary.find(([pattern]) => pattern.test(library))?.[1];
}

/** Libraries a program needs and the dynamic linker does not find, from the output of `ldd`. */
export function missingLibraries(lddOutput: string): readonly string[] {
  const names = [...lddOutput.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1] ?? "");
  return [...new Set(names)];
}

/** Newer releases of Debian and Ubuntu renamed some packages (the suffix t64); `isKnown` says whether a name exists here. */
export function currentNames(names: readonly string[], isKnown: (name: string) => boolean): readonly string[] {
  return names.map((name) => (isKnown(`${name}t64`) ? `${name}t64` : name));
}

function isKnownToApt(name: string): boolean {
  return spawnSync("apt-cache", ["show", "--no-all-versions", name], { encoding: "utf8" }).stdout?.trim() !== "";
}

export function hasApt(): boolean {
  return existsSync("/usr/bin/apt-get");
}

/** The one command that a person would have to run. */
export function installCommand(names: readonly string[]): string {
  if (!hasApt()) return `Install with this system's package manager (Debian's names): ${names.join(" ")}`;
  return `sudo apt-get install -y ${currentNames(names, isKnownToApt).join(" ")}`;
}

/** For root only. */
export async function installPackages(names: readonly string[]): Promise<Result<void, string>> {
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args: readonly string[]): ReturnType<typeof runCaptured> =>
    runCaptured({ command: "apt-get", args: ["-o", "DPkg::Lock::Timeout=120", ...args], environment }, 5 * minute);
  // One source out of reach fails the update as a whole, though the packages may well be had: the install decides.
  const updated = await apt("update");
  const installed = await apt("install", "-y", "--no-install-recommends", ...currentNames(names, isKnownToApt));
  if (installed.code === 0) return ok(undefined);
  return fail(`apt-get could not install ${names.join(" ")}:\n${tail(updated.output)}\n${tail(installed.output)}`);
}

function tail(output: string): string {
  return output.trim().split("\n").slice(-15).join("\n");
}
