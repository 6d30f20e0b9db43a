// Arguments: finds the command, paths, addresses, text and folders among a tool's arguments, whatever an agent calls them.
import type { Json, JsonObject } from "../../../shared/json.ts";
import { isJsonObject } from "../../../shared/json.ts";
import { limits } from "./limits.ts";

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

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function plainName(key: string): string {
  return key
    .slice(0, 100)
    .toLowerCase()
    .replace(/[_\-\s]/g, "");
}

export const commandNames: ReadonlySet<string> = new Set(
  "command cmd commands commandline shellcommand bashcommand".split(" "),
);
export const codeNames: ReadonlySet<string> = new Set(
  "code script source snippet python javascript program".split(" "),
);
export const sqlNames: ReadonlySet<string> = new Set("sql query statement".split(" "));
export const pathNames: ReadonlySet<string> = new Set(
  "path paths filepath filepaths filename file files targetfile notebookpath absolutepath relativeworkspacepath targetpath source destination oldpath newpath from to dirpath directory folder dir target root filesystempath uri include".split(
    " ",
  ),
);
export const folderNames: ReadonlySet<string> = new Set("cwd workdir workingdirectory workingdir".split(" "));
export const urlNames: ReadonlySet<string> = new Set("url urls uri href link endpoint address baseurl".split(" "));
export const contentNames: ReadonlySet<string> = new Set(
  "content contents newstring newstr newsource newtext text filetext filecontent filecontents codeedit codecontent data body inserttext replacement replace replacestring newcontent".split(
    " ",
  ),
);
export const patchNames: ReadonlySet<string> = new Set("patch diff input patchtext unifieddiff".split(" "));

/** The command line of a command tool: a text, or the words of one (Codex gives an array). */
export function commandOf(
  given: JsonObject,
): { readonly where: string; readonly text: string; readonly words?: readonly string[] } | undefined {
  for (const key of Object.keys(given).slice(0, limits.members)) {
    const value = given[key];
    const name = plainName(key);
    if (value === undefined || !(commandNames.has(name) || name === "script" || name === "input" || name === "chars"))
      continue;
    if (typeof value === "string") return withArguments(given, key, value);
    if (isList(value)) {
      const words = value.slice(0, limits.words).filter((item) => typeof item === "string");
      return { where: `$.${key}`, text: words.map(quote).join(" "), words };
    }
    if (isJsonObject(value)) {
      const inner = commandOf(value);
      if (inner !== undefined) return { ...inner, where: `$.${key}${inner.where.slice(1)}` };
    }
  }
  return undefined;
}

/** Some tools give the program and its arguments apart. */
function withArguments(
  given: JsonObject,
  key: string,
  text: string,
): { readonly where: string; readonly text: string } {
  const list = given["args"] ?? given["arguments"] ?? given["argv"];
  if (list === undefined || !isList(list)) return { where: `$.${key}`, text };
  const words = list.filter((item) => typeof item === "string").map(quote);
  return { where: `$.${key}`, text: [text, ...words].join(" ") };
}

/** A word as a POSIX shell needs it quoted. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
