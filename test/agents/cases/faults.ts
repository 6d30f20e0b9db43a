// What happens when Gatehouse is not there, or not itself: every call must stay undone.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CaseName } from "../case-names.ts";
import { type Engine, startEngine } from "../engine.ts";
import { type Nonsense, startFalseEngine } from "../false-engine.ts";
import { type AgentStage, wasPushed } from "../stage.ts";
import { note, playSteps, type Results, type Step } from "../steps.ts";
import { answerHeld } from "./work.ts";

const launcherOf = (stage: AgentStage): string => join(stage.dataDirectory, "bin", "gatehouse-hook");

let last = 0;

/** A harmless call that must not run, because nobody allowed it. */
function blocked(stage: AgentStage, name: CaseName, more: Pick<Step, "before"> = {}, says?: RegExp): Step {
  last += 1;
  const file = `blocked-${last}.txt`;
  return {
    ...more,
    name,
    call: stage.program.shell(`echo ran > ${file}`),
    check: (told) => {
      if (existsSync(join(stage.project, file))) return "it ran";
      if (says === undefined || stage.program.stopsWhenDenied === true) return undefined;
      return told !== undefined && says.test(told) ? undefined : "the model was not told why";
    },
  };
}

export async function launcherRemoved(stage: AgentStage, results: Results): Promise<void> {
  const launcher = launcherOf(stage);
  const text = readFileSync(launcher, "utf8");
  rmSync(launcher);
  await playSteps(stage, [blocked(stage, "launcher removed: closed", {}, /Gatehouse/)], results);
  writeFileSync(launcher, text, { mode: 0o755 });
}

/** Killed while a call is held; what the agent asks afterwards finds nobody. */
export async function engineKilled(stage: AgentStage, engine: Engine, results: Results): Promise<void> {
  const finished = new AbortController();
  let killed = false;
  const operator = answerHeld(engine, finished.signal, async () => {
    killed = true;
    finished.abort();
    await engine.kill();
    return undefined;
  });
  const steps: readonly Step[] = [
    {
      name: "engine killed mid-call: closed",
      call: stage.program.shell("git push --force origin main:killed"),
      check: () => {
        if (!killed) return "the call was not held";
        return wasPushed(stage, "killed") ? "it ran" : undefined;
      },
    },
    blocked(stage, "engine not running: closed", {}, /Gatehouse|hook/),
  ];
  await playSteps(stage, steps, results);
  finished.abort();
  await operator;
  await engine.kill();
}

/** `files` are those the connector wrote: the limits stand there. */
export async function falseAnswers(
  stage: AgentStage,
  engine: Engine,
  files: readonly string[],
  results: Results,
): Promise<void> {
  const { http, hookSocket } = engine;
  const impostor = await startFalseEngine(http, hookSocket);
  const say = (nonsense: Nonsense) => ({ before: () => impostor.say(nonsense) });
  const malformed = "malformed answer: closed";
  await playSteps(stage, [blocked(stage, malformed, say("words"))], results);
  await playSteps(stage, [blocked(stage, malformed, say("half an object"))], results);
  const restore = shortenLimits([launcherOf(stage), ...files]);
  await playSteps(stage, [blocked(stage, "no answer in time: closed", say("silence"))], results);
  restore();
  if (impostor.asked() < 3) note(results, malformed, "the agent never asked");
  await impostor.close();
}

/** Nobody waits a quarter of an hour for a test: the same limits, three seconds long. */
function shortenLimits(files: readonly string[]): () => void {
  const originals = files.map((file) => ({ file, text: readFileSync(file, "utf8") }));
  for (const { file, text } of originals) {
    const shorter = text
      .replaceAll(/\blimit=\d+/g, "limit=3")
      .replaceAll('"timeout": 900,', '"timeout": 3,')
      .replace(/limitMs = [\d_]+/, "limitMs = 3000");
    writeFileSync(file, shorter);
  }
  return () => {
    for (const { file, text } of originals) writeFileSync(file, text);
  };
}

export async function restartedEngine(engine: Engine): Promise<Engine> {
  return startEngine(engine.place, Number(new URL(engine.http).port));
}
