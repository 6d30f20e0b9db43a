// Files that list MCP servers, in the form each program has for it: read into one plain form, and changed where they must be.
import { applyEdits, modify } from "jsonc-parser";
import { isJsonArray, isJsonObject, type JsonObject } from "../../shared/lib/json.ts";
import { formattingOf, settingsOf, UnreadableSettings } from "./json-hooks.ts";

export interface ServerFile {
  /** By name, in the plain form: command, args and env, or an address and headers. What is no server stays as it is. */
  readonly servers: (text: string) => JsonObject;
  readonly replace: (text: string, name: string, after: JsonObject) => string;
}

/** How one server stands in the list, where that is not the plain form. */
export interface ServerShape {
  /** The member of a server that holds the plain form, where there is one. */
  readonly within?: string;
  readonly plain?: (server: JsonObject) => JsonObject;
  readonly own?: (plain: JsonObject) => JsonObject;
}

/** A JSON file, also with comments, whose `member` holds the servers by name. */
export function jsonServers(member: string, shape: ServerShape = {}): ServerFile {
  const { within, plain = (server) => server, own = (server) => server } = shape;

  function listOf(text: string): JsonObject {
    const servers = text.trim() === "" ? {} : (settingsOf(text)[member] ?? {});
    if (isJsonObject(servers)) return servers;
    throw new UnreadableSettings(`Its member "${member}" is not an object: correct it first.`);
  }

  /** Where the server's own members are: in the entry, or one deeper. */
  function placeOf(text: string, name: string): readonly [path: readonly string[], server: unknown] {
    const entry = listOf(text)[name];
    if (within === undefined || !isJsonObject(entry) || !isJsonObject(entry[within])) return [[member, name], entry];
    return [[member, name, within], entry[within]];
  }

  return {
    servers: (text) =>
      Object.fromEntries(
        Object.keys(listOf(text)).map((name) => {
          const [, server] = placeOf(text, name);
          return [name, isJsonObject(server) ? plain(server) : null];
        }),
      ),
    replace: (text, name, after) => {
      const [path, before] = placeOf(text, name);
      return replaced(text, path, before, own(after));
    },
  };
}

/** Member by member where the server keeps its kind, so that comments and order inside it stay. */
function replaced(text: string, path: readonly string[], before: unknown, after: JsonObject): string {
  const options = { formattingOptions: formattingOf(text) };
  if (JSON.stringify(before) === JSON.stringify(after)) return text;
  if (!isJsonObject(before) || before["command"] === undefined || after["command"] === undefined)
    return applyEdits(text, modify(text, [...path], after, options));
  let result = text;
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (JSON.stringify(before[key]) === JSON.stringify(after[key])) continue;
    const index = key === "args" ? Object.keys(before).indexOf("command") + 1 : undefined;
    const place = index === undefined || before[key] !== undefined ? {} : { getInsertionIndex: () => index };
    result = applyEdits(result, modify(result, [...path, key], after[key], { ...options, ...place }));
  }
  return result;
}

/** opencode and Kilo: the command is a list with its arguments, and the environment has its full name. */
export const wordList: ServerShape = {
  plain: (server) => {
    const { type, command, environment, ...rest } = server;
    if (type === "remote") return { ...server };
    if (!isJsonArray(command)) return server;
    const [program = "", ...args] = command;
    return { ...rest, command: program, args, ...(environment === undefined ? {} : { env: environment }) };
  },
  own: (plain) => {
    const { command, args, env, ...rest } = plain;
    if (command === undefined) return { ...rest, type: "remote" };
    const words = [command, ...(isJsonArray(args) ? args : [])];
    return { type: "local", command: words, ...(env === undefined ? {} : { environment: env }), ...rest };
  },
};
