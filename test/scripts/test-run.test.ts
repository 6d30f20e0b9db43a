// Runs of a test project: where a process dies its files run again and no failure is lost, and a repeated test is named.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runTests } from "../../scripts/gates/test-run.ts";
import { projectRoot } from "../../scripts/project.ts";

const made: string[] = [];
afterAll(() => {
  for (const directory of made) rmSync(directory, { recursive: true, force: true });
});

/** A project of its own, whose files run one after the other in one process, as ours do. */
function project(files: Readonly<Record<string, string>>, retry = 0): string {
  const directory = mkdtempSync(join(tmpdir(), "gatehouse-test-"));
  made.push(directory);
  symlinkSync(join(projectRoot, "node_modules"), join(directory, "node_modules"));
  mkdirSync(join(directory, "test"));
  const config = `export default { test: { projects: [{ test: { name: "unit", pool: "forks", isolate: false, retry: ${retry}, sequence: { shuffle: false } } }] } };`;
  writeFileSync(join(directory, "vitest.config.mjs"), config);
  for (const [name, body] of Object.entries(files)) {
    writeFileSync(join(directory, "test", `${name}.test.mjs`), `import { expect, test } from "vitest";\n${body}\n`);
  }
  return directory;
}

const passes = `test("passes", () => expect(1).toBe(1));`;

/** How a process can end without saying so: by a signal, or with a code (vitest stands in for `process.exit`). */
const ends = {
  "by a signal": `process.kill(process.pid, "SIGKILL"); await new Promise(() => {});`,
  "with a code": `process.reallyExit(3);`,
  "as if all were well": `process.reallyExit(0);`,
};

/** The first time only: a file beside it remembers. */
function once(what: string, end: string, name: string | number = 0): string {
  return `
import { existsSync, writeFileSync } from "node:fs";
async function end() {
  const mark = new URL("./been-here-${name}", import.meta.url);
  if (existsSync(mark)) return;
  writeFileSync(mark, "");
  ${end}
}
${what}`;
}

const run = { project: "unit", limit: 60_000, workers: 1 };

test.concurrent("whatever ends a process, its file runs again for itself", { timeout: 60_000 }, async () => {
  const files = Object.entries(ends).map(([how, end], index) => [
    `end-${index}`,
    once(`test("${how}", end);`, end, index),
  ]);
  // After the tests of a file, when all of them have passed.
  const late = once(`import { afterAll } from "vitest";\n${passes}\nafterAll(end);`, ends["with a code"], "late");
  const given = { ...Object.fromEntries(files), late, beside: passes };
  const outcome = await runTests({ ...run, workers: 2, directory: project(given) });
  expect(outcome).toMatchObject({ passed: 5, failed: 0 });
  const deaths = outcome.notes.filter((note) =>
    note.startsWith("a test process died: [vitest-pool]: Worker forks emitted"),
  );
  expect(deaths).toHaveLength(4);
  expect(outcome.notes.at(-1)).toBe("4 files ran again, each for itself");
});

test.concurrent(
  "where one process runs all files, those that it did not reach run again too",
  { timeout: 60_000 },
  async () => {
    const first = once(`test("ends once", end);`, ends["by a signal"]);
    const outcome = await runTests({ ...run, directory: project({ a: first, b: passes, c: passes }) });
    expect(outcome).toMatchObject({ passed: 3, failed: 0 });
  },
);

test.concurrent(
  "what failed before a process died has failed, also where it passes later",
  { timeout: 60_000 },
  async () => {
    const failsAtFirst = `test("fails at first", () => expect(existsSync(new URL("./been-here-0", import.meta.url)) ? "second" : "first").toBe("second"));`;
    // So long that the failure has been reported.
    const waits = `test("waits", () => new Promise((done) => setTimeout(done, 300)));`;
    const body = once(`${failsAtFirst}\n${waits}\ntest("ends once", end);`, ends["by a signal"]);
    const outcome = await runTests({ ...run, directory: project({ a: body, b: passes }) });
    expect(outcome).toMatchObject({ passed: 3, failed: 1 });
    expect(outcome.output).toContain("fails at first");
  },
);

test.concurrent(
  "a file whose process dies again fails by its name, and the others count",
  { timeout: 60_000 },
  async () => {
    const dies = `test("dies", async () => { ${ends["by a signal"]} });`;
    const outcome = await runTests({ ...run, directory: project({ a: passes, b: dies, c: passes }) });
    expect(outcome).toMatchObject({ passed: 2, failed: 1 });
    expect(outcome.notes.at(-1)).toMatch(/^did not finish: .*b\.test\.mjs$/);
  },
);

test.concurrent(
  "a test that passes on its second attempt is named; one that fails twice fails",
  { timeout: 60_000 },
  async () => {
    const once = `let attempts = 0;\ntest("races once", () => expect((attempts += 1)).toBe(2));`;
    const always = `test("fails twice", () => expect(1).toBe(2));`;
    const outcome = await runTests({ ...run, directory: project({ a: `${once}\n${always}`, b: passes }, 1) });
    expect(outcome).toMatchObject({ passed: 2, failed: 1, notes: ["passed on the second attempt: races once"] });
  },
);
