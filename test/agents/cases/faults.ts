// What happens when Gatehouse is not there, or not itself: every call must stay undone.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CaseName } from "../case-names.ts";
import type { Engine } from "../engine.ts";
import { type Nonsense, startFalseEngine } from "../false-engine.ts";
import { type AgentStage, wasPushed } from "../stage.ts";
import { playSteps, type Results, type Step } from "../steps.ts";
import { answerHeld } from "./work.ts";

const launcherOf = (stage: AgentStage): string => join(stage.dataDirectory, "bin", "gatehouse-hook");

let last = 0;

interface Expected extends Pick<Step, "before"> {
  /** What the model must have been told, where it is told anything. */
  readonly says?: RegExp;
  /** Whether the call got as far as the hook; one that never did proves nothing. */
  readonly reached?: (file: string) => boolean;
}

/** A harmless call that must not run, because nobody allowed it. */
function blocked(stage: AgentStage, name: CaseName, { before, says, reached }: Expected): Step {
  last += 1;
  const file = `blocked-${last}.txt`;
  return {
    ...(before === undefined ? {} : { before }),
    name,
    call: stage.program.shell(`echo ran > ${file}`),
    check: (told) => {
      if (existsSync(join(stage.project, file))) return "it ran";
      if (reached?.(file) === false) return "the hook was never asked";
      if (says === undefined) return undefined;
      return told !== undefined && says.test(told) ? undefined : "the model was not told why";
    },
  };
}

export async function launcherRemoved(stage: AgentStage, results: Results): Promise<void> {
  const launcher = launcherOf(stage);
  const text = readFileSync(launcher, "utf8");
  rmSync(launcher);
  await playSteps(stage, [blocked(stage, "launcher removed: closed", { says: /Gatehouse/ })], results);
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
    blocked(stage, "engine not running: closed", { says: /Gatehouse|hook/ }),
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
  const say = (nonsense: Nonsense): Expected => ({
    before: () => impostor.say(nonsense),
    reached: impostor.wasAsked,
  });
  const malformed = "malformed answer: closed";
  await playSteps(stage, [blocked(stage, malformed, say("words"))], results);
  await playSteps(stage, [blocked(stage, malformed, say("half an object"))], results);
  const restore = shortenLimits([launcherOf(stage), ...files]);
  await playSteps(stage, [blocked(stage, "no answer in time: closed", say("silence"))], results);
  restore();
  await impostor.close();
}

/** Nobody waits a quarter of an hour for a test: the same limits, three seconds long. */
function shortenLimits(files: readonly string[]): () => void {
  const originals = files.map((file) => ({ file, text: readFileSync(file, "utf8") }));
  for (const { file, text } of originals) {
    const shorter = text
      .replaceAll(/\blimit=\d+/g, "limit=3")
      // Of HTTP hooks only: where the launcher asks, its limit is the one that counts.
      .replaceAll(/("url": "[^"]*",\s*"timeout": )900/g, (_all, before: string) => `${before}3`)
      .replace(/limitMs = [\d_]+/, "limitMs = 3000");
    writeFileSync(file, shorter);
  }
  return () => {
    for (const { file, text } of originals) writeFileSync(file, text);
  };
}
