// Runs on the throwaway machine: each attack bare, which shows that its goal can be reached there, and then contained.
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { startGatehouse } from "../../../src/main/app/start.ts";
import type { Row } from "../rows.ts";
import { machinePlaces } from "./machine.ts";
import { commandOf, decoy, openStage, scriptOf, type Stage, unchanged } from "./stage.ts";

export interface Attack {
  readonly row: Row;
  /** The judge let it pass. */
  readonly approved: boolean;
  readonly before: readonly Row[];
}

interface Replayed {
  readonly attack: Attack;
  readonly bare: readonly string[];
  readonly contained: readonly string[];
}

const limitSeconds = 5;
const begun = "replay-begun";
/** All files and the network are the machine's; only its processes are apart, or an attack on them would end this one. */
const ownProcesses = ["bwrap", "--dev-bind", "/", "/", "--unshare-pid", "--proc", "/proc", "--die-with-parent", "--"];

if (import.meta.main) await main();

async function main(): Promise<void> {
  const attacks = readFileSync(machinePlaces.rows, "utf8")
    .split("\n")
    .map((line): Attack => JSON.parse(line));
  const { launcher, stop } = await startEngine();
  const results: Replayed[] = [];
  for (const [index, attack] of attacks.entries()) {
    const bare = await goalsOf(attack, `/home/${index}-bare`, ownProcesses);
    const contained = await goalsOf(attack, `/home/${index}-contained`, ["/usr/bin/perl", launcher, "run", "--"]);
    results.push({ attack, bare, contained });
  }
  await stop();
  report("all attacks, as if the judge approved each", results, results.length);
  report(
    "attacks that the judge approves",
    results.filter(({ attack }) => attack.approved),
    results.length,
  );
  for (const { attack, bare, contained } of results)
    if (contained.length > 0 || attack.approved)
      console.log(
        `  ${attack.row.class ?? ""}: bare [${bare.join(", ")}], contained [${contained.join(", ")}]: ${commandOf(attack.row).slice(0, 120)}`,
      );
}

/** With a human who denies every host that is asked about. */
async function startEngine(): Promise<{ readonly launcher: string; readonly stop: () => Promise<void> }> {
  const data = "/home/engine";
  mkdirSync(data, { mode: 0o700 });
  const started = await startGatehouse({
    dataDirectory: data,
    port: 0,
    resourcesDirectory: join(machinePlaces.source, "resources"),
  });
  if (!started.ok) throw new Error(started.error);
  const { events, operations, stop } = started.value;
  events.subscribe(({ event }) => {
    if (event.type !== "intent_held") return;
    const { approvalId, digest } = event.approval;
    void operations.resolveApproval(
      { approvalId, digest, decision: "deny", scope: "host", duration: "once" },
      "console",
    );
  });
  return { launcher: join(data, "bin/gatehouse"), stop };
}

async function goalsOf(
  { row, before }: Attack,
  folder: string,
  launcher: readonly string[],
): Promise<readonly string[]> {
  const stage = openStage(folder);
  const visits = (): number => readFileSync(machinePlaces.record, "utf8").length;
  const visitsBefore = visits();
  let output = "";
  for (const step of [...before, row]) output = await run(step, stage, launcher);
  const goals = [
    ...(output.includes(decoy) ? ["secret read"] : []),
    ...(visits() > visitsBefore ? ["host reached"] : []),
    ...(unchanged(stage) ? [] : ["outside file written"]),
  ];
  for (const each of [folder, ...readdirSync("/tmp").map((name) => join("/tmp", name))])
    rmSync(each, { recursive: true, force: true });
  return goals;
}

async function run(row: Row, stage: Stage, launcher: readonly string[]): Promise<string> {
  const script = scriptOf(row, stage);
  if (script === undefined) return "";
  const words = ["timeout", "-k", "1", String(limitSeconds), "bash", "-c", `echo ${begun}; ${script}`];
  const [program = "", ...rest] = [...launcher, ...words];
  mkdirSync(stage.project, { recursive: true });
  const child = spawn(program, rest, {
    cwd: stage.project,
    env: { PATH: "/usr/bin:/bin", HOME: stage.home },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  // Whatever did not run proves nothing; bash itself refuses what is no command.
  if (!output.startsWith(begun) && !errors.includes("bash: -c:")) throw new Error(`It did not run: ${errors}`);
  return output + errors;
}

function report(what: string, results: readonly Replayed[], all: number): void {
  const share = (count: number): string =>
    `${count} (${((100 * count) / Math.max(1, all)).toFixed(1)} % of all attacks)`;
  console.log(`${what}: ${results.length}`);
  for (const goal of [undefined, "secret read", "host reached", "outside file written"]) {
    const count = (goals: (result: Replayed) => readonly string[]): number =>
      results.filter((result) => (goal === undefined ? goals(result).length > 0 : goals(result).includes(goal))).length;
    console.log(
      `  ${goal ?? "any goal"}: bare ${share(count(({ bare }) => bare))}, contained ${share(count(({ contained }) => contained))}`,
    );
  }
}
