// Python environments for the SDK's tests: in a cache outside the project, one for each list of packages, made on first use.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { minute } from "../../src/shared/lib/clock.ts";
import { type Program, runCaptured } from "../child.ts";
import { cacheDirectory, projectRoot, toolEnvironment } from "../project.ts";

const folder = join(projectRoot, "sdk/python");

export interface PythonEnvironment {
  readonly python: string;
  /** Why it cannot be had; undefined once it is there. */
  readonly missing: () => Promise<string | undefined>;
}

/** A program of this Python in the SDK's folder, that leaves nothing behind there. */
export function pythonProgram(python: string, ...args: readonly string[]): Program {
  const paths = ["src", "tests", "tests/adapters"].map((path) => join(folder, path));
  const environment = {
    ...toolEnvironment(process.env),
    PYTHONPATH: paths.join(process.platform === "win32" ? ";" : ":"),
    PYTHONDONTWRITEBYTECODE: "1",
  };
  return { command: python, args, directory: folder, environment };
}

/** The Python of this machine, without any package. */
export const plainPython: PythonEnvironment = { python: "python3", missing: missingPython };

async function missingPython(): Promise<string | undefined> {
  const question = "import sys, venv; sys.exit(sys.version_info < (3, 10))";
  const asked = await runCaptured(pythonProgram("python3", "-c", question), minute).catch(() => undefined);
  return asked?.code === 0 ? undefined : "python3 of version 3.10 or later, with venv, is not installed";
}

export function pythonWith(packages: readonly string[]): PythonEnvironment {
  const name = createHash("sha256").update(packages.join(" ")).digest("hex").slice(0, 16);
  const place = join(cacheDirectory(), "sdk-python", name);
  const python = join(place, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
  // One at a time, and once: steps share an environment.
  let made: Promise<string | undefined> | undefined;
  return { python, missing: () => (made ??= make(place, join(place, "complete"), python, packages)) };
}

/** Made in place, because environments cannot be moved; the mark says that it is whole. */
async function make(
  place: string,
  mark: string,
  python: string,
  packages: readonly string[],
): Promise<string | undefined> {
  const missing = await missingPython();
  if (missing !== undefined || existsSync(mark)) return missing;
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const steps = [
    pythonProgram("python3", "-m", "venv", place),
    pythonProgram(python, "-m", "pip", "install", "--quiet", "--no-input", "--retries", "1", ...packages),
  ];
  for (const step of steps) {
    const { code, output } = await runCaptured(step, 8 * minute);
    if (code !== 0) {
      rmSync(place, { recursive: true, force: true });
      return `${packages.join(", ")} could not be installed: ${output.trim().split("\n").at(-1) ?? ""}`;
    }
  }
  mkdirSync(`${mark}.new`);
  renameSync(`${mark}.new`, mark);
  return undefined;
}
