// The few cases that every test run can afford: two agents, three cases each, and one of them contained. What cannot be installed
// in time is named, not failed.
import { second } from "../../src/shared/lib/clock.ts";
import type { CaseName } from "./case-names.ts";
import { work } from "./cases/work.ts";
import { governContained, littleCases } from "./contained/index.ts";
import { startOpenEngine } from "./engine.ts";
import { installed } from "./install.ts";
import { type AgentProgram, agentPrograms } from "./programs.ts";
import { openStage } from "./stage.ts";
import type { Results } from "./steps.ts";

const agents: ReadonlySet<string> = new Set(["claude-code", "codex"]);
const contained: ReadonlySet<string> = new Set(process.platform === "linux" ? ["claude-code"] : []);
const cases: ReadonlySet<CaseName> = new Set([
  "honest call runs",
  "curl | bash denied, model told why",
  "held call waits, approved, continues",
]);
/** From a cache it takes no time; without a registry it must not take much. */
const installWithin = 45 * second;

export interface Quick {
  readonly passed: number;
  readonly failures: readonly string[];
  readonly leftOut: readonly string[];
}

export async function quick(): Promise<Quick> {
  let passed = 0;
  const failures: string[] = [];
  const leftOut: string[] = [];
  for (const program of agentPrograms.filter(({ id }) => agents.has(id))) {
    const folder = await installed(program, process.env, installWithin);
    if (!folder.ok) {
      leftOut.push(`${program.id} ${program.version} is left out: ${firstLine(folder.error)}`);
      continue;
    }
    count(program.id, cases, await govern(program, folder.value));
    if (contained.has(program.id))
      count(`${program.id}, contained`, littleCases, await governContained(program, folder.value, "little"));
  }
  return { passed, failures, leftOut };

  function count(who: string, names: Iterable<CaseName>, results: Results): void {
    for (const name of names) {
      const result = results.get(name) ?? { state: "failed" as const, why: "it was not reached" };
      if (result.state === "failed") failures.push(`${who}: ${name}: ${result.why}`);
      else passed += 1;
    }
  }
}

async function govern(program: AgentProgram, folder: string): Promise<Results> {
  const results: Results = new Map();
  const stage = await openStage(program, folder);
  const engine = await startOpenEngine(stage);
  try {
    await engine.command("connect", program.id, "--yes");
    await work(stage, engine, results, second, cases);
  } catch (error) {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    for (const name of cases) if (!results.has(name)) results.set(name, { state: "failed", why });
  } finally {
    await engine.kill();
    await stage.close();
  }
  return results;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]?.slice(0, 300) ?? "";
}
