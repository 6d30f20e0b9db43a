// Phase 1: a tool call becomes facts, once. Pure, and total over calls: whatever comes in, facts come out.
import type { Facts, FileFact } from "../../../shared/domain/facts.ts";
import type { IntentContext, ToolDefinitionFact } from "../../../shared/domain/intent.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import type { World } from "../ports.ts";
import { readMembers } from "./calls/arguments.ts";
import type { Member } from "./calls/arguments.ts";
import { readFiles } from "./files/read-files.ts";
import { unseenFiles } from "./files/unseen.ts";
import { inspectCode } from "./code/code.ts";
import { inspectCommand } from "./shell/command.ts";
import { gatheredEffects } from "./programs/effects/effects.ts";
import { note, WorldFault, writtenFacts } from "./inspection.ts";
import type { Frame, Inspection } from "./inspection.ts";
import { newBudget } from "./limits.ts";
import { type KnownPlaces, knownPlaces, surroundings } from "./places/places.ts";
import { addKeysSent, findSecrets } from "./secrets.ts";
import { newScope } from "./shell/scope.ts";
import { inspectShell } from "./shell/shell.ts";
import { gatherCall } from "./calls/gather.ts";
import { utf8Length } from "./text.ts";
import { readToolName, type ToolName } from "./calls/tools.ts";

export interface ToolCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly context: IntentContext;
  readonly definition?: ToolDefinitionFact;
}

/** Where each path led that was followed: all that facts take from the disk. */
export type FollowedLinks = Map<string, string>;

/** Phase 1 for many calls: what never changes about the world is found out at the first of them. */
export function normaliser(world: World): (call: ToolCall, links?: FollowedLinks) => Facts {
  let known: KnownPlaces | undefined;
  return (call, links) => normalise(call, world, (known ??= knownPlaces(world)), links);
}

/** Throws only when the world does, which the caller must treat as a fault. */
export function normalise(
  call: ToolCall,
  world: World,
  known: KnownPlaces = knownPlaces(world),
  links: FollowedLinks = new Map(),
): Facts {
  const name = describedName(call);
  const following = { ...world, resolveLinks: remembered(world.resolveLinks, links) };
  const { places, workingDirectory } = surroundings(call.context, following, known);
  const inspection = newInspection({ world: following, places, budget: newBudget() });
  const members = readMembers(call.arguments);
  if (members.cut) note(inspection, "arguments", "size");
  const frame = firstFrame([workingDirectory]);
  const gathered = gatherCall(inspection, name, call.arguments, members.strings, frame);
  const content = gathered.content;
  const contents = gathered.files ?? inspection.written;
  const { files, written } = readFiles(
    inspection,
    contents,
    firstFrame(gathered.frame.scope.directories),
    ({ world: given, places: known, budget }) => newInspection({ world: given, places: known, budget }),
  );
  gatheredEffects(inspection);
  const done = writtenFacts(inspection);
  const unseen = unseenFiles(done.commands, done.paths, inspection.arrivals);
  const told = instructionsIn(call.tool, gathered, members.strings);
  addKeysSent(inspection, gathered.tool === "fetch_url" ? members.strings : []);
  const secrets = findSecrets(inspection, members.strings);
  return {
    tool: gathered.tool,
    givenTool: call.tool,
    ...(gathered.action === undefined ? {} : { action: gathered.action }),
    ...origin(call, name.server),
    ...(gathered.command === undefined ? {} : { command: gathered.command }),
    ...done,
    ...(inspection.unnamedHost ? { unnamedHost: true } : {}),
    secrets,
    ...(gathered.unprotected.length === 0 ? {} : { unprotected: gathered.unprotected }),
    ...(inspection.egress.length === 0 ? {} : { egress: inspection.egress }),
    ...(inspection.arrivals.length === 0 ? {} : { arrivals: inspection.arrivals }),
    ...(inspection.builds.size === 0 ? {} : { builds: [...inspection.builds.values()] }),
    ...(content === undefined ? {} : { content, contentBytes: utf8Length(content) }),
    ...(gathered.wholeFile === true ? { wholeFile: true } : {}),
    ...(written === undefined ? {} : { written }),
    ...(files.length + told.length + unseen.length === 0 ? {} : { files: [...files, ...told, ...unseen] }),
    ...(workingDirectory === undefined ? {} : { workingDirectory }),
    ...(gathered.startsIn === undefined ? {} : { startsIn: gathered.startsIn }),
    ...(places.workspace === undefined ? {} : { workspace: places.workspace }),
  };
}

/** A definition knows the server better than the name does. */
function describedName({ tool, definition }: ToolCall): ToolName {
  const name = readToolName(tool);
  if (definition === undefined) return name;
  const { server, annotations, description } = definition;
  return { ...name, server, annotations, ...(description === undefined ? {} : { description }) };
}

function origin({ definition }: ToolCall, named: string | undefined): Pick<Facts, "server" | "definition"> {
  if (definition === undefined) return named === undefined ? {} : { server: named };
  const { server, ...described } = definition;
  return { server, definition: described };
}

/** Within one call a path is followed once: the disk is slow, and one call should see one state of it. */
function remembered(resolveLinks: World["resolveLinks"], links: FollowedLinks): World["resolveLinks"] {
  return (path) => {
    let real = links.get(path);
    if (real === undefined) {
      try {
        real = resolveLinks(path);
      } catch (cause) {
        throw new WorldFault("The links of a path could not be followed.", { cause });
      }
      links.set(path, real);
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
    builds: new Map(),
    egress: [],
    newRemotes: new Set(),
    files: new Map(),
    variables: new Set(),
    pipelines: 0,
    reach: 0,
    understood: new Set(),
    written: [],
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

/** What somebody will do later because this call says so: memories, scheduled prompts, tasks for another agent, messages to people. */
function instructionsIn(
  path: string,
  { tool, action }: Pick<Facts, "tool" | "action">,
  members: readonly Member[],
): readonly FileFact[] {
  const tells =
    action !== undefined &&
    /^(?:memory|schedule|message|mail|publication)$/.test(action.object) &&
    action.verb !== "read";
  const isMemory = /^(?:memory|save_?memory|remember)$/iu.test(path) && !members.some(({ value }) => value === "view");
  if (tool !== "delegate" && !tells && !isMemory) return [];
  const prose = members.map(({ value }) => value).join("\n");
  return prose === ""
    ? []
    : [{ path, place: path, kind: "instructions", form: "tool", steps: [], settings: [], prose }];
}
