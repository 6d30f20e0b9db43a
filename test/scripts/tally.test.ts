// What counts as passed and failed in the report of a test run.
import { expect, test } from "vitest";
import { mergeReports, tally } from "../../scripts/gates/tally.ts";
import type { FileReport, TestReport } from "../../scripts/gates/test-report.ts";

type State = FileReport["tests"][number]["state"];

function file(state: FileReport["state"], ...tests: readonly State[]): FileReport {
  return {
    file: "/a.test.ts",
    state,
    tests: tests.map((each, index) => ({ name: `test ${index}`, state: each, repeated: false })),
  };
}

function report(...files: FileReport[]): TestReport {
  return { files, errors: [] };
}

const died = "[vitest-pool]: Worker forks emitted error. Worker exited unexpectedly with exit code 3";

test("each test counts for itself", () => {
  const json = report(file("passed", "passed", "passed"), file("failed", "passed", "failed"));
  expect(tally(json, 1, { skippingAllowed: false, lacks: () => false })).toMatchObject({
    passed: 3,
    failed: 1,
    skipped: [],
    unfinished: [],
  });
});

test("a test that is skipped fails the run unless that is allowed", () => {
  const json = report(file("passed", "passed", "skipped"));
  expect(tally(json, 0, { skippingAllowed: false, lacks: () => false })).toMatchObject({
    passed: 1,
    failed: 1,
    skipped: ["test 1"],
  });
  expect(tally(json, 0, { skippingAllowed: true, lacks: () => false })).toMatchObject({
    passed: 1,
    failed: 0,
    skipped: ["test 1"],
  });
});

test("a file that does not load is a failure", () => {
  expect(
    tally(report(file("passed", "passed"), file("failed")), 1, { skippingAllowed: false, lacks: () => false }),
  ).toMatchObject({
    passed: 1,
    failed: 1,
    skipped: [],
  });
});

test("a hook that fails after its tests passed is a failure", () => {
  expect(tally(report(file("failed", "passed")), 1, { skippingAllowed: false, lacks: () => false })).toMatchObject({
    passed: 1,
    failed: 1,
  });
});

test("a run that ends badly though no test failed is a failure", () => {
  expect(tally(report(file("passed", "passed")), 1, { skippingAllowed: false, lacks: () => false })).toMatchObject({
    passed: 1,
    failed: 1,
  });
});

test.each([
  ["no tests", report()],
  ["no report", undefined],
])("%s is a failure", (_, json) => {
  expect(tally(json, 0, { skippingAllowed: true, lacks: () => false })).toMatchObject({
    passed: 0,
    failed: 1,
    skipped: [],
  });
});

test("an error outside of any test is a failure beside those of tests; that a process died is told by its files", () => {
  const files = [file("failed", "passed", "failed")];
  const all = { skippingAllowed: false, lacks: () => false };
  expect(tally({ files, errors: ["write EPIPE"] }, 1, all)).toMatchObject({ passed: 1, failed: 2 });
  expect(tally({ files, errors: [died] }, 1, all)).toMatchObject({ passed: 1, failed: 1 });
  expect(tally({ files: [file("passed", "passed")], errors: [died] }, 0, all)).toMatchObject({ passed: 1, failed: 0 });
});

test.each(["pending", "queued"] as const)("a file that stays %s is a failure", (state) => {
  const json = report(file("passed", "passed"), file(state, "passed", "pending"));
  expect(tally(json, 1, { skippingAllowed: true, lacks: () => false })).toMatchObject({
    passed: 2,
    failed: 1,
    unfinished: ["/a.test.ts"],
  });
});

test("a second run counts for the files that did not finish, and takes back no failure", () => {
  const first: TestReport = {
    files: [
      { file: "/a", state: "failed", tests: [{ name: "a", state: "failed", repeated: false }] },
      {
        file: "/b",
        state: "pending",
        tests: [
          { name: "b1", state: "passed", repeated: false },
          { name: "b2", state: "failed", repeated: false },
          { name: "b3", state: "pending", repeated: false },
        ],
      },
      { file: "/c", state: "queued", tests: [] },
    ],
    errors: [died, "late"],
  };
  const second: TestReport = {
    files: [
      { file: "/a", state: "passed", tests: [{ name: "a", state: "passed", repeated: false }] },
      {
        file: "/b",
        state: "passed",
        tests: [
          { name: "b1", state: "passed", repeated: false },
          { name: "b2", state: "passed", repeated: false },
          { name: "b3", state: "passed", repeated: false },
        ],
      },
      { file: "/c", state: "passed", tests: [{ name: "c", state: "passed", repeated: false }] },
    ],
    errors: [],
  };
  const merged = mergeReports(first, second);
  expect(tally(merged, 0, { skippingAllowed: false, lacks: () => false })).toMatchObject({
    passed: 3,
    failed: 3,
    unfinished: [],
  });
});

test("a test that names what it needs is listed where that is lacking; elsewhere it is a skipped test", () => {
  const tests: FileReport["tests"] = [
    { name: "works", state: "passed", repeated: false },
    { name: "a full disk (needs root) is reported", state: "skipped", repeated: false },
  ];
  const json = report({ file: "/a.test.ts", state: "passed", tests });
  expect(tally(json, 0, { skippingAllowed: false, lacks: (need) => need === "root" })).toMatchObject({
    passed: 1,
    failed: 0,
    skipped: [],
    leftOut: ["a full disk (needs root) is reported"],
  });
  expect(tally(json, 0, { skippingAllowed: false, lacks: () => false })).toMatchObject({ failed: 1, leftOut: [] });
});

test("a test that passed when it was repeated has passed, and is listed; one that failed twice has failed", () => {
  const tests: FileReport["tests"] = [
    { name: "at once", state: "passed", repeated: false },
    { name: "at the second attempt", state: "passed", repeated: true },
    { name: "never", state: "failed", repeated: false },
  ];
  const json = report({ file: "/a.test.ts", state: "failed", tests });
  expect(tally(json, 1, { skippingAllowed: false, lacks: () => false })).toMatchObject({
    passed: 2,
    failed: 1,
    secondAttempts: ["at the second attempt"],
  });
});
