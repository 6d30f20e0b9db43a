// Gather: reads a call's arguments according to what the tool is.
import type { CanonicalTool, Effect, ToolAction } from "../../../../shared/domain/facts.ts";
import type { JsonObject } from "../../../../shared/lib/json.ts";
import {
  commandsOf,
  contentNames,
  inputNames,
  isCodeMember,
  isCommandName,
  patchNames,
  pathNames,
  readMembers,
  sqlNames,
  stdinNames,
  unfolded,
  urlNames,
} from "./arguments.ts";
import type { Member } from "./arguments.ts";
import { besideCommand, startingFolders } from "./beside-command.ts";
import { hostFact, looksLikeHost, urlsIn } from "../places/hosts.ts";
import type { Direction } from "../places/hosts.ts";
import { toolControlsInput } from "../programs/effects/input-control.ts";
import { addHost, addPath } from "../inspection.ts";
import type { Access, Frame, Inspection } from "../inspection.ts";
import { readPatch } from "../files/patch.ts";
import type { WrittenFile } from "../files/read-files.ts";
import { looksLikePath } from "../places/path-words.ts";
import {
  codeLanguage,
  runCode,
  runCommands,
  runMember,
  setVariables,
  withoutInput,
  spokenLanguage,
} from "./run-given.ts";
import { within } from "../shell/scope.ts";
import { forClient, isEditorVerb, looksLikeCommand, typedInto } from "./stray-commands.ts";
import { looksForKeys } from "../places/key-words.ts";
import { toolActionOf } from "./tool-action.ts";
import type { ToolName } from "./tools.ts";
import { unprotectedMembers } from "../programs/effects/unprotected.ts";

export interface Gathered {
  readonly tool: CanonicalTool;
  readonly command?: string;
  readonly content?: string;
  /** The texts it writes, each with its path. */
  readonly files?: readonly WrittenFile[];
  readonly wholeFile?: boolean;
  /** The folder it starts in, when the arguments name one. */
  readonly startsIn?: string;
  /** Arguments that ask to run without protection. */
  readonly unprotected: readonly string[];
  readonly action?: ToolAction;
  readonly frame: Frame;
}

type Gather = (
  inspection: Inspection,
  name: ToolName,
  given: JsonObject,
  members: readonly Member[],
  frame: Frame,
) => Omit<Gathered, "frame" | "tool" | "unprotected"> & { readonly tool?: CanonicalTool };

const baseEffects: Readonly<Record<CanonicalTool, readonly Effect[]>> = {
  read_file: ["read"],
  write_file: ["write"],
  delete_file: ["delete"],
  list_files: ["read"],
  search_files: ["read"],
  execute_command: ["execute"],
  fetch_url: ["network"],
  search_web: ["network"],
  delegate: [],
  other: [],
};

const gatherers: Readonly<Record<CanonicalTool, Gather>> = {
  execute_command: gatherCommand,
  write_file: gatherWrite,
  read_file: (inspection, _, given, members, frame) => gatherPaths(inspection, given, members, frame, "read", false),
  delete_file: (inspection, name, given, members, frame) =>
    gatherPaths(inspection, given, members, frame, "delete", name.name.includes("dir") || given["recursive"] === true),
  list_files: (inspection, _, given, members, frame) =>
    gatherPaths(inspection, given, members, frame, "read", false, true),
  search_files: (inspection, _, given, members, frame) => {
    const gathered = gatherPaths(inspection, given, members, frame, "read", true);
    if (looksForKeys(members, inspection.paths.values())) inspection.effects.add("credential");
    return gathered;
  },
  fetch_url: gatherFetch,
  search_web: () => ({}),
  delegate: () => ({}),
  other: gatherUnknown,
};

export function gatherCall(
  inspection: Inspection,
  name: ToolName,
  outerArguments: JsonObject,
  outerMembers: readonly Member[],
  outer: Frame,
): Gathered {
  const wraps = wrapsArguments(name.tool, outerMembers);
  const given = wraps ? unfolded(outerArguments) : outerArguments;
  const members = wraps ? readMembers(given).strings : outerMembers;
  const frame = startIn(inspection, members, outer, name.tool);
  const gathered = gatherers[name.tool](inspection, name, given, members, frame);
  const tool = gathered.tool ?? name.tool;
  for (const effect of baseEffects[tool]) inspection.effects.add(effect);
  if (toolControlsInput(name, given)) inspection.effects.add("control");
  const unprotected = unprotectedMembers(given, tool === "write_file");
  if (unprotected.length > 0) inspection.effects.add("unprotected");
  const folder = frame.scope.directories.join(" or ");
  const startsIn = folder === outer.scope.directories.join(" or ") ? {} : { startsIn: folder };
  const action = actionOf(inspection, name, tool, given, members);
  return { ...gathered, ...startsIn, ...(action === undefined ? {} : { action }), unprotected, tool, frame };
}

/** What a tool does that is known by its words alone. A request says it by its method. */
function actionOf(
  inspection: Inspection,
  name: ToolName,
  tool: CanonicalTool,
  given: JsonObject,
  members: readonly Member[],
): ToolAction | undefined {
  if (tool === "fetch_url") return requestAction(inspection, given);
  const described = {
    given: name.spelled,
    server: name.server,
    annotations: name.annotations ?? [],
    description: name.description,
  };
  return tool === "other" || name.server !== undefined ? toolActionOf(described, members, given) : undefined;
}

function requestAction({ hosts }: Inspection, { method }: JsonObject): ToolAction {
  const reach = [...hosts.values()].every(({ local }) => local) ? "local" : "outside";
  if (typeof method !== "string" || /^(?:get|head|options)$/i.test(method))
    return { verb: "read", object: "request", reach };
  return { verb: /^delete$/i.test(method) ? "delete" : "send", object: "request", reach };
}

/** A text to write may be JSON; a text for any other tool that is JSON holds arguments. */
function wrapsArguments(tool: CanonicalTool, members: readonly Member[]): boolean {
  return tool !== "write_file" && tool !== "delegate" && members.some(({ value }) => /^\s*[{[]\s*["{[]/.test(value));
}

/** A folder given in the arguments is where the call starts. */
function startIn(inspection: Inspection, members: readonly Member[], frame: Frame, tool: CanonicalTool): Frame {
  const directories = startingFolders(inspection, members, frame, tool === "execute_command");
  if (directories === frame.scope.directories) return frame;
  const scope = within(frame.scope);
  scope.directories = directories;
  return { ...frame, scope };
}

function gatherCommand(
  inspection: Inspection,
  name: ToolName,
  given: JsonObject,
  members: readonly Member[],
  frame: Frame,
): ReturnType<Gather> {
  const commands = commandsOf(given, isCommandName).map((command) => forClient(command, name));
  const beside = besideCommand(inspection, given, members, frame);
  const language = commands.length === 0 ? undefined : spokenLanguage(members);
  if (language !== undefined) {
    for (const { text } of commands) runCode(inspection, language, text, frame);
    setVariables(inspection, beside);
    return {};
  }
  if (commands.length > 0) {
    for (const member of members) {
      if (isCodeMember(member)) runMember(inspection, codeLanguage(name.name, given, member), member, frame);
    }
    return runCommands(inspection, name, commands, beside);
  }
  const bare = withoutInput(beside);
  if (members.some((member) => inputNames.has(member.name)))
    return runCommands(
      inspection,
      name,
      commandsOf(given, (each) => inputNames.has(each)),
      bare,
    );
  const codes = members.filter((member) => isCodeMember(member) || sqlNames.has(member.name));
  if (codes.length === 0) return gatherUnknown(inspection, name, given, members, frame);
  for (const code of codes) runCode(inspection, codeLanguage(name.name, given, code), code.value, frame);
  setVariables(inspection, beside);
  return {};
}

function gatherWrite(
  inspection: Inspection,
  name: ToolName,
  given: JsonObject,
  members: readonly Member[],
  frame: Frame,
): ReturnType<Gather> {
  const verb = given["command"];
  if (verb === "view") return { ...gatherPaths(inspection, given, members, frame, "read", false), tool: "read_file" };
  const patch = members.find(isPatch);
  if (patch !== undefined) return gatherPatch(inspection, patch.value, frame);
  const moves = /move|rename|copy/.test(name.name);
  let path: string | undefined;
  for (const member of members) {
    if (!pathNames.has(member.name) || contentNames.has(member.name) || member.value.includes("\n")) continue;
    path ??= member.value;
    const source = moves && /^(?:source|from|oldpath|path)/.test(member.name);
    if (source) addPath(inspection, member.value, "read", frame.scope, true);
    if (!source || !name.name.includes("copy")) addPath(inspection, member.value, "write", frame.scope, moves);
  }
  const texts = members.filter(
    (member) => contentNames.has(member.name) || (patchNames.has(member.name) && !pathNames.has(member.name)),
  );
  if (texts.length === 0) return {};
  const content = texts.length === 1 ? (texts[0]?.value ?? "") : texts.map((member) => member.value).join("\n");
  const wholeFile = texts.length === 1 && wholeNames.has(texts[0]?.name ?? "") && writesWhole(name.name, given);
  return { content, wholeFile, files: filesOf(texts, members, path ?? "", wholeFile) };
}

/** Each text with the path that stands beside it, or else the call's own. Texts of one file are one. */
function filesOf(
  texts: readonly Member[],
  members: readonly Member[],
  path: string,
  whole: boolean,
): readonly WrittenFile[] {
  const byPath = new Map<string, string>();
  const parent = (where: string): string => where.slice(0, where.lastIndexOf("."));
  for (const { where, value } of texts) {
    const beside = members.find(
      (member) =>
        pathNames.has(member.name) && !contentNames.has(member.name) && parent(member.where) === parent(where),
    );
    const target = beside?.value ?? path;
    const earlier = byPath.get(target);
    byPath.set(target, earlier === undefined ? value : `${earlier}\n${value}`);
  }
  return [...byPath].map(([target, text]) => ({ path: target, text, whole }));
}

/** Whatever its name: Codex hands the patch of its tool to hooks as "command". */
function isPatch({ name, value }: Member): boolean {
  if (patchNames.has(name)) return /^(?:\*\*\* |--- |diff )/m.test(value);
  return !contentNames.has(name) && /^\s*\*\*\* Begin Patch/.test(value);
}

/** What tools call all that a file is to hold. */
const wholeNames: ReadonlySet<string> = new Set("content contents filetext filecontent filecontents text".split(" "));

/** Rather not, where a name leaves it open. */
function writesWhole(name: string, given: JsonObject): boolean {
  const { command, mode, append } = given;
  if (append === true || (typeof mode === "string" && /^a/i.test(mode))) return false;
  return command === undefined ? /^(?:write|create|save|fs_write)/.test(name) : command === "create";
}

function gatherPatch(inspection: Inspection, text: string, frame: Frame): ReturnType<Gather> {
  const patch = readPatch(text);
  for (const file of patch.files) addPath(inspection, file.path, file.access, frame.scope);
  const files = patch.files
    .filter(({ access }) => access === "write")
    .map(({ path, added, whole }) => ({ path, text: added, whole }));
  return { content: patch.added, files: files.length === 0 ? [{ path: "", text: patch.added }] : files };
}

function gatherPaths(
  inspection: Inspection,
  given: JsonObject,
  members: readonly Member[],
  frame: Frame,
  access: Access,
  recursive: boolean,
  metadata = false,
): ReturnType<Gather> {
  let found = false;
  for (const member of members) {
    const named = pathNames.has(member.name) && !member.value.includes("\n");
    const pattern =
      (member.name === "pattern" || member.name === "globpattern") &&
      /^[~/.]/.test(member.value) &&
      looksLikePath(member.value);
    const stray = !pattern && !/pattern|query|regex/.test(member.name) && /^(?:[~/]|file:)/i.test(member.value);
    if (!named && !pattern && !(stray && isPathMember(member))) continue;
    found = true;
    if (/^https?:\/\//i.test(member.value))
      for (const host of urlsIn(member.value, "download")) addHost(inspection, host);
    else addPath(inspection, member.value, access, frame.scope, recursive, metadata);
  }
  if (!found && access === "read" && given["path"] === undefined && frame.scope.directories[0] !== undefined) {
    addPath(inspection, ".", access, frame.scope, recursive);
  }
  return {};
}

function gatherFetch(
  inspection: Inspection,
  _name: ToolName,
  given: JsonObject,
  members: readonly Member[],
  frame: Frame,
): ReturnType<Gather> {
  const method = given["method"];
  const sends =
    (typeof method === "string" && /^(?:post|put|patch|delete)$/i.test(method)) ||
    given["body"] !== undefined ||
    given["data"] !== undefined;
  const direction: Direction = sends ? "upload" : "download";
  for (const member of members) {
    for (const host of urlsIn(member.value, direction)) addHost(inspection, host);
    if (urlNames.has(member.name)) {
      if (/^file:/i.test(member.value)) addPath(inspection, member.value, "read", frame.scope);
      else if (!member.value.includes("://")) {
        const bare = member.value.replace(/[/?#].*$/s, "");
        addHost(inspection, hostFact(bare, direction, { scheme: "https", url: member.value }));
      }
    } else if (pathNames.has(member.name) && looksLikePath(member.value))
      addPath(inspection, member.value, "write", frame.scope);
  }
  return {};
}

const verbs: readonly (readonly [RegExp, Effect, Access])[] = [
  [/delete|remove|drop|destroy|purge|erase|truncate|unpublish|revoke/, "delete", "delete"],
  [
    /create|update|write|insert|add|set|edit|send|post|publish|push|upload|merge|move|rename|save|put|patch|append|commit/,
    "write",
    "write",
  ],
  [/exec|run|invoke|eval|launch|start/, "execute", "read"],
  [/get|list|read|search|fetch|query|find|view|describe|show|open|load/, "read", "read"],
];

/** A tool nobody knows still names paths, addresses, commands and code in its arguments. */
function gatherUnknown(
  inspection: Inspection,
  name: ToolName,
  given: JsonObject,
  members: readonly Member[],
  frame: Frame,
): ReturnType<Gather> {
  const verb = verbs.find(([pattern]) => pattern.test(name.name));
  if (verb !== undefined) inspection.effects.add(verb[1]);
  if (/^(?:browser|puppeteer|playwright|page)_|navigate|screenshot/.test(name.name)) inspection.effects.add("network");
  const access = verb?.[2] ?? "read";
  const named = commandsOf(given, isCommandName).filter(({ text }) => !isEditorVerb(text, given));
  const stray = members.filter((member) => looksLikeCommand(member)).map(({ value }) => ({ text: value }));
  const commands = [...named.map((command) => forClient(command, name)), ...stray];
  if (commands.length > 0) inspection.effects.add("execute");
  const beside = besideCommand(inspection, given, members, frame);
  const language = spokenLanguage(members);
  if (commands.length === 0 || language !== undefined) setVariables(inspection, beside);
  if (language !== undefined) for (const { text } of commands) runCode(inspection, language, text, frame);
  const runs =
    commands.length === 0 || language !== undefined
      ? {}
      : runCommands(inspection, { ...name, name: "" }, commands, beside);
  for (const member of members) {
    if (isCommandName(member.name) || (commands.length > 0 && stdinNames.has(member.name))) continue;
    for (const host of urlsIn(member.value.slice(0, 65_536), "connect")) addHost(inspection, host);
    const typed = typedInto(name, member);
    if (typed !== undefined) runCode(inspection, typed, member.value, frame);
    else if (isCodeMember(member)) runMember(inspection, codeLanguage(name.name, given, member), member, frame);
    else if (sqlNames.has(member.name) && isSql(member.value)) runMember(inspection, "sql", member, frame);
    else if (isPathMember(member)) addPath(inspection, member.value, access, frame.scope);
    else if (/^(?:host|hostname|server|domain)$/.test(member.name) && looksLikeHost(member.value))
      addHost(inspection, hostFact(member.value, "connect"));
  }
  return runs;
}

function isPathMember(member: Member): boolean {
  if (member.value.length > 4096 || member.value.includes("\n")) return false;
  if (pathNames.has(member.name) && /path|file|dir|folder/.test(member.name)) return true;
  return (
    looksLikePath(member.value) &&
    /^(?:[~/.]|[a-zA-Z]:[\\/]|file:)|\//i.test(member.value) &&
    !member.value.includes(" ")
  );
}

function isSql(text: string): boolean {
  return /^\s*(?:--.*\n\s*)*(?:select|insert|update|delete|drop|create|alter|truncate|with|grant|revoke|copy|call|exec|begin|vacuum|pragma|merge|replace|show|describe|explain)\b/i.test(
    text,
  );
}
