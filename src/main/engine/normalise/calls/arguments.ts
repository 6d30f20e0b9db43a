// Arguments: finds the command, paths, addresses, text and folders among a tool's arguments, whatever an agent calls them.
import type { Json, JsonObject } from "../../../../shared/lib/json.ts";
import { isJsonObject } from "../../../../shared/lib/json.ts";
import { limits } from "../limits.ts";

/** A string somewhere in the arguments. */
export interface Member {
  /** JSON path: `$.edits[0].new_string`. */
  readonly where: string;
  /** The nearest member name, in lower case without separators. */
  readonly name: string;
  readonly value: string;
}

export interface Members {
  readonly strings: readonly Member[];
  /** There was more than we look at. */
  readonly cut: boolean;
}

export function readMembers(given: JsonObject): Members {
  const strings: Member[] = [];
  let cut = false;
  let visited = 0;
  const visit = (value: Json, where: string, name: string, depth: number): void => {
    visited += 1;
    if (visited > limits.members || depth > limits.memberDepth) {
      cut = true;
      return;
    }
    if (typeof value === "string") strings.push({ where, name, value });
    else if (isList(value)) {
      for (const [index, item] of value.entries()) {
        if (cut) return;
        visit(item, `${where}[${index}]`, name, depth + 1);
      }
    } else if (isJsonObject(value)) {
      for (const key of Object.keys(value)) {
        if (cut) return;
        const item = value[key];
        if (item !== undefined) visit(item, `${where}.${key.slice(0, 100)}`, plainName(key), depth + 1);
      }
    }
  };
  visit(given, "$", "", 0);
  return { strings, cut };
}

/** Arguments in which a text that is a JSON object or list has become that: some agents wrap a tool's arguments so. */
export function unfolded(given: JsonObject): JsonObject {
  let left: number = limits.members;
  const unfold = (value: Json, depth: number): Json => {
    left -= 1;
    if (left < 0 || depth > limits.memberDepth) return value;
    if (typeof value === "string") {
      const inner = depth < limits.depth ? innerJson(value) : undefined;
      return inner === undefined ? value : unfold(inner, depth + 1);
    }
    if (isList(value)) return value.map((item) => unfold(item, depth + 1));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unfold(item ?? null, depth + 1)]));
  };
  const result = unfold(given, 0);
  return isJsonObject(result) ? result : given;
}

function innerJson(text: string): Json | undefined {
  if (!/^\s*[{[][^]*[}\]]\s*$/.test(text) || text.length > limits.shellCharacters) return undefined;
  try {
    const value: Json = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

export function plainName(key: string): string {
  // Nearly every name is plain already.
  if (/^[a-z]{1,100}$/.test(key)) return key;
  return key
    .slice(0, 100)
    .toLowerCase()
    .replace(/[_\-\s]/g, "");
}

const commandNames: ReadonlySet<string> = new Set(
  "command cmd commands cmds commandline commandlines shellcommand shellcommands bashcommand bashcommands terminalcommand commandtoexecute commandtorun runcommand".split(
    " ",
  ),
);
/** Other tools have names of their own for it: `cli_command`, `buildCommand`, `psql_cmd`. */
const commandEnding = /(?:commands?|cmds?|cmdline|commandline)$/;
export function isCommandName(name: string): boolean {
  return commandNames.has(name) || (commandEnding.test(name) && name !== "subcommand");
}
/** Names that often mean something else; a text with blanks under one of them is a command line. */
const looseCommandNames: ReadonlySet<string> = new Set("run exec cmdline bash".split(" "));
/** What a command tool calls a text that a running program is fed. */
export const stdinNames: ReadonlySet<string> = new Set(
  "input inputs inputtext inputdata chars stdin stdintext stdindata stdincontent stdininput standardinput heredoc pipedinput".split(
    " ",
  ),
);
/** A text that is the command when there is no other. */
export const inputNames: ReadonlySet<string> = new Set([...stdinNames, "script"]);
const codeNames: ReadonlySet<string> = new Set(
  "code script scripts shellscript bashscript source snippet python javascript program".split(" "),
);
/** `python_code`, `pageFunction`: code when it also looks like it. */
const codeEnding = /(?:code|script|function|expression|snippet)$/;
export function isCodeMember({ name, value }: Member): boolean {
  return codeNames.has(name) ? /[\s(;]/.test(value) : codeEnding.test(name) && /[(;={]/.test(value);
}
export const sqlNames: ReadonlySet<string> = new Set("sql query statement".split(" "));
export const pathNames: ReadonlySet<string> = new Set(
  "path paths filepath filepaths filename file files targetfile notebookpath absolutepath relativeworkspacepath targetpath source destination oldpath newpath from to dirpath directory folder dir target root filesystempath uri include".split(
    " ",
  ),
);
export const folderNames: ReadonlySet<string> = new Set(
  "cwd workdir workingdirectory workingdir workingfolder workingpath currentdirectory currentdir currentworkingdirectory".split(
    " ",
  ),
);
/** Folders a command may start in, where the name leaves it open. */
export const looseFolderNames: ReadonlySet<string> = new Set("directory dir dirpath folder chdir basedir".split(" "));
export const urlNames: ReadonlySet<string> = new Set("url urls uri href link endpoint address baseurl".split(" "));
export const contentNames: ReadonlySet<string> = new Set(
  "content contents newstring newstr newsource newtext text filetext filecontent filecontents codeedit codecontent data body inserttext replacement replace replacestring newcontent".split(
    " ",
  ),
);
export const patchNames: ReadonlySet<string> = new Set("patch diff input patchtext unifieddiff".split(" "));

/** A command line given as text, or as the words of one, which no shell reads (Codex gives a list). */
export interface GivenCommand {
  readonly text: string;
  readonly words?: readonly string[];
}

/** Every command under one of these names, however deep it stands. */
export function commandsOf(given: JsonObject, isNamed: (name: string) => boolean): readonly GivenCommand[] {
  const found: GivenCommand[] = [];
  let visited = 0;
  const visit = (value: Json, depth: number, variables = false): void => {
    visited += 1;
    if (visited > limits.members || depth > limits.memberDepth || typeof value !== "object" || value === null) return;
    if (isList(value)) {
      for (const item of value.slice(0, limits.members)) visit(item, depth + 1, variables);
      return;
    }
    if (!isJsonObject(value)) return;
    for (const key of Object.keys(value).slice(0, limits.members)) {
      const member = value[key];
      if (member === undefined) continue;
      const name = plainName(key);
      const loose = looseCommandNames.has(name) && typeof member === "string" && /\S\s+\S/.test(member);
      // A variable is called GIT_SSH_COMMAND and is no command by that.
      const named = isNamed(name) && (!variables || commandNames.has(name));
      if (!named && !loose) visit(member, depth + 1, variables || /env|variables?$/.test(name));
      else if (typeof member === "string") found.push({ text: withArguments(value, member) });
      else {
        if (isList(member)) found.push(...listedCommands(name, member));
        // `"commands": [{ "command": … }]`
        visit(member, depth + 1);
      }
    }
  };
  visit(given, 0);
  return found;
}

/** `["rm", "-rf", "x"]` is one command, `["ls", "rm -rf x"]` under a plural name is two. */
function listedCommands(name: string, list: readonly Json[]): readonly GivenCommand[] {
  const words = list.slice(0, limits.words).filter((item) => typeof item === "string");
  const [first] = words;
  if (first === undefined) return [];
  const options = words.some((word) => word.startsWith("-"));
  const several = /\s/.test(first.trim()) || (name.endsWith("s") && !options);
  if (several) return words.map((text) => ({ text }));
  const whole = { text: words.map(quote).join(" "), words };
  // A plural name with options in the list may mean either.
  return name.endsWith("s")
    ? [whole, ...words.filter((word) => /\s/.test(word.trim())).map((text) => ({ text }))]
    : [whole];
}

/** Some tools give the program and its arguments apart. */
function withArguments(given: JsonObject, text: string): string {
  const list = given["args"] ?? given["arguments"] ?? given["argv"];
  if (list === undefined || !isList(list)) return text;
  return [text, ...list.filter((item) => typeof item === "string").map(quote)].join(" ");
}

/** A word as a POSIX shell needs it quoted. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
