// Builds the console into out/, always (`npm run build`) or only when something it is made of has changed.
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { minute, second } from "../src/shared/lib/clock.ts";
import { refuseArguments } from "./arguments.ts";
import { runCaptured } from "./child.ts";
import { commandOf, projectRoot, toolEnvironment } from "./project.ts";

const ingredients = ["src", "resources", "electron.vite.config.ts", "package-lock.json"];

/** When a file, or anything in a folder, was last changed. Folders count too: removing a file changes only them. */
export function newestChange(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  const inside = readdirSync(path).map((name) => newestChange(join(path, name)));
  return inside.reduce((newest, change) => Math.max(newest, change), stats.mtimeMs);
}

export function isBuilt(root: string): boolean {
  const built = statSync(stampIn(root), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return ingredients.every((ingredient) => newestChange(join(root, ingredient)) < built);
}

function stampIn(root: string): string {
  return join(root, "out", ".built");
}

/** The stamp carries the time at which the build began: what is changed meanwhile is newer. */
export function stampBuild(root: string, began: Date): void {
  mkdirSync(join(root, "out"), { recursive: true });
  writeFileSync(stampIn(root), "");
  utimesSync(stampIn(root), began, began);
}

export async function build(say: (line: string) => void): Promise<boolean> {
  const began = new Date();
  say("Building the console.");
  rmSync(stampIn(projectRoot), { force: true });
  const program = {
    command: process.execPath,
    args: [commandOf("electron-vite"), "build"],
    directory: projectRoot,
    environment: toolEnvironment(process.env),
  };
  const result = await runCaptured(program, 5 * minute);
  if (result.code !== 0) {
    say(result.output);
    say(result.timedOut ? "The build took too long and was stopped." : "The build failed; the reason is above.");
    return false;
  }
  stampBuild(projectRoot, began);
  say(`  built in ${((Date.now() - began.getTime()) / second).toFixed(1)} s`);
  return true;
}

export async function buildIfNeeded(say: (line: string) => void): Promise<boolean> {
  return isBuilt(projectRoot) || build(say);
}

if (import.meta.main) {
  refuseArguments("npm run build");
  process.exitCode = (await build((line) => console.log(line))) ? 0 : 1;
}
