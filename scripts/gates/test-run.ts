// Runs the tests of one vitest project and counts what they proved.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { minute } from "../../src/shared/lib/clock.ts";
import { type Captured, type Program, runCaptured } from "../child.ts";
import { commandOf, projectRoot, toolEnvironment } from "../project.ts";
import { onPath } from "./checks.ts";
import { mergeReports, tally } from "./tally.ts";
import { isFinished, isProcessDeath, reportVariable, type TestReport, testReportSchema } from "./test-report.ts";

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** Shown when the gate fails. */
  readonly output: string;
  /** Shown always. */
  readonly notes: readonly string[];
}

export interface TestRun {
  readonly project: string;
  readonly limit: number;
  readonly files?: readonly string[];
  /** How many test processes at once; one for each processor if not given. */
  readonly workers?: number;
  readonly wrap?: (program: Program) => Program;
  readonly directory?: string;
}

/** A test that does not run proves nothing, so it fails CI. On a person's machine, which may lack what it needs, it is listed. */
const skippingAllowed = process.env["CI"] === undefined || process.env["GATEHOUSE_ALLOW_SKIPPED"] === "1";

const reporter = join(import.meta.dirname, "test-reporter.ts");

export function nodeProgram(script: string, ...args: readonly string[]): Program {
  return {
    command: process.execPath,
    args: [script, ...args],
    directory: projectRoot,
    environment: {
      ...toolEnvironment(process.env),
      ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" }),
    },
  };
}

export function explain(captured: Captured, limit: number): string {
  return captured.timedOut
    ? `${captured.output}\nStopped: it took longer than ${limit / minute} minutes.`
    : captured.output;
}

export async function runTests(run: TestRun): Promise<Outcome> {
  const first = await runOnce(run, [], []);
  const lost = first.report?.files.filter((file) => !isFinished(file)).map(({ file }) => file) ?? [];
  const deaths = first.report?.errors.filter(isProcessDeath) ?? [];
  if (first.report === undefined || deaths.length === 0) return count(first);
  const notes = deaths.map((death) => `a test process died: ${death}`);
  if (lost.length === 0) return count(first, notes);
  // Each file in a process of its own, so that a second death names its file and takes no other along.
  const second = await runOnce(run, lost, ["--isolate"]);
  const captured = {
    // A death alone makes the first run end badly; what else went wrong is in its report.
    code: second.captured.code,
    output: `${first.captured.output}\nThe files without a result ran again:\n${second.captured.output}`,
    timedOut: second.captured.timedOut,
  };
  const report = second.report && mergeReports(first.report, second.report);
  return count({ captured, report, limit: run.limit }, [...notes, `${lost.length} files ran again, each for itself`]);
}

/** What a test's name says it needs: a program, root's rights, or a machine that may be changed (CI). */
function lacks(need: string): boolean {
  if (need === "root") return process.getuid?.() !== 0;
  return need === "CI" ? process.env["CI"] === undefined : !onPath(need);
}

interface Ran {
  readonly captured: Captured;
  /** Undefined when there was none, or one that could not be read. */
  readonly report: TestReport | undefined;
  readonly limit: number;
}

function count({ captured, report, limit }: Ran, before: readonly string[] = []): Outcome {
  const counted = tally(report, captured.code, { skippingAllowed, lacks });
  const { passed, failed, skipped, leftOut, unfinished, secondAttempts } = counted;
  const notes = [
    ...before,
    ...unfinished.map((file) => `did not finish: ${file}`),
    ...skipped.map((name) => `skipped: ${name}`),
    ...leftOut.map((name) => `left out: ${name}`),
    ...secondAttempts.map((name) => `passed on the second attempt: ${name}`),
  ];
  return { passed, failed, output: explain(captured, limit), notes };
}

async function runOnce(run: TestRun, files: readonly string[], options: readonly string[]): Promise<Ran> {
  const directory = mkdtempSync(join(tmpdir(), "gatehouse-test-"));
  const file = join(directory, "report.json");
  const program = nodeProgram(
    commandOf("vitest"),
    "run",
    "--project",
    run.project,
    ...(files.length > 0 ? files : (run.files ?? [])),
    "--reporter=default",
    `--reporter=${reporter}`,
    `--maxWorkers=${run.workers ?? availableParallelism()}`,
    ...options,
  );
  const reporting = { ...program, environment: { ...program.environment, [reportVariable]: file } };
  const wrap = run.wrap ?? ((same) => same);
  try {
    const captured = await runCaptured({ ...wrap(reporting), directory: run.directory ?? projectRoot }, run.limit);
    return { captured, report: readReport(file), limit: run.limit };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function readReport(file: string): TestReport | undefined {
  try {
    return testReportSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}
