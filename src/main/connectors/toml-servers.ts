// The list of MCP servers in a TOML file: command and arguments of a server are changed in their lines, everything else stays.
import { parse } from "smol-toml";
import { canonical } from "../../shared/lib/canonical.ts";
import { isJsonArray, isJsonObject, type JsonObject, parseJson } from "../../shared/lib/json.ts";
import { UnreadableSettings } from "./json-hooks.ts";
import type { ServerFile } from "./server-files.ts";

/** A table for each server, below the table `member`. */
export function tomlServers(member: string): ServerFile {
  const listOf = (text: string): JsonObject => {
    const servers = settingsOf(text)[member] ?? {};
    if (isJsonObject(servers)) return servers;
    throw new UnreadableSettings(`Its "${member}" is not a table: correct it first.`);
  };
  return {
    servers: listOf,
    replace: (text, name, after) => {
      const result = withCommand(text, member, name, after);
      const settings = settingsOf(text);
      const wanted = { ...settings, [member]: { ...listOf(text), [name]: after } };
      // TOML has many ways to say the same: what came out must mean what was wanted, or nothing is changed.
      if (result !== undefined && canonical(settingsOf(result)) === canonical(wanted)) return result;
      throw new UnreadableSettings(`Write the server ${name} as a table with "command" and "args" of its own first.`);
    },
  };
}

function settingsOf(text: string): JsonObject {
  try {
    const value = parseJson(JSON.stringify(parse(text)));
    if (isJsonObject(value)) return value;
  } catch {
    // What is wrong with it is of no use to somebody who reads the name of the file.
  }
  throw new UnreadableSettings("It is not valid TOML: correct it first.");
}

function withCommand(text: string, member: string, name: string, { command, args }: JsonObject): string | undefined {
  const section = sectionOf(text, member, name);
  if (section === undefined || typeof command !== "string") return undefined;
  const body = text.slice(...section);
  const line = /^[ \t]*command[ \t]*=[ \t]*/m.exec(body);
  if (line === null) return undefined;
  const valueAt = line.index + line[0].length;
  const words = isJsonArray(args) && args.length > 0 ? `args = ${JSON.stringify(args)}` : undefined;
  const list = assignment(body, /^[ \t]*args[ \t]*=[ \t]*\[/m, "]");
  const next = [
    { from: valueAt, to: valueAt + stringLength(body.slice(valueAt)), put: JSON.stringify(command) },
    ...(list === undefined
      ? words === undefined
        ? []
        : [{ from: lineEnd(body, valueAt), to: lineEnd(body, valueAt), put: `\n${words}` }]
      : [
          words === undefined
            ? { from: list.from - 1, to: list.to, put: "" }
            : { from: list.from, to: list.to, put: words },
        ]),
  ].toSorted((one, other) => other.from - one.from);
  let result = body;
  for (const { from, to, put } of next) result = `${result.slice(0, from)}${put}${result.slice(to)}`;
  return `${text.slice(0, section[0])}${result}${text.slice(section[1])}`;
}

/** From below its header to the next one. */
function sectionOf(text: string, member: string, name: string): readonly [number, number] | undefined {
  for (const header of text.matchAll(/^[ \t]*\[([^[\]\n]+)\][ \t]*(?:#.*)?$/gm)) {
    const given = header[1]?.trim() ?? "";
    if (![name, JSON.stringify(name), `'${name}'`].some((each) => given === `${member}.${each}`)) continue;
    const from = header.index + header[0].length;
    const next = /^[ \t]*\[/m.exec(text.slice(from));
    return [from, next === null ? text.length : from + next.index];
  }
  return undefined;
}

/** From its name to the closing bracket; brackets inside strings do not count. */
function assignment(
  body: string,
  begin: RegExp,
  close: string,
): { readonly from: number; readonly to: number } | undefined {
  const found = begin.exec(body);
  if (found === null) return undefined;
  let at = found.index + found[0].length;
  while (at < body.length && body[at] !== close) at += /["']/.test(body[at] ?? "") ? stringLength(body.slice(at)) : 1;
  return { from: found.index, to: at + 1 };
}

/** Of the string, with its quotes, at the beginning of the text. */
function stringLength(text: string): number {
  return /^(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*')/.exec(text)?.[0].length ?? 1;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}
