// What counts as passed and failed in a vitest report.
import { expect, test } from "vitest";
import { tally } from "../../scripts/gates/tally.ts";

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
  expect(tally(json, 1, { skippingAllowed: false, root: true })).toMatchObject({
    passed: 3,
    failed: 1,
    skipped: [],
    failures: ["test 1"],
  });
});

test.each(["skipped", "pending", "todo"])("a test that is %s fails the run unless that is allowed", (status) => {
  const json = report(file("passed", "passed", status));
  expect(tally(json, 0, { skippingAllowed: false, root: true })).toMatchObject({
    passed: 1,
    failed: 1,
    skipped: ["test 1"],
  });
  expect(tally(json, 0, { skippingAllowed: true, root: true })).toMatchObject({
    passed: 1,
    failed: 0,
    skipped: ["test 1"],
  });
});

test("a file that does not load is a failure", () => {
  expect(
    tally(report(file("passed", "passed"), file("failed")), 1, { skippingAllowed: false, root: true }),
  ).toMatchObject({
    passed: 1,
    failed: 1,
    skipped: [],
  });
});

test("a hook that fails after its tests passed is a failure", () => {
  expect(tally(report(file("failed", "passed")), 1, { skippingAllowed: false, root: true })).toMatchObject({
    passed: 1,
    failed: 1,
  });
});

test("a run that ends badly though no test failed is a failure", () => {
  expect(tally(report(file("passed", "passed")), 1, { skippingAllowed: false, root: true })).toMatchObject({
    passed: 1,
    failed: 1,
  });
});

test.each([
  ["no tests", report()],
  ["no report", undefined],
  ["nonsense", { testResults: 3 }],
])("%s is a failure", (_, json) => {
  expect(tally(json, 0, { skippingAllowed: true, root: true })).toMatchObject({ passed: 0, failed: 1, skipped: [] });
});

test("what only root can run is listed for others and fails nobody; for root it is a skipped test", () => {
  const json = {
    testResults: [
      {
        name: "/a.test.ts",
        status: "passed",
        message: "",
        assertionResults: [
          { fullName: "works", status: "passed" },
          { fullName: "a full disk (needs root) is reported", status: "skipped" },
        ],
      },
    ],
  };
  expect(tally(json, 0, { skippingAllowed: false, root: false })).toMatchObject({
    passed: 1,
    failed: 0,
    skipped: [],
    needRoot: ["a full disk (needs root) is reported"],
  });
  expect(tally(json, 0, { skippingAllowed: false, root: true })).toMatchObject({ failed: 1, needRoot: [] });
});
