// What counts as passed and failed in a vitest report.
import { expect, test } from "vitest";
import { tally } from "../../scripts/tally.ts";

function file(status: string, ...tests: readonly string[]): unknown {
  return {
    name: "/a.test.ts",
    status,
    message: "",
    assertionResults: tests.map((each, index) => ({ fullName: `test ${index}`, status: each })),
  };
}

function report(...files: readonly unknown[]): unknown {
  return { testResults: files };
}

test("each test counts for itself", () => {
  const json = report(file("passed", "passed", "passed"), file("failed", "passed", "failed"));
  expect(tally(json, 1, false)).toMatchObject({ passed: 3, failed: 1, skipped: [], failures: ["test 1"] });
});

test.each(["skipped", "pending", "todo"])("a test that is %s fails the run unless that is allowed", (status) => {
  const json = report(file("passed", "passed", status));
  expect(tally(json, 0, false)).toMatchObject({ passed: 1, failed: 1, skipped: ["test 1"] });
  expect(tally(json, 0, true)).toMatchObject({ passed: 1, failed: 0, skipped: ["test 1"] });
});

test("a file that does not load is a failure", () => {
  expect(tally(report(file("passed", "passed"), file("failed")), 1, false)).toMatchObject({
    passed: 1,
    failed: 1,
    skipped: [],
  });
});

test("a hook that fails after its tests passed is a failure", () => {
  expect(tally(report(file("failed", "passed")), 1, false)).toMatchObject({ passed: 1, failed: 1 });
});

test("a run that ends badly though no test failed is a failure", () => {
  expect(tally(report(file("passed", "passed")), 1, false)).toMatchObject({ passed: 1, failed: 1 });
});

test.each([
  ["no tests", report()],
  ["no report", undefined],
  ["nonsense", { testResults: 3 }],
])("%s is a failure", (_, json) => {
  expect(tally(json, 0, true)).toMatchObject({ passed: 0, failed: 1, skipped: [] });
});
