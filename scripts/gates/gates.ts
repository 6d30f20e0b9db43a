// The gates of `npm test`.
import { minute } from "../../src/shared/lib/clock.ts";
import { build, buildIfNeeded } from "../build.ts";
import { type Program, runCaptured } from "../child.ts";
import { makeReady } from "../doctor.ts";
import { electronSources, findElectron } from "../electron/runtime.ts";
import { thisMachine } from "../machine.ts";
import { commandOf } from "../project.ts";
import { agentTests, sdkTests } from "./agents.ts";
import { describe, isBroken, measureProject } from "./structure.ts";
import { explain, nodeProgram, type Outcome, runTests } from "./test-run.ts";

/**
 * Lanes run side by side, the gates of a lane one after the other. Test gates take turns, each with all processors: side by side,
 * the last of them would run on one while the others idle. Fault tests wait half of their time, for disks and processes that end,
 * so they follow the static gates, one at a time. The window's tests come last: they need the build and quiet cores.
 */
export type Lane = "beside" | "tests" | "window";

export interface Gate {
  readonly name: GateName;
  readonly lane: Lane;
  readonly run: () => Promise<Outcome>;
}

export const gateNames = [
  "format",
  "structure",
  "types",
  "lint",
  "dead-code",
  "unit",
  "components",
  "property",
  "contract",
  "fault",
  "build",
  "agents",
  "sdk",
  "package",
  "e2e",
] as const;
export type GateName = (typeof gateNames)[number];

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

async function structure(): Promise<Outcome> {
  const measured = measureProject();
  const broken = measured.counts.filter(isBroken).length;
  const notes = describe(measured, 0).split("\n");
  return { passed: measured.counts.length - broken, failed: broken, output: "", notes };
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
  const outcome = await runTests({ project, limit });
  return { ...outcome, notes: [...said, ...outcome.notes] };
}

/** In a real Electron window; on a virtual display where there is none. */
export async function windowTests(limit: number, files: readonly string[] = []): Promise<Outcome> {
  const notes: string[] = [];
  const say = (line: string): void => void notes.push(line);
  const electron = await findElectron(electronSources(say));
  const ready = electron.ok && (await makeReady("tests", electron.value.executable, say)) && (await buildIfNeeded(say));
  if (!ready) return { passed: 0, failed: 1, output: electron.ok ? "" : electron.error, notes };
  const outcome = await runTests({
    project: "e2e",
    limit,
    files,
    workers: 1,
    ...(thisMachine().display ? {} : { wrap: onVirtualDisplay }),
  });
  return { ...outcome, notes: [...notes, ...outcome.notes] };
}

function onVirtualDisplay(program: Program): Program {
  const screen = "--server-args=-screen 0 1600x1000x24";
  return { ...program, command: "xvfb-run", args: ["--auto-servernum", screen, program.command, ...program.args] };
}

type Runner = Omit<Gate, "name">;

const runners: Record<GateName, Runner> = {
  format: { lane: "beside", run: () => tools(minute, nodeProgram(commandOf("oxfmt"), "--check")) },
  structure: { lane: "beside", run: structure },
  types: {
    lane: "beside",
    run: () =>
      tools(
        4 * minute,
        ...["core", "node", "web", "components"].map((layer) =>
          nodeProgram(commandOf("typescript", "tsc"), "-p", `tsconfig.${layer}.json`),
        ),
      ),
  },
  lint: { lane: "beside", run: () => tools(4 * minute, nodeProgram(commandOf("oxlint"), "--type-aware")) },
  "dead-code": { lane: "beside", run: () => tools(4 * minute, nodeProgram(commandOf("knip"))) },
  unit: { lane: "tests", run: () => engineTests("unit", 12 * minute) },
  components: { lane: "tests", run: () => runTests({ project: "components", limit: 4 * minute, workers: 1 }) },
  property: { lane: "tests", run: () => runTests({ project: "property", limit: 8 * minute }) },
  contract: { lane: "tests", run: () => engineTests("contract", 12 * minute) },
  fault: { lane: "beside", run: () => runTests({ project: "fault", limit: 12 * minute, workers: 1 }) },
  build: { lane: "beside", run: builds },
  agents: { lane: "window", run: () => agentTests(4 * minute) },
  sdk: { lane: "window", run: () => sdkTests(20 * minute) },
  package: { lane: "window", run: () => runTests({ project: "package", limit: 15 * minute, workers: 1 }) },
  e2e: { lane: "window", run: () => windowTests(30 * minute) },
};

export function gatesNamed(names: readonly GateName[]): readonly Gate[] {
  return names.map((name) => ({ name, ...runners[name] }));
}
