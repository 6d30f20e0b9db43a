// npm run test:agents: the real agents, connected with the real command, against a scripted model; a table of what holds.
import { parseArgs } from "node:util";
import { z } from "zod";
import { type CaseName, caseNames, type CaseResult } from "./case-names.ts";
import { engineKilled, falseAnswers, launcherRemoved } from "./cases/faults.ts";
import { ledgerStory } from "./cases/ledger.ts";
import { work } from "./cases/work.ts";
import { startEngine } from "./engine.ts";
import { installed } from "./install.ts";
import { type AgentProgram, agentPrograms } from "./programs.ts";
import { openStage } from "./stage.ts";
import type { Results } from "./steps.ts";
import { tableOf } from "./table.ts";

const connected = z.object({ connector: z.object({ state: z.string(), files: z.array(z.string()) }) });

const { values } = parseArgs({ options: { agent: { type: "string", multiple: true } } });
const chosen = agentPrograms.filter(({ id }) => values.agent === undefined || values.agent.includes(id));
if (chosen.length === 0) throw new Error(`The agents are: ${agentPrograms.map(({ id }) => id).join(", ")}.`);

const rows = new Map<AgentProgram, Results>();
for (const program of chosen) {
  const began = Date.now();
  rows.set(program, await govern(program));
  console.error(`${program.id} ${program.version}: ${Math.round((Date.now() - began) / 1000)} s`);
}
const { text, failed } = tableOf(rows);
console.log(text);
process.exitCode = failed === 0 ? 0 : 1;

async function govern(program: AgentProgram): Promise<Results> {
  const results: Results = new Map(
    caseNames.map((name): [CaseName, CaseResult] => {
      const why = program.cannot?.[name];
      return [name, why === undefined ? { state: "failed", why: "it was not reached" } : { state: "n/a", why }];
    }),
  );
  for (const [name, result] of results) if (result.state === "failed") results.delete(name);
  const folder = await installed(program);
  if (!folder.ok) return failAll(results, folder.error);
  const stage = await openStage(program, folder.value);
  const engine = await startEngine(stage);
  try {
    const answer = connected.parse(JSON.parse(await engine.command("connect", program.id, "--yes", "--json")));
    await work(stage, engine, results);
    ledgerStory(stage, results);
    await launcherRemoved(stage, results);
    await engineKilled(stage, engine, results);
    await falseAnswers(stage, engine, answer.connector.files, results);
    return failAll(results, "it was not reached");
  } catch (error) {
    return failAll(results, error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    await engine.kill();
    await stage.close();
  }
}

/** Whatever has no result yet. */
function failAll(results: Results, why: string): Results {
  for (const name of caseNames) if (!results.has(name)) results.set(name, { state: "failed", why });
  return results;
}
