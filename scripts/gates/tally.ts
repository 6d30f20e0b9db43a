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
  /** Tests whose name says that only root can run them, where this is not root. They fail nobody, but are listed. */
  readonly needRoot: readonly string[];
  /** Tests that ran and failed. */
  readonly failures: readonly string[];
}

export interface Circumstances {
  /** Whether tests may be left out for want of a program or a platform. */
  readonly skippingAllowed: boolean;
  readonly root: boolean;
}

/**
 * Each test counts for itself. A file that fails outside its tests (it does not load, a hook throws) counts as one more
 * failure, and so does a run that went wrong in another way: no tests, an unhandled error, a crash, the time limit.
 */
export function tally(json: unknown, exitCode: number, { skippingAllowed, root }: Circumstances): Tally {
  const parsed = report.safeParse(json);
  if (!parsed.success) return { passed: 0, failed: 1, skipped: [], needRoot: [], failures: [] };
  const files = parsed.data.testResults;
  const tests = files.flatMap((file) => file.assertionResults);
  const passed = tests.filter((test) => test.status === "passed").length;
  const failures = tests.filter((test) => test.status === "failed").map((test) => test.fullName);
  const omitted = tests
    .filter((test) => test.status !== "passed" && test.status !== "failed")
    .map((test) => test.fullName);
  const needRoot = omitted.filter((name) => !root && name.includes("(needs root)"));
  const skipped = omitted.filter((name) => !needRoot.includes(name));
  const brokenFiles = files.filter(
    (file) => file.status === "failed" && file.assertionResults.every((test) => test.status !== "failed"),
  ).length;
  const failed = failures.length + brokenFiles + (skippingAllowed ? 0 : skipped.length);
  const brokenRun = failed === 0 && (exitCode !== 0 || passed === 0);
  return { passed, failed: failed + (brokenRun ? 1 : 0), skipped, needRoot, failures };
}
