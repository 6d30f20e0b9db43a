// What a test file must not do: measure time in a unit test, or use a fixed name in a directory that all users share.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../scripts/project.ts";

function linesMatching(patterns: readonly string[], excluded: RegExp, pattern: RegExp): readonly string[] {
  return globSync(patterns, { cwd: projectRoot })
    .filter((path) => !excluded.test(path))
    .flatMap((path) =>
      readFileSync(join(projectRoot, path), "utf8")
        .split("\n")
        .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
    );
}

test("unit tests measure no time: a busy machine must not fail them (test/fault/time has those that do)", () => {
  const clocks =
    /performance\.now\(\)|hrtime|monitorEventLoopDelay|cpuUsage|threadCpuUsage|cpuMilliseconds|Date\.now\(\) - (?!\d)/;
  const others = /^test\/(?:fault|contract|property|e2e|agents|support)\/|test-files\.test\.ts$/;
  expect(linesMatching(["test/**/*.ts"], others, clocks)).toEqual([]);
});

test("nothing is written under a fixed name in /tmp: another user may own it", () => {
  const fixed =
    /(?:mkdirSync|writeFileSync|createWriteStream|mkdir|writeFile|appendFileSync|symlinkSync|rmSync)\(["`]\/(?:var\/)?tmp\/|join\(tmpdir\(\), ["`][^"`$]*(?<!-)["`]\)/;
  expect(
    linesMatching(["{src,scripts,bench,demo,test,training}/**/*.{ts,tsx}"], /test-files\.test\.ts$/, fixed),
  ).toEqual([]);
});
