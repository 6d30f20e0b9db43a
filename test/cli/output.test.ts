// Where the output goes: a disk that is full is a fault, a reader that has seen enough is none.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const program = join(import.meta.dirname, "../../src/cli/gatehouse.ts");
const start = `"${process.execPath}" "${program}"`;
const shell = (line: string): string => execFileSync("sh", ["-c", line], { encoding: "utf8" });

test.skipIf(!existsSync("/dev/full"))("output that could not be written is said so, and is no success", () => {
  expect(shell(`${start} help 2>&1 >/dev/full; echo "exit $?"`)).toMatch(
    /^The output could not be written: .*\nexit 1\n$/,
  );
});

test("a reader that has seen enough changes nothing about the exit code", () => {
  const left = (words: string) => shell(`{ { ${start} ${words}; echo "exit $?" >&3; } | true; } 3>&1 2>/dev/null`);
  expect(left("help")).toBe("exit 0\n");
  expect(left("status --json --data-dir /nowhere/at/all")).toBe("exit 2\n");
});
