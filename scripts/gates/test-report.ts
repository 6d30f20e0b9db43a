// What a test run has shown, as our reporter writes it: every file that was to run, its tests, and what went wrong beside them.
import { z } from "zod";

const testSchema = z.object({
  name: z.string(),
  state: z.enum(["passed", "failed", "skipped", "pending"]),
  /** It failed first, and passed when it was repeated. */
  repeated: z.boolean(),
});

const fileSchema = z.object({
  file: z.string(),
  /** Queued or pending: its process ended before the file did. */
  state: z.enum(["passed", "failed", "skipped", "pending", "queued"]),
  tests: z.array(testSchema),
});

export const testReportSchema = z.object({
  files: z.array(fileSchema),
  /** What nothing has caught, outside of any test. */
  errors: z.array(z.string()),
});

export type TestReport = z.infer<typeof testReportSchema>;
export type FileReport = TestReport["files"][number];

/** Where the reporter writes. */
export const reportVariable = "GATEHOUSE_TEST_REPORT";

/** A process that died or did not start; errors of the tests' own have other texts. */
export function isProcessDeath(error: string): boolean {
  return error.startsWith("[vitest-pool");
}

export function isFinished({ state }: FileReport): boolean {
  return state === "passed" || state === "failed" || state === "skipped";
}
