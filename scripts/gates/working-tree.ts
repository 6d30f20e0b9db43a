// Notices what a test run leaves behind in the working tree, or changes there.
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Outcome } from "./test-run.ts";

/** What git reports as changed or new, with the time of its last change. Undefined where there is no repository. */
export function readWorkingTree(root: string): ReadonlyMap<string, number> | undefined {
  try {
    const output = execFileSync("git", ["status", "--porcelain", "-z", "--no-renames", "--untracked-files=all"], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    const paths = output.split("\0").filter((line) => line !== "");
    return new Map(paths.map((line) => [line.slice(3), changeTime(join(root, line.slice(3)))]));
  } catch {
    return undefined;
  }
}

function changeTime(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** What a person changed before the run does not count. */
export function compareWorkingTrees(
  before: ReadonlyMap<string, number> | undefined,
  after: ReadonlyMap<string, number> | undefined,
): Outcome {
  if (before === undefined || after === undefined) {
    return { passed: 0, failed: 0, output: "", notes: ["not checked: this is no git repository"] };
  }
  const changed = [...after].filter(([path, time]) => before.get(path) !== time).map(([path]) => path);
  const failed = changed.length > 0 ? 1 : 0;
  return { passed: 1 - failed, failed, output: "", notes: changed.map((path) => `left behind or changed: ${path}`) };
}
