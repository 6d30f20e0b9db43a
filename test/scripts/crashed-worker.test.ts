// A test process that dies: what other files have shown stays in the report, and a run without failures is tried again.
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runTests } from "../../scripts/gates/test-run.ts";
import { projectRoot } from "../../scripts/project.ts";
import { temporaryDirectory } from "../support/temporary.ts";

/** A project of its own, whose files run one after the other in one process, as ours do. */
function project(files: Readonly<Record<string, string>>): string {
  const directory = temporaryDirectory();
  symlinkSync(join(projectRoot, "node_modules"), join(directory, "node_modules"));
  mkdirSync(join(directory, "test"));
  const config = `export default { test: { projects: [{ test: { name: "unit", pool: "forks", isolate: false, sequence: { shuffle: false } } }] } };`;
  writeFileSync(join(directory, "vitest.config.mjs"), config);
  for (const [name, body] of Object.entries(files)) {
    writeFileSync(join(directory, "test", `${name}.test.mjs`), `import { expect, test } from "vitest";\n${body}\n`);
  }
  return directory;
}

const passes = `test("passes", () => expect(1).toBe(1));`;
const fails = `test("fails", () => expect("first").toBe("second"));`;
const dies = `test("dies", () => process.kill(process.pid, "SIGKILL"));`;

/** Dies the first time only: the file beside it remembers. */
const diesOnce = `
import { existsSync, writeFileSync } from "node:fs";
test("dies once", () => {
  const mark = new URL("./been-here", import.meta.url);
  if (existsSync(mark)) return;
  writeFileSync(mark, "");
  process.kill(process.pid, "SIGKILL");
});`;

const run = { project: "unit", limit: 60_000, workers: 1 };

test("failures of other files are reported", { timeout: 60_000 }, async () => {
  const outcome = await runTests({ ...run, directory: project({ a: fails, b: dies, c: passes }) });
  expect(outcome.failed).toBeGreaterThan(0);
  expect(outcome.output).toContain("expected 'first' to be 'second'");
  expect(outcome.notes[0]).toContain("a test process died");
});

test("without failures the files run again, each for itself", { timeout: 60_000 }, async () => {
  const outcome = await runTests({ ...run, directory: project({ a: passes, b: diesOnce, c: passes }) });
  expect(outcome).toMatchObject({ passed: 3, failed: 0 });
  expect(outcome.notes[0]).toContain("run again");
});

test("a file whose process dies again fails, and the others count", { timeout: 60_000 }, async () => {
  const outcome = await runTests({ ...run, directory: project({ a: passes, b: dies, c: passes }) });
  expect(outcome.passed).toBe(2);
  expect(outcome.failed).toBeGreaterThan(0);
});
