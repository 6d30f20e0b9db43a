// Counts what a test run proved.
import { isFinished, isProcessDeath, type TestReport } from "./test-report.ts";

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** Tests that did not run (skipped, to do): they prove nothing. */
  readonly skipped: readonly string[];
  /** Tests whose name says what they need, such as "(needs root)", where that is lacking. They fail nobody, but are listed. */
  readonly leftOut: readonly string[];
  /** Files whose process ended before they did. */
  readonly unfinished: readonly string[];
  /** Tests that failed first and passed when repeated. They count as passed, and are listed so that nobody overlooks them. */
  readonly secondAttempts: readonly string[];
}

export interface Circumstances {
  /** Whether tests may be left out for want of a program or a platform. */
  readonly skippingAllowed: boolean;
  /** Whether this run lacks what a test says it needs: "root", or a program. */
  readonly lacks: (need: string) => boolean;
}

const need = /\(needs ([\w-]+)\)/;

/**
 * Each test counts for itself. A file that fails outside its tests (it does not load, a hook throws) or does not finish
 * counts as one more failure, and so does an error outside of any file, and a run that went wrong in another way: no
 * tests, the time limit. That a process died is no failure of its own: the files it took along are.
 */
export function tally(
  report: TestReport | undefined,
  exitCode: number,
  { skippingAllowed, lacks }: Circumstances,
): Tally {
  if (report === undefined)
    return { passed: 0, failed: 1, skipped: [], leftOut: [], unfinished: [], secondAttempts: [] };
  const tests = report.files.flatMap((file) => file.tests);
  const named = (state: string): readonly string[] =>
    tests.filter((test) => test.state === state).map(({ name }) => name);
  const passed = named("passed").length;
  const omitted = named("skipped");
  const leftOut = omitted.filter((name) => {
    const needed = need.exec(name)?.[1];
    return needed !== undefined && lacks(needed);
  });
  const skipped = omitted.filter((name) => !leftOut.includes(name));
  const secondAttempts = tests.filter(({ state, repeated }) => state === "passed" && repeated).map(({ name }) => name);
  const unfinished = report.files.filter((file) => !isFinished(file)).map(({ file }) => file);
  const broken = report.files.filter(
    (file) => file.state === "failed" && file.tests.every((test) => test.state !== "failed"),
  );
  const errors = report.errors.filter((error) => !isProcessDeath(error));
  const failed =
    named("failed").length + broken.length + unfinished.length + errors.length + (skippingAllowed ? 0 : skipped.length);
  const brokenRun = failed === 0 && (exitCode !== 0 || passed === 0);
  return { passed, failed: failed + (brokenRun ? 1 : 0), skipped, leftOut, unfinished, secondAttempts };
}

/**
 * One report of a run that lost files and of the run that repeated those. What failed before the process died has failed,
 * whatever the second run says.
 */
export function mergeReports(first: TestReport, second: TestReport): TestReport {
  const again = new Map(second.files.map((file) => [file.file, file]));
  const files = first.files.map((file) => {
    const repeated = again.get(file.file);
    if (isFinished(file) || repeated === undefined) return file;
    const failures = file.tests.filter(({ state }) => state === "failed");
    const others = repeated.tests.filter(({ name }) => failures.every((failure) => failure.name !== name));
    return { ...repeated, tests: [...failures, ...others] };
  });
  return { files, errors: [...first.errors, ...second.errors] };
}
