// A vitest reporter that writes what the gates count: unlike vitest's own JSON it knows which files never finished.
import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestModule, TestSpecification } from "vitest/node";
import { type FileReport, reportVariable, type TestReport } from "./test-report.ts";

export default class implements Reporter {
  #expected: readonly string[] = [];

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#expected = specifications.map(({ moduleId }) => moduleId);
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const reached = new Map(modules.map((module) => [module.moduleId, describe(module)]));
    const report: TestReport = {
      files: [...new Set([...this.#expected, ...reached.keys()])].map(
        (file) => reached.get(file) ?? { file, state: "queued", tests: [] },
      ),
      errors: errors.map(explain),
    };
    const path = process.env[reportVariable];
    if (path !== undefined) writeFileSync(path, JSON.stringify(report));
  }
}

function describe(module: TestModule): FileReport {
  const tests = [...module.children.allTests()].map((test) => ({
    name: test.fullName,
    state: test.result().state,
    repeated: test.diagnostic()?.flaky ?? false,
  }));
  return { file: module.moduleId, state: module.state(), tests };
}

function explain(error: SerializedError): string {
  const cause = error.cause?.message;
  return cause === undefined ? error.message : `${error.message} ${cause}`;
}
