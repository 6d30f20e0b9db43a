// The doctor's questions: each looks at one thing this machine must have, and names what would put it right.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, extname, join } from "node:path";
import { missingLibraries, packageFor } from "../electron/debian.ts";
import type { Machine } from "../machine.ts";
import { projectRoot } from "../project.ts";

export interface Finding {
  readonly present: boolean;
  /** What was found, or what is missing. */
  readonly detail: string;
  /** Debian packages that would bring what is missing. */
  readonly packages?: readonly string[];
  /** What to do where a package does not help. */
  readonly remedy?: string;
}

export interface Check {
  readonly name: string;
  readonly required: boolean;
  readonly look: () => Finding;
}

/** Node runs TypeScript sources as they are from these versions on. */
export function runsTypeScript(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major >= 24 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
}

export function nodeCheck(version: string = process.versions.node): Check {
  return {
    name: "Node",
    required: true,
    look: () =>
      runsTypeScript(version)
        ? { present: true, detail: version }
        : { present: false, detail: `${version} is too old`, remedy: "Run `npm ci`: it brings its own Node 24." },
  };
}

/** In a process of its own: a native module that does not fit may crash rather than throw. */
export function databaseCheck(): Check {
  return {
    name: "SQLite",
    required: true,
    look: () => {
      const script =
        "const D = require('better-sqlite3'); console.log(new D(':memory:').prepare('select sqlite_version()').pluck().get())";
      const run = spawnSync(process.execPath, ["-e", script], { cwd: projectRoot, encoding: "utf8" });
      if (run.status === 0) return { present: true, detail: run.stdout.trim() };
      return { present: false, detail: "better-sqlite3 does not load", remedy: "Run `npm ci` and try again." };
    },
  };
}

export function librariesCheck(executable: string): Check {
  return {
    name: "system libraries",
    required: true,
    look: () => {
      const missing = missingLibraries(spawnSync("ldd", [executable], { encoding: "utf8" }).stdout ?? "");
      if (missing.length === 0) return { present: true, detail: "all that Electron needs" };
      const packages = [...new Set(missing.flatMap((library) => packageFor(library) ?? []))];
      const unknown = missing.filter((library) => packageFor(library) === undefined);
      return {
        present: false,
        detail: missing.join(" "),
        packages,
        ...(unknown.length === 0 ? {} : { remedy: `Install the packages that hold ${unknown.join(" ")}.` }),
      };
    },
  };
}

export function fontsCheck(directories: readonly string[] = fontDirectories()): Check {
  return {
    name: "fonts",
    required: true,
    look: () =>
      directories.some(holdsFont)
        ? { present: true, detail: "at least one" }
        : { present: false, detail: "none installed", packages: ["fonts-liberation"] },
  };
}

function fontDirectories(): readonly string[] {
  return [
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    join(homedir(), ".fonts"),
    join(homedir(), ".local/share/fonts"),
  ];
}

function holdsFont(directory: string): boolean {
  if (!existsSync(directory)) return false;
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" });
  return files.some((file) => [".ttf", ".otf", ".ttc", ".woff2"].includes(extname(file).toLowerCase()));
}

export function onPath(program: string): boolean {
  const directories = (process.env["PATH"] ?? "").split(delimiter);
  return directories.some((directory) => existsSync(join(directory, program)));
}

/** Where there is no display, the window tests draw into a virtual one. */
function virtualDisplayCheck(): Check {
  const needed = [
    ["xvfb-run", "xvfb"],
    ["Xvfb", "xvfb"],
    ["xauth", "xauth"],
  ] as const;
  return {
    name: "virtual display",
    required: true,
    look: () => {
      const missing = needed.filter(([program]) => !onPath(program));
      if (missing.length === 0) return { present: true, detail: "xvfb-run" };
      return {
        present: false,
        detail: missing.map(([program]) => program).join(" "),
        packages: [...new Set(missing.map(([, name]) => name))],
      };
    },
  };
}

/** Commands that Gatehouse runs itself (tools/call) run in it, or not at all. */
function toolSandboxCheck(required: boolean): Check {
  return {
    name: "bubblewrap",
    required,
    look: () =>
      onPath("bwrap")
        ? { present: true, detail: "bwrap" }
        : {
            present: false,
            detail: "not installed (package bubblewrap); commands that Gatehouse is to run itself are refused",
            packages: ["bubblewrap"],
          },
  };
}

/** The test that nothing leaves the machine looks at every call; without these it is left out, and listed as skipped. */
function tracingCheck(required: boolean): Check {
  const needed = [
    ["strace", "strace"],
    ["bwrap", "bubblewrap"],
  ] as const;
  return {
    name: "tracing",
    required,
    look: () => {
      const missing = needed.filter(([program]) => !onPath(program));
      if (missing.length === 0) return { present: true, detail: "strace, bwrap" };
      return {
        present: false,
        detail: `${missing.map(([program]) => program).join(" and ")} not installed; what leaves the machine is not tested`,
        packages: missing.map(([, name]) => name),
      };
    },
  };
}

/** Chromium sandboxes its pages through user namespaces, or else through a helper that belongs to root. */
export function chromiumSandboxCheck(executable: string, read: (path: string) => string = readSetting): Check {
  const helper = join(dirname(executable), "chrome-sandbox");
  return {
    name: "Chromium sandbox",
    required: true,
    look: () => {
      const namespaces =
        read("/proc/sys/kernel/unprivileged_userns_clone") !== "0" &&
        read("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") !== "1" &&
        read("/proc/sys/user/max_user_namespaces") !== "0";
      if (namespaces) return { present: true, detail: "user namespaces" };
      const owner = statSync(helper, { throwIfNoEntry: false });
      if (owner?.uid === 0 && (owner.mode & 0o4000) !== 0) return { present: true, detail: "helper owned by root" };
      return {
        present: false,
        detail: "this system lets no normal user make namespaces",
        remedy: `sudo chown root:root "${helper}" && sudo chmod 4755 "${helper}"`,
      };
    },
  };
}

function readSetting(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8").trim() : "";
}

export type Scope = "engine" | "sandbox" | "window" | "tests" | "everything";

/** What has to be in place for the engine alone, with its sandbox, for a window, for its tests; and all of it for a person who asks. */
export function checksFor(scope: Scope, machine: Machine, executable: string | undefined): readonly Check[] {
  const engine = [nodeCheck(), databaseCheck()];
  if (machine.platform !== "linux" || scope === "engine") return engine;
  if (scope === "sandbox") return [...engine, toolSandboxCheck(true)];
  const window = [
    ...(executable === undefined ? [] : [librariesCheck(executable)]),
    ...(executable === undefined || machine.root ? [] : [chromiumSandboxCheck(executable)]),
    fontsCheck(),
  ];
  const display = scope === "window" || machine.display ? [] : [virtualDisplayCheck()];
  // Root may install it; nobody else's tests fail for want of it.
  const tracing = scope === "tests" ? [tracingCheck(machine.root)] : [];
  return [...engine, ...window, ...display, ...tracing, ...(scope === "everything" ? [toolSandboxCheck(false)] : [])];
}
