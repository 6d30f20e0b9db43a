// Counts what a vitest run proved, from its JSON report.
import { z } from "zod";

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** Tests that did not run (skipped, to do): they prove nothing. */
  readonly skipped: readonly string[];
  /** Tests that ran and failed. */
  readonly failures: readonly string[];
}

/**
 * Each test counts for itself. A file that fails outside its tests (it does not load, a hook throws) counts as one more
 * failure, and so does a run that went wrong in another way: no tests, an unhandled error, a crash, the time limit.
 */
export function tally(json: unknown, exitCode: number, skippingAllowed: boolean): Tally {
  const parsed = report.safeParse(json);
  if (!parsed.success) return { passed: 0, failed: 1, skipped: [], failures: [] };
  const files = parsed.data.testResults;
  const tests = files.flatMap((file) => file.assertionResults);
  const passed = tests.filter((test) => test.status === "passed").length;
  const failures = tests.filter((test) => test.status === "failed").map((test) => test.fullName);
  const skipped = tests
    .filter((test) => test.status !== "passed" && test.status !== "failed")
    .map((test) => test.fullName);
  const brokenFiles = files.filter(
    (file) => file.status === "failed" && file.assertionResults.every((test) => test.status !== "failed"),
  ).length;
  const failed = failures.length + brokenFiles + (skippingAllowed ? 0 : skipped.length);
  const brokenRun = failed === 0 && (exitCode !== 0 || passed === 0);
  return { passed, failed: failed + (brokenRun ? 1 : 0), skipped, failures };
}
