// The stage of one agent: a home, a project with a remote, a model, and the program itself, run from beginning to end.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runCaptured } from "../../scripts/child.ts";
import { second } from "../../src/shared/lib/clock.ts";
import { environmentOf } from "./engine.ts";
import type { AgentProgram, Stage } from "./programs.ts";
import { type ScriptedCall, type ScriptedModel, startScriptedModel } from "./scripted-model.ts";

export interface AgentStage extends Stage {
  readonly program: AgentProgram;
  readonly dataDirectory: string;
  readonly programs: string;
  /** Runs the agent until it ends; what the model was told for each call. */
  readonly perform: (calls: readonly ScriptedCall[], limitMs: number) => Promise<Performance>;
  /** What the model will do next, for an agent that is started in some other way. */
  readonly play: ScriptedModel["play"];
  /** The program itself, and the environment it is run in. */
  readonly binary: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly close: () => Promise<void>;
}

export interface Performance {
  readonly told: readonly string[];
  readonly output: string;
  readonly timedOut: boolean;
}

/** Where an agent works. */
export interface StagePlaces {
  readonly home: string;
  readonly project: string;
  readonly dataDirectory: string;
  readonly remove: () => void;
}

/** `parent` is where everything happens; a place for scratch files is judged more strictly than a home. */
export async function openStage(program: AgentProgram, folder: string, parent = tmpdir()): Promise<AgentStage> {
  return openStageAt(newPlaces(parent), program, folder);
}

function newPlaces(parent: string): StagePlaces {
  // Nothing of our own name: it would count as aiming at Gatehouse.
  const root = realpathSync(mkdtempSync(join(parent, "stage-")));
  const [home, project, dataDirectory] = [join(root, "home"), join(root, "project"), join(root, "data")];
  for (const each of [home, project, dataDirectory]) mkdirSync(each, { recursive: true, mode: 0o700 });
  makeProject(project, join(root, "remote.git"));
  const remove = (): void => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  return { home, project, dataDirectory, remove };
}

/** In places that are there already; `starter` is what starts the program in place of itself. */
export async function openStageAt(
  { home, project, dataDirectory, remove }: StagePlaces,
  program: AgentProgram,
  folder: string,
  starter: readonly string[] = [],
): Promise<AgentStage> {
  const model = await startScriptedModel();
  const stage: Stage = { home, project, modelUrl: model.url };
  const binary = join(folder, program.binary);
  const programs = dirname(binary);
  const environment = {
    ...environmentOf({ home: stage.home, dataDirectory, programs }),
    GATEHOUSE_HOME: undefined,
    ...program.environment(stage),
  };
  const run = (args: readonly string[], limit: number) => {
    const [command = binary, ...words] = [...starter, binary, ...args];
    return runCaptured({ command, args: words, directory: stage.project, environment }, limit);
  };
  program.prepare?.(stage);
  if (program.signIn !== undefined) await run(program.signIn(stage), 60 * second);
  return {
    ...stage,
    program,
    dataDirectory,
    programs,
    perform: (calls, limitMs) => perform(model, calls, () => run(program.arguments("please go on", stage), limitMs)),
    play: model.play,
    binary,
    environment,
    close: async () => {
      model.close();
      endLeftovers(stage.home);
      remove();
    },
  };
}

async function perform(
  model: ScriptedModel,
  calls: readonly ScriptedCall[],
  run: () => ReturnType<typeof runCaptured>,
): Promise<Performance> {
  model.play(calls);
  const { output, timedOut } = await run();
  return { told: [...model.results()], output, timedOut };
}

/** Something to push, and somewhere to push it to: whether a push happened can be seen there. */
function makeProject(project: string, remote: string): void {
  const git = (...words: readonly string[]): void =>
    void execFileSync("git", ["-C", project, "-c", "user.name=t", "-c", "user.email=t@example.com", ...words]);
  execFileSync("git", ["init", "--quiet", "--bare", remote]);
  git("init", "--quiet", "--initial-branch=main");
  writeFileSync(join(project, "README.md"), "A project.\n");
  git("add", "README.md");
  git("commit", "--quiet", "-m", "First");
  git("remote", "add", "origin", remote);
}

export function wasPushed({ project }: Stage, branch: string): boolean {
  const heads = execFileSync("git", ["-C", project, "ls-remote", "--heads", "origin"], { encoding: "utf8" });
  return heads.includes(`refs/heads/${branch}`);
}

/** Some programs leave a service running. What lives in the stage's home was started here, and by nobody else. */
function endLeftovers(home: string): void {
  if (process.platform !== "linux") return;
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const variables = readFileSync(`/proc/${id}/environ`, "utf8").split("\0");
      if (variables.includes(`HOME=${home}`)) process.kill(Number(id), "SIGKILL");
    } catch {
      // It ended meanwhile, or belongs to somebody else.
    }
  }
}
