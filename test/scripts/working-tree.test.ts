// A run that leaves files behind in the working tree fails; what was changed before it does not count.
import { execFileSync } from "node:child_process";
import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compareWorkingTrees, readWorkingTree } from "../../scripts/gates/working-tree.ts";
import { temporaryDirectory } from "../support/temporary.ts";

function repository(): string {
  const directory = temporaryDirectory();
  execFileSync("git", ["init", "--quiet"], { cwd: directory });
  writeFileSync(join(directory, ".gitignore"), "*.log\n");
  writeFileSync(join(directory, "mine.ts"), "");
  return directory;
}

test("nothing new is fine, and so is what git ignores", () => {
  const directory = repository();
  const before = readWorkingTree(directory);
  writeFileSync(join(directory, "run.log"), "");
  expect(compareWorkingTrees(before, readWorkingTree(directory))).toMatchObject({ passed: 1, failed: 0, notes: [] });
});

test("a new file and a changed one fail the run by name", () => {
  const directory = repository();
  const before = readWorkingTree(directory);
  writeFileSync(join(directory, "isolate-v8.txt"), "");
  utimesSync(join(directory, "mine.ts"), 1, 1);
  expect(compareWorkingTrees(before, readWorkingTree(directory))).toMatchObject({
    passed: 0,
    failed: 1,
    notes: ["left behind or changed: isolate-v8.txt", "left behind or changed: mine.ts"],
  });
});

test("without a repository nothing is checked, and it says so", () => {
  const tree = readWorkingTree(temporaryDirectory());
  expect(tree).toBeUndefined();
  expect(compareWorkingTrees(tree, tree)).toMatchObject({ failed: 0, notes: [expect.stringContaining("not checked")] });
});
