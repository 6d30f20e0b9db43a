// The gates of `npm test`, in the order they run.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { minute } from "../src/shared/clock.ts";
import { build, buildIfNeeded } from "./build.ts";
import { type Captured, type Program, runCaptured } from "./child.ts";
import { makeReady } from "./doctor.ts";
import { electronSources, findElectron } from "./electron-runtime.ts";
import { thisMachine } from "./machine.ts";
import { commandOf, projectRoot, toolEnvironment } from "./project.ts";
import { tally } from "./tally.ts";

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** Shown when the gate fails. */
  readonly output: string;
  /** Shown always. */
  readonly notes: readonly string[];
}

export interface Gate {
  readonly name: GateName;
  readonly run: () => Promise<Outcome>;
}

export const gateNames = [
  "format",
  "lint",
  "types",
  "dead-code",
  "unit",
  "property",
  "contract",
  "fault",
  "build",
  "e2e",
] as const;
export type GateName = (typeof gateNames)[number];

/** A test that does not run proves nothing, so it fails CI. On a person's machine, which may lack what it needs, it is listed. */
const skippingAllowed = process.env["CI"] === undefined || process.env["GATEHOUSE_ALLOW_SKIPPED"] === "1";

function node(script: string, ...args: readonly string[]): Program {
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

function explain(captured: Captured, limit: number): string {
  return captured.timedOut
    ? `${captured.output}\nStopped: it took longer than ${limit / minute} minutes.`
    : captured.output;
}

/** Passes if every one of the programs does; all of them run, so that one look shows everything. */
async function tools(limit: number, ...programs: readonly Program[]): Promise<Outcome> {
  const outputs: string[] = [];
  for (const program of programs) {
    const captured = await runCaptured(program, limit);
    if (captured.code !== 0 || captured.timedOut) outputs.push(explain(captured, limit));
  }
  const failed = outputs.length > 0;
  return { passed: failed ? 0 : 1, failed: failed ? 1 : 0, output: outputs.join("\n"), notes: [] };
}

/** A test process that dies takes the rest of its file along; whether the tests hold is only known when they run again. */
const diedProcess = /Worker exited unexpectedly with signal (\w+)[^\n]*/;

async function tests(
  project: string,
  limit: number,
  wrap: Wrap = (same) => same,
  files: readonly string[] = [],
): Promise<Outcome> {
  const first = await testsOnce(project, limit, wrap, files);
  const died = diedProcess.exec(first.output)?.[0];
  if (died === undefined) return first;
  const note = `a test process died: ${died}`;
  // What failed beside it has failed: a second run must not make that unseen.
  if (first.failures.length > 0) return { ...first, notes: [note, ...first.notes] };
  const second = await testsOnce(project, limit, wrap, files);
  return { ...second, notes: [`run again, because ${note}`, ...second.notes] };
}

type Wrap = (program: Program) => Program;

interface TestOutcome extends Outcome {
  readonly failures: readonly string[];
}

async function testsOnce(project: string, limit: number, wrap: Wrap, files: readonly string[]): Promise<TestOutcome> {
  const directory = mkdtempSync(join(tmpdir(), "gatehouse-test-"));
  const file = join(directory, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  try {
    const captured = await runCaptured(
      wrap(node(commandOf("vitest"), "run", "--project", project, ...files, ...reporters)),
      limit,
    );
    const { passed, failed, skipped, failures } = tally(readReport(file), captured.code, skippingAllowed);
    const notes = skipped.map((name) => `skipped: ${name}`);
    return { passed, failed, failures, output: explain(captured, limit), notes };
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

async function builds(): Promise<Outcome> {
  const lines: string[] = [];
  const built = await build((line) => lines.push(line));
  return { passed: built ? 1 : 0, failed: built ? 0 : 1, output: lines.join("\n"), notes: [] };
}

/** Some of these run commands in the sandbox that Gatehouse itself uses. */
async function engineTests(project: string, limit: number): Promise<Outcome> {
  const said: string[] = [];
  const ready = await makeReady("sandbox", undefined, (line) => void said.push(line));
  if (!ready) return { passed: 0, failed: 1, output: "", notes: said };
  const outcome = await tests(project, limit);
  return { ...outcome, notes: [...said, ...outcome.notes] };
}

/** In a real Electron window; on a virtual display where there is none. */
export async function windowTests(limit: number, files: readonly string[] = []): Promise<Outcome> {
  const notes: string[] = [];
  const say = (line: string): void => void notes.push(line);
  const electron = await findElectron(electronSources(say));
  const ready = electron.ok && (await makeReady("tests", electron.value.executable, say)) && (await buildIfNeeded(say));
  if (!ready) return { passed: 0, failed: 1, output: electron.ok ? "" : electron.error, notes };
  const outcome = await tests("e2e", limit, thisMachine().display ? undefined : onVirtualDisplay, files);
  return { ...outcome, notes: [...notes, ...outcome.notes] };
}

function onVirtualDisplay(program: Program): Program {
  const screen = "--server-args=-screen 0 1600x1000x24";
  return { ...program, command: "xvfb-run", args: ["--auto-servernum", screen, program.command, ...program.args] };
}

const runners: Record<GateName, () => Promise<Outcome>> = {
  format: () => tools(minute, node(commandOf("oxfmt"), "--check")),
  lint: () => tools(2 * minute, node(commandOf("oxlint"), "--type-aware")),
  types: () =>
    tools(
      2 * minute,
      ...["core", "node", "web"].map((layer) => node(commandOf("typescript", "tsc"), "-p", `tsconfig.${layer}.json`)),
    ),
  "dead-code": () => tools(2 * minute, node(commandOf("knip"))),
  unit: () => engineTests("unit", 12 * minute),
  property: () => tests("property", 8 * minute),
  contract: () => engineTests("contract", 12 * minute),
  fault: () => tests("fault", 8 * minute),
  build: builds,
  e2e: () => windowTests(30 * minute),
};

export function gatesNamed(names: readonly GateName[]): readonly Gate[] {
  return names.map((name) => ({ name, run: runners[name] }));
}
