// Real work replayed: recorded sessions as tool calls of the model, through the real Claude Code and its hook. Nothing of them runs.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { second } from "../../src/shared/lib/clock.ts";
import type { JsonObject } from "../../src/shared/lib/json.ts";
import { createReader } from "../../src/main/store/read/reader.ts";
import { answerHeld } from "./cases/work.ts";
import { startOpenEngine } from "./engine.ts";
import { installed } from "./install.ts";
import { agentPrograms } from "./programs.ts";
import type { ScriptedCall } from "./scripted-model.ts";
import { type AgentStage, openStage } from "./stage.ts";

const rowSchema = z.object({
  tool: z.string(),
  arguments: z.record(z.string(), z.json()),
  session: z.string(),
  workspace: z.string(),
  /** 1: not honest work, so that stopping it is no fault. */
  label: z.number().optional(),
});
type Row = z.infer<typeof rowSchema>;

/** One call that did not pass by itself. */
interface Stop {
  readonly outcome: "asked" | "denied";
  readonly reason: string;
  readonly call: string;
}

export interface Replayed {
  readonly sessions: number;
  readonly calls: number;
  /** Those that got as far as the hook; Claude Code itself turns away some, such as reading a file that is not there. */
  readonly judged: number;
  readonly stops: readonly Stop[];
  readonly seconds: number;
}

const marker = "Replayed: nothing of this runs.";

/** The first `most` calls of the file, session by session in its order. */
export async function replay(file: string, most: number, say: (line: string) => void): Promise<Replayed> {
  const program = agentPrograms.find(({ id }) => id === "claude-code");
  if (program === undefined) throw new Error("Claude Code is not among the programs.");
  const folder = await installed(program);
  if (!folder.ok) throw new Error(folder.error);
  const sessions = sessionsIn(file, most);
  const stage = await openStage(program, folder.value, dirname(folder.value));
  const engine = await startOpenEngine(stage);
  const began = performance.now();
  const stops: Stop[] = [];
  let from = 0;
  const finished = new AbortController();
  const person = answerHeld(engine, finished.signal, async ({ intent, verdict }) => {
    stops.push({ outcome: "asked", reason: verdict.reasoning, call: JSON.stringify(intent.arguments) });
    return { decision: "deny", reason: marker };
  });
  try {
    await engine.command("connect", program.id, "--yes");
    forbidAll(stage);
    // The test call that connecting ends with is none of the replayed ones.
    from = Date.now();
    let done = 0;
    for (const rows of sessions) {
      const calls = rows.map((row) => callOf(row, stage));
      const { told } = await stage.perform(calls, 120 * second + calls.length * 10 * second);
      const ran = told.find((text) => !text.includes(marker) && !/Gatehouse|Error|error|not exist|blocked/.test(text));
      if (ran !== undefined) throw new Error(`A call was not stopped: ${ran.slice(0, 300)}`);
      done += rows.length;
      say(`${done} calls, ${stops.length} asked`);
    }
  } finally {
    finished.abort();
    const trouble = await person;
    if (trouble !== undefined) say(trouble.message);
    await engine.stop();
  }
  const judged = verdictsIn(stage.dataDirectory, from, stops);
  await stage.close();
  const calls = sessions.flat().length;
  return { sessions: sessions.length, calls, judged, stops, seconds: (performance.now() - began) / 1000 };
}

function sessionsIn(file: string, most: number): readonly (readonly Row[])[] {
  const sessions = new Map<string, Row[]>();
  let count = 0;
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const row = rowSchema.safeParse(line === "" ? undefined : JSON.parse(line));
    if (!row.success || row.data.label === 1 || !knownTools.has(row.data.tool.toLowerCase())) continue;
    if (count >= most) break;
    count += 1;
    const rows = sessions.get(row.data.session) ?? [];
    sessions.set(row.data.session, [...rows, row.data]);
  }
  return [...sessions.values()];
}

/** A second hook, in the project, that says no to everything: of two hooks the stricter wins, so that nothing runs. */
function forbidAll({ project }: AgentStage): void {
  const answer = {
    hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: marker },
  };
  const command = `printf '%s' '${JSON.stringify(answer)}'`;
  const hooks = {
    PreToolUse: [{ matcher: "*", hooks: [{ type: "command", command, timeout: 900, onFailure: "block" }] }],
  };
  mkdirSync(join(project, ".claude"), { recursive: true });
  writeFileSync(join(project, ".claude", "settings.json"), `${JSON.stringify({ hooks }, undefined, 2)}\n`);
}

const knownTools = new Set(["bash", "read", "write", "edit"]);

/** In Claude Code's words, and in the folders of the stage. */
function callOf({ tool, arguments: given, workspace }: Row, { project, home }: AgentStage): ScriptedCall {
  const outside = /^\/(?:home|Users)\/[^/]+/.exec(workspace)?.[0];
  const atHome = (text: string): string => (outside === undefined ? text : text.replaceAll(outside, home));
  const moved = (value: unknown): string => {
    if (typeof value !== "string") return "";
    // The home is looked for only between the names of the workspace: the stage itself may lie in a home of that name.
    return workspace === "" ? value : value.split(workspace).map(atHome).join(project);
  };
  const file = (): string => {
    const path = moved(given["path"]);
    return path.startsWith("/") ? path : join(project, path);
  };
  const call = (name: string, input: JsonObject): ScriptedCall => ({ tool: name, input });
  switch (tool.toLowerCase()) {
    case "read":
      present(file(), project);
      return call("Read", { file_path: file() });
    case "write":
      return call("Write", { file_path: file(), content: moved(given["content"]) });
    case "edit":
      // Claude Code edits only what it has read, and nothing is read here: the same change as a new file.
      return call("Write", { file_path: file(), content: moved(given["newText"] ?? given["edits"]) });
    default:
      return call("Bash", { command: moved(given["command"]), description: "a step" });
  }
}

/** Claude Code turns away a file that is not there before it asks; only inside the stage. */
function present(file: string, project: string): void {
  if (!file.startsWith(`${project}/`) || file.includes("..") || existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "text\n");
}

/** How many calls were judged; denials are added to the stops. */
function verdictsIn(dataDirectory: string, from: number, stops: Stop[]): number {
  const reader = createReader(dataDirectory);
  let judged = 0;
  try {
    let before: number | undefined;
    do {
      const page = reader.page({
        filter: { kinds: ["verdict"], protocols: ["hook"], first: true, from },
        limit: 1000,
        ...(before === undefined ? {} : { before }),
      });
      for (const { outcome, tool, summary, intentId = "", agentDid = "" } of page.entries) {
        // Prompts and results are judged as texts.
        if (tool?.includes("/") === true) continue;
        judged += 1;
        if (outcome !== "DENIED") continue;
        const asked = reader.story({ intentId, agentDid })?.entries.find(({ kind }) => kind === "intent");
        stops.push({ outcome: "denied", reason: summary, call: asked?.summary ?? "" });
      }
      before = page.older;
    } while (before !== undefined);
  } finally {
    reader.close();
  }
  return judged;
}

export function replayText({ sessions, calls, judged, stops, seconds }: Replayed): string {
  const asked = stops.filter(({ outcome }) => outcome === "asked").length;
  const line = ({ outcome, reason, call }: Stop): string => `${outcome}  ${reason}\n    ${call.slice(0, 300)}`;
  return [
    ...stops.map(line),
    ...(stops.length === 0 ? [] : [""]),
    `${calls} calls of ${sessions} sessions in ${Math.round(seconds)} s: ${judged} judged, ${asked} asked, ${stops.length - asked} denied.`,
  ].join("\n");
}
