// npm run test:agents: the real agents, connected with the real command, against a scripted model; a table of what holds.
import { parseArgs } from "node:util";
import { z } from "zod";
import { buildIfNeeded } from "../../scripts/build.ts";
import { runInForeground } from "../../scripts/child.ts";
import { thisMachine } from "../../scripts/machine.ts";
import { second } from "../../src/shared/lib/clock.ts";
import { caseNames, containedCaseNames } from "./case-names.ts";
import { engineKilled, falseAnswers, launcherRemoved } from "./cases/faults.ts";
import { ledgerStory } from "./cases/ledger.ts";
import { mcpCalls } from "./cases/mcp.ts";
import { work } from "./cases/work.ts";
import { containedAgents, governContained } from "./contained/index.ts";
import { startEngine } from "./engine.ts";
import { installed } from "./install.ts";
import { type AgentProgram, agentPrograms } from "./programs.ts";
import { quick } from "./quick.ts";
import { openStage } from "./stage.ts";
import type { Results } from "./steps.ts";
import { tableOf } from "./table.ts";
import { startWindowEngine } from "./window-engine.ts";

const connected = z.object({ connector: z.object({ state: z.string(), files: z.array(z.string()) }) });

const { values } = parseArgs({
  options: {
    agent: { type: "string", multiple: true },
    headless: { type: "boolean", default: false },
    /** Seconds until the held call is approved: to see how long an agent really waits. */
    hold: { type: "string", default: "1.5" },
    /** A few cases of two agents, for every test run. */
    quick: { type: "boolean", default: false },
    /** Only the cases of agents that were started with `gatehouse run`. */
    contained: { type: "boolean", default: false },
  },
});
const chosen = agentPrograms.filter(({ id }) => values.agent === undefined || values.agent.includes(id));
if (chosen.length === 0) throw new Error(`The agents are: ${agentPrograms.map(({ id }) => id).join(", ")}.`);

if (values.quick) {
  const result = await quick();
  console.log(JSON.stringify(result));
  process.exitCode = result.failures.length === 0 ? 0 : 1;
} else if (values.contained) {
  process.exitCode = await containAll();
} else if (values.headless || thisMachine().display) {
  process.exitCode = await governAll();
} else {
  process.exitCode = await onVirtualDisplay();
}

/** The window needs a display; the same run again on a virtual one. */
function onVirtualDisplay(): Promise<number> {
  const args = ["--auto-servernum", "--server-args=-screen 0 1600x1000x24", process.execPath, ...process.argv.slice(1)];
  return runInForeground({ command: "xvfb-run", args });
}

async function governAll(): Promise<number> {
  if (!values.headless && !(await buildIfNeeded((line) => console.error(line)))) return 1;
  const rows = new Map<AgentProgram, Results>();
  for (const program of chosen) {
    const began = Date.now();
    rows.set(program, await govern(program));
    console.error(`${program.id} ${program.version}: ${Math.round((Date.now() - began) / 1000)} s`);
  }
  const { text, failed } = tableOf(rows, caseNames);
  console.log(text);
  const contained = await containAll();
  return failed === 0 ? contained : 1;
}

/** The same agents inside their sandbox, where the system has one. */
async function containAll(): Promise<number> {
  if (process.platform !== "linux") {
    console.log("contained: left out, because programs are not contained on this system");
    return 0;
  }
  const rows = new Map<AgentProgram, Results>();
  for (const program of chosen.filter(({ id }) => containedAgents.has(id))) {
    const began = Date.now();
    const folder = await installed(program);
    rows.set(
      program,
      folder.ok
        ? await governContained(program, folder.value)
        : new Map(containedCaseNames.map((name) => [name, { state: "failed", why: folder.error }])),
    );
    console.error(`${program.id} ${program.version}, contained: ${Math.round((Date.now() - began) / 1000)} s`);
  }
  if (rows.size === 0) return 0;
  const { text, failed } = tableOf(rows, containedCaseNames);
  console.log(`\ncontained\n${text}`);
  return failed === 0 ? 0 : 1;
}

async function govern(program: AgentProgram): Promise<Results> {
  const results: Results = new Map();
  for (const name of caseNames) {
    const why = program.cannot?.[name];
    if (why !== undefined) results.set(name, { state: "n/a", why });
  }
  const folder = await installed(program);
  if (!folder.ok) return failAll(results, folder.error);
  const stage = await openStage(program, folder.value);
  const engine = await (values.headless ? startEngine(stage) : startWindowEngine(stage));
  try {
    const answer = connected.parse(JSON.parse(await engine.command("connect", program.id, "--yes", "--json")));
    const { state } = answer.connector;
    if (state !== (program.connectedState ?? "connected")) throw new Error(`It was connected, and then ${state}.`);
    await work(stage, engine, results, Number(values.hold) * second);
    ledgerStory(stage, results);
    await mcpCalls(stage, engine, results);
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
