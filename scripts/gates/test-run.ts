// Runs the tests of one vitest project and counts what they proved.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { minute } from "../../src/shared/lib/clock.ts";
import { type Captured, type Program, runCaptured } from "../child.ts";
import { commandOf, projectRoot, toolEnvironment } from "../project.ts";
import { tally } from "./tally.ts";

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
  /** How many test processes at once; as many as vitest likes if not given. */
  readonly workers?: number;
  readonly wrap?: (program: Program) => Program;
  readonly directory?: string;
}

interface TestOutcome extends Outcome {
  readonly failures: readonly string[];
}

/** A test that does not run proves nothing, so it fails CI. On a person's machine, which may lack what it needs, it is listed. */
const skippingAllowed = process.env["CI"] === undefined || process.env["GATEHOUSE_ALLOW_SKIPPED"] === "1";

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

/** A test process that dies takes its other files along; whether their tests hold is only known when they run again. */
const diedProcess = /Worker exited unexpectedly with signal (\w+)[^\n]*/;

export async function runTests(run: TestRun): Promise<Outcome> {
  const first = await runOnce(run, []);
  const died = diedProcess.exec(first.output)?.[0];
  if (died === undefined) return first;
  const note = `a test process died: ${died}`;
  // What failed beside it has failed: a second run must not hide that.
  if (first.failures.length > 0) return { ...first, notes: [note, ...first.notes] };
  // Each file in a process of its own, so that a second death names its file and takes no other along.
  const second = await runOnce(run, ["--isolate"]);
  return { ...second, notes: [`run again, because ${note}`, ...second.notes] };
}

async function runOnce(run: TestRun, options: readonly string[]): Promise<TestOutcome> {
  const directory = mkdtempSync(join(tmpdir(), "gatehouse-test-"));
  const file = join(directory, "report.json");
  const program = nodeProgram(
    commandOf("vitest"),
    "run",
    "--project",
    run.project,
    ...(run.files ?? []),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
    ...(run.workers === undefined ? [] : [`--maxWorkers=${run.workers}`]),
    ...options,
  );
  const wrap = run.wrap ?? ((same) => same);
  try {
    const captured = await runCaptured({ ...wrap(program), directory: run.directory ?? projectRoot }, run.limit);
    const circumstances = { skippingAllowed, root: process.getuid?.() === 0 };
    const { passed, failed, skipped, needRoot, failures } = tally(readReport(file), captured.code, circumstances);
    const notes = [
      ...skipped.map((name) => `skipped: ${name}`),
      ...(needRoot.length === 0 ? [] : [`left out: needs root: ${needRoot.length} tests`]),
      ...needRoot.map((name) => `  ${name}`),
    ];
    return { passed, failed, failures, output: explain(captured, run.limit), notes };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
