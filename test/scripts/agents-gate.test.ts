// The gate of real agents: what its run says becomes the outcome, and a run that says nothing has failed.
import { expect, test } from "vitest";
import { outcomeOf } from "../../scripts/gates/agents.ts";

const limit = 1000;

test("what passed, failed and was left out", () => {
  const result = { passed: 3, failures: ["codex: honest call runs: it did not run"], leftOut: ["pi is left out: why"] };
  const output = `claude-code\n${JSON.stringify(result)}\n`;
  expect(outcomeOf({ code: 1, output, timedOut: false }, limit)).toEqual({
    passed: 3,
    failed: 1,
    output: "codex: honest call runs: it did not run",
    notes: ["pi is left out: why"],
  });
});

test("a missing registry fails nothing", () => {
  const result = { passed: 0, failures: [], leftOut: ["claude-code is left out: npm took longer than 45 s"] };
  expect(outcomeOf({ code: 0, output: JSON.stringify(result), timedOut: false }, limit)).toMatchObject({ failed: 0 });
});

test.each([
  [{ code: 1, output: "Error: it broke\n", timedOut: false }],
  [{ code: 0, output: "", timedOut: false }],
  [{ code: 0, output: '{"passed":1,"failures":[],"leftOut":[]}', timedOut: true }],
])("%j is a failure", (captured) => {
  expect(outcomeOf(captured, limit)).toMatchObject({ passed: 0, failed: 1 });
});
