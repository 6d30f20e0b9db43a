// The cases of an agent that was started with `gatehouse run`: honest work first, then everything it must not manage to do.
import { containedCaseNames, type ContainedCaseName } from "../case-names.ts";
import { type Engine, startOpenEngine } from "../engine.ts";
import type { AgentProgram } from "../programs.ts";
import type { Results } from "../steps.ts";
import { hooksStay, selfApproval, waysOut } from "./attacks.ts";
import { type ContainedStage, openContainedStage } from "./stage.ts";
import { honestWork } from "./work.ts";

/** The agents this is shown with. */
export const containedAgents: ReadonlySet<string> = new Set(["claude-code", "codex", "gemini-cli", "opencode"]);

type Part = (stage: ContainedStage, engine: Engine, results: Results) => Promise<void>;
const everything: readonly Part[] = [honestWork, waysOut, hooksStay, selfApproval];
/** What every test run can afford. */
const little: readonly Part[] = [honestWork, hooksStay];
export const littleCases: readonly ContainedCaseName[] = [
  "installs packages through the gate",
  "edits and tests",
  "commits and pushes through the gate",
  "nothing of it refused, nobody asked",
  "its hooks stay and answer",
];

export async function governContained(
  program: AgentProgram,
  folder: string,
  amount: "all" | "little" = "all",
): Promise<Results> {
  const parts = amount === "all" ? everything : little;
  const results: Results = new Map();
  const stage = await openContainedStage(program, folder);
  const engine = await startOpenEngine(stage);
  try {
    await engine.command("connect", program.id, "--yes");
    stage.outside.settle();
    for (const part of parts) await part(stage, engine, results);
    return failAll(results, "it was not reached");
  } catch (error) {
    return failAll(results, error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    await engine.kill();
    await stage.close();
  }
}

function failAll(results: Results, why: string): Results {
  for (const name of containedCaseNames) if (!results.has(name)) results.set(name, { state: "failed", why });
  return results;
}
