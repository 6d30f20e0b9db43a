// The list of servers in an MCP client's settings: the gateway goes in front of each and out again; everything else stays.
import { isJsonArray, isJsonObject, type JsonObject } from "../../shared/lib/json.ts";
import type { ServerFile } from "./server-files.ts";

export interface ServerList {
  readonly file: ServerFile;
  /** Who reads the settings, for the gateway. */
  readonly clientId: string;
  /** What the client wants to be told of a remote server ("type": "http"); undefined where it wants to be told nothing. */
  readonly remoteType?: string;
  /** The member that holds a remote server's address. */
  readonly address: string;
  /** Where a remote server cannot be replaced by one that is started. */
  readonly onlyStarted?: true;
}

export type ServerKind =
  /** The gateway stands in front of it. */
  | "wrapped"
  /** It could. */
  | "open"
  /** A remote server that only the program itself can reach, such as one that signs its user in through it. */
  | "apart"
  /** Switched off, or nothing that could be started. */
  | "unknown";

const urlVariable = "GATEHOUSE_MCP_URL";
const headerVariable = "GATEHOUSE_MCP_HEADER_";

export function serversIn(text: string | undefined, list: ServerList): readonly (readonly [string, ServerKind])[] {
  return Object.entries(list.file.servers(text ?? "")).map(([name, server]) => [name, kindOf(server, list)]);
}

/** The text with the gateway, as it is now, in front of every server it can stand in front of. */
export function withGateway(text: string | undefined, list: ServerList, launcher: string): string | undefined {
  if (text === undefined || text.trim() === "") return text;
  let result = text;
  for (const [name, server] of Object.entries(list.file.servers(text))) {
    const bare = unwrapped(server, list) ?? server;
    if (!isJsonObject(bare) || kindOf(bare, list) !== "open") continue;
    const next = wrapped(bare, list, name, launcher);
    if (JSON.stringify(next) !== JSON.stringify(server)) result = list.file.replace(result, name, next);
  }
  return result;
}

export function withoutGateway(text: string | undefined, list: ServerList): string | undefined {
  if (text === undefined || text.trim() === "") return text;
  let result = text;
  for (const [name, server] of Object.entries(list.file.servers(text))) {
    const bare = unwrapped(server, list);
    if (bare !== undefined) result = list.file.replace(result, name, bare);
  }
  return result;
}

function kindOf(server: unknown, list: ServerList): ServerKind {
  if (!isJsonObject(server)) return "unknown";
  if (unwrapped(server, list) !== undefined) return "wrapped";
  if (typeof server["command"] === "string") return "open";
  const url = server[list.address];
  if (typeof url !== "string" || server["type"] === "sse") return "unknown";
  if (list.onlyStarted === true) return "apart";
  const sendsHeaders = isJsonObject(server["headers"]) && Object.keys(server["headers"]).length > 0;
  return sendsHeaders || /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(url) ? "open" : "apart";
}

/** Secrets stay in the environment, where other users do not see them; addresses may hold some too. */
function wrapped(server: JsonObject, list: ServerList, name: string, launcher: string): JsonObject {
  const options = ["--client", list.clientId, "--name", name];
  const { command, args } = server;
  if (typeof command === "string") {
    const words = isJsonArray(args) ? args : [];
    return { ...server, command: launcher, args: [...options, "--", command, ...words] };
  }
  const { [list.address]: url, headers, env, type: _type, ...rest } = server;
  const pairs = Object.entries(isJsonObject(headers) ? headers : {});
  return {
    ...(list.remoteType === undefined ? {} : { type: "stdio" }),
    command: launcher,
    args: options,
    env: {
      ...(isJsonObject(env) ? env : {}),
      [urlVariable]: url ?? "",
      ...Object.fromEntries(
        pairs.map(([header, value], at) => [
          `${headerVariable}${at + 1}`,
          `${header}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
        ]),
      ),
    },
    ...rest,
  };
}

/** The server itself, told by the launcher's name wherever the launcher lies; undefined where no gateway is in front of it. */
function unwrapped(server: unknown, list: ServerList): JsonObject | undefined {
  if (!isJsonObject(server) || typeof server["command"] !== "string") return undefined;
  if (!/(^|[/\\])gatehouse-mcp$/.test(server["command"]) || !isJsonArray(server["args"])) return undefined;
  const { command: _command, args, env, type, ...rest } = server;
  const end = args.indexOf("--");
  if (end !== -1) {
    const [command = "", ...words] = args.slice(end + 1);
    const bare = { ...server, command, args: words };
    if (words.length > 0) return bare;
    const { args: _none, ...without } = bare;
    return without;
  }
  const variables = isJsonObject(env) ? env : {};
  const url = variables[urlVariable];
  if (typeof url !== "string") return undefined;
  const others = Object.entries(variables).filter(([name]) => name !== urlVariable && !name.startsWith(headerVariable));
  const headers = Object.entries(variables).flatMap(([name, value]) => {
    if (!name.startsWith(headerVariable) || typeof value !== "string") return [];
    const at = value.indexOf(": ");
    return [[value.slice(0, at), value.slice(at + 2)]];
  });
  return {
    ...(list.remoteType !== undefined && type === "stdio" ? { type: list.remoteType } : {}),
    [list.address]: url,
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
    ...(others.length === 0 ? {} : { env: Object.fromEntries(others) }),
    ...rest,
  };
}
