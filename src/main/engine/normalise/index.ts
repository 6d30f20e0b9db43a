// Phase 1: a tool call becomes facts, once. Pure, and total over calls: whatever comes in, facts come out.
import type { Facts, SecretFact, WrittenFacts } from "../../../shared/domain/facts.ts";
import type { IntentContext } from "../../../shared/domain/intent.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import type { World } from "../ports.ts";
import { readMembers } from "./calls/arguments.ts";
import type { Member } from "./calls/arguments.ts";
import { partsOf } from "./files/build-files.ts";
import type { FilePart } from "./files/build-files.ts";
import { inspectCode } from "./code/code.ts";
import { inspectCommand } from "./shell/command.ts";
import { gatheredEffects } from "./programs/effects/effects.ts";
import { note, WorldFault, writtenFacts } from "./inspection.ts";
import type { Frame, Inspection } from "./inspection.ts";
import { limits, newBudget } from "./limits.ts";
import { fixedPlaces, surroundings } from "./places/places.ts";
import { inspectPowershell } from "./shell/powershell.ts";
import { newScope } from "./shell/scope.ts";
import { inspectShell } from "./shell/shell.ts";
import { gatherCall } from "./calls/gather.ts";
import { utf8Length } from "./text.ts";
import { readToolName } from "./calls/tools.ts";
import { cronLines } from "./files/cron.ts";
import { scriptLanguage } from "./files/written.ts";

export interface ToolCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly context: IntentContext;
}

/** Throws only when the world does, which the caller must treat as a fault. */
export function normalise(call: ToolCall, world: World): Facts {
  const name = readToolName(call.tool);
  const following = { ...world, resolveLinks: remembered(world.resolveLinks) };
  const { places, workingDirectory } = surroundings(call.context, following, fixedPlaces(world));
  const inspection = newInspection({ world: following, places, budget: newBudget() });
  const members = readMembers(call.arguments);
  if (members.cut) note(inspection, "arguments", "size");
  const frame = firstFrame([workingDirectory]);
  const gathered = gatherCall(inspection, name, call.arguments, members.strings, frame);
  const content = gathered.content;
  const source = content === undefined ? inspection.written : { name: gathered.contentPath ?? "", text: content };
  const written =
    source === undefined ? undefined : lookIntoWritten(inspection, source.name, source.text, gathered.frame);
  gatheredEffects(inspection);
  const secrets = findSecrets(inspection, members.strings);
  return {
    tool: gathered.tool,
    givenTool: call.tool,
    ...(name.server === undefined ? {} : { server: name.server }),
    ...(gathered.action === undefined ? {} : { action: gathered.action }),
    ...(gathered.command === undefined ? {} : { command: gathered.command }),
    ...writtenFacts(inspection),
    ...(inspection.unnamedHost ? { unnamedHost: true } : {}),
    secrets,
    ...(gathered.unprotected.length === 0 ? {} : { unprotected: gathered.unprotected }),
    ...(inspection.arrivals.length === 0 ? {} : { arrivals: inspection.arrivals }),
    ...(content === undefined ? {} : { content, contentBytes: utf8Length(content) }),
    ...(gathered.wholeFile === true ? { wholeFile: true } : {}),
    ...(written === undefined ? {} : { written }),
    ...(workingDirectory === undefined ? {} : { workingDirectory }),
    ...(gathered.startsIn === undefined ? {} : { startsIn: gathered.startsIn }),
    ...(places.workspace === undefined ? {} : { workspace: places.workspace }),
  };
}

/** Within one call a path is followed once: the disk is slow, and one call should see one state of it. */
function remembered(resolveLinks: World["resolveLinks"]): World["resolveLinks"] {
  const known = new Map<string, string>();
  return (path) => {
    let real = known.get(path);
    if (real === undefined) {
      try {
        real = resolveLinks(path);
      } catch (cause) {
        throw new WorldFault("The links of a path could not be followed.", { cause });
      }
      known.set(path, real);
    }
    return real;
  };
}

function newInspection(known: Pick<Inspection, "world" | "places" | "budget">): Inspection {
  const inspection: Inspection = {
    ...known,
    commands: [],
    parsed: [],
    code: [],
    paths: new Map(),
    hosts: new Map(),
    effects: new Set(),
    named: 0,
    reached: 0,
    unnamedHost: false,
    uninspected: [],
    arrivals: [],
    files: new Map(),
    variables: new Set(),
    pipelines: 0,
    reach: 0,
    written: undefined,
    run: {
      shell: (text, frame) => inspectShell(inspection, text, frame),
      command: (raw, frame) => inspectCommand(inspection, raw, frame),
      code: (language, text, command, frame) => inspectCode(inspection, language, text, command, frame),
    },
  };
  return inspection;
}

function firstFrame(directories: readonly (string | undefined)[]): Frame {
  return {
    scope: newScope(directories),
    depth: 0,
    wrappers: [],
    parent: undefined,
    function: undefined,
    background: false,
    pipeline: 0,
    position: 0,
    staged: false,
    input: undefined,
    piped: false,
    listed: undefined,
    decoders: [],
    source: "",
    literal: true,
    seen: undefined,
    beside: undefined,
  };
}

/** The text a call writes, when it is a script: the same look, kept apart because nothing of it happens yet. */
function lookIntoWritten(outer: Inspection, path: string, text: string, from: Frame): WrittenFacts | undefined {
  const language = scriptLanguage(path, text);
  if (language === undefined) return undefined;
  const inspection = newInspection({ world: outer.world, places: outer.places, budget: outer.budget });
  const frame: Frame = { ...firstFrame(from.scope.directories), literal: false };
  if (language === "shell") inspection.run.shell(text, frame);
  else if (language === "crontab")
    for (const line of cronLines(text)) inspection.run.shell(line.shell ?? "", { ...frame, wrappers: ["crontab"] });
  else if (language === "makefile" || language === "package" || language === "notebook")
    runParts(inspection, path, partsOf(language, text), { ...frame, wrappers: [language] });
  else if (language === "powershell" || language === "cmd") inspectPowershell(inspection, text, frame, language);
  else inspection.run.code(language, text, -1, frame);
  gatheredEffects(inspection);
  return writtenFacts(inspection);
}

function runParts(inspection: Inspection, path: string, parts: readonly FilePart[], frame: Frame): void {
  if (parts.length > limits.fileParts) note(inspection, path, "size");
  for (const part of parts.slice(0, limits.fileParts)) {
    if (part.language === "shell") inspection.run.shell(part.text, frame);
    else inspection.run.code(part.language, part.text, -1, { ...frame, wrappers: [] });
  }
}

function findSecrets(inspection: Inspection, members: readonly Member[]): readonly SecretFact[] {
  const secrets: SecretFact[] = [];
  for (const member of members) {
    if (member.value.length < 8) continue;
    const cut = member.value.length > limits.secretCharacters;
    if (cut) note(inspection, member.where, "size");
    const text = cut ? member.value.slice(0, limits.secretCharacters) : member.value;
    for (const match of inspection.world.findSecrets(text)) {
      if (secrets.some((secret) => secret.kind === match.kind && secret.where === member.where)) continue;
      secrets.push({ kind: match.kind, where: member.where });
    }
  }
  return secrets;
}
