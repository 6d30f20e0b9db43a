// Steps: calls the model makes, each with a look at what came of it.
import { second } from "../../src/shared/lib/clock.ts";
import type { CaseName, CaseResult } from "./case-names.ts";
import type { ScriptedCall } from "./scripted-model.ts";
import type { AgentStage, Performance } from "./stage.ts";

export interface Step {
  readonly name: CaseName;
  readonly call: ScriptedCall;
  /** Before the run that makes the call. */
  readonly before?: () => void;
  /** What is wrong; undefined when nothing is. `told` is what the model got back for the call. */
  readonly check: (told: string | undefined) => string | undefined;
}

/** What a run takes at most when nobody is waited for. */
const usualMs = 120 * second;

export type Results = Map<CaseName, CaseResult>;

/** In one run of the agent where that is possible, else in one run each. */
export async function playSteps(
  stage: AgentStage,
  steps: readonly Step[],
  results: Results,
  holdMs = 0,
): Promise<void> {
  const { cannot, stopsWhenDenied } = stage.program;
  const possible = steps.filter(({ name }) => cannot?.[name] === undefined);
  const runs = stopsWhenDenied === true ? possible.map((step) => [step]) : [possible];
  for (const run of runs.filter((each) => each.length > 0)) {
    for (const { before } of run) before?.();
    const performance = await stage.perform(
      run.map(({ call }) => call),
      usualMs + holdMs,
    );
    for (const [index, { name, check }] of run.entries()) {
      note(results, name, check(performance.told[index]), performance);
    }
  }
}

/** Several steps may show one case: the first thing wrong stays. */
export function note(results: Results, name: CaseName, wrong: string | undefined, performance?: Performance): void {
  if (results.get(name)?.state === "failed") return;
  if (wrong === undefined) {
    results.set(name, { state: "passed" });
    return;
  }
  const said = performance === undefined ? "" : `\n${performance.timedOut ? "(timed out)\n" : ""}${tail(performance)}`;
  results.set(name, { state: "failed", why: `${wrong}${said}` });
}

function tail({ told, output }: Performance): string {
  return `  the model was told: ${JSON.stringify(told)}\n  the agent wrote: ${output.slice(-1500)}`;
}
