// The words after `gatehouse mcp`: what stands in front of which server, and for whom.
import { parseArgs } from "node:util";
import { fail, ok, type Result } from "../shared/lib/result.ts";

export interface GatewayOptions {
  /** Where the engine keeps its data; undefined means the usual place. */
  readonly dataDirectory: string | undefined;
  readonly clientId: string;
  readonly serverName: string;
  readonly waitMs: number;
  readonly target:
    | { readonly kind: "process"; readonly command: string; readonly args: readonly string[] }
    | { readonly kind: "remote"; readonly url: URL; readonly headers: Readonly<Record<string, string>> };
}

export const usage = `Usage: gatehouse mcp [OPTION]... -- COMMAND [ARGUMENT]...
       gatehouse mcp [OPTION]... --url URL

Stand between an MCP client and a server: calls are judged before they are made.

  --name NAME      what the server is called (default: from the command or the address)
  --client ID      whose settings it stands in, such as cursor (default: mcp)
  --wait SECONDS   how long a call may wait for a person (default 50; clients give up after 60)
  --url URL        a remote server (Streamable HTTP); GATEHOUSE_MCP_URL does the same unseen by other users
  --data-dir DIR   another engine (or GATEHOUSE_HOME)

GATEHOUSE_MCP_HEADER_1="Authorization: Bearer ..." and so on are sent to a remote server.`;

const defaultWait = 50;
const longestWait = 600;

export function readOptions(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Result<GatewayOptions, string> {
  const end = argv.indexOf("--");
  const [command, ...args] = end === -1 ? [] : argv.slice(end + 1);
  const given = parse(end === -1 ? argv : argv.slice(0, end));
  if (!given.ok) return given;
  const { name, client = "mcp", wait = String(defaultWait), "data-dir": dataDirectory } = given.value;
  const seconds = Number(wait);
  if (!(seconds > 0 && seconds <= longestWait)) return fail(`--wait takes seconds, up to ${longestWait}.`);
  if (!/^[a-z0-9-]{1,40}$/.test(client))
    return fail("--client takes a short name of small letters, digits and hyphens.");
  const common = { dataDirectory, clientId: client, waitMs: seconds * 1000 };
  const address = given.value.url ?? (command === undefined ? environment["GATEHOUSE_MCP_URL"] : undefined);
  if (command !== undefined && address !== undefined) return fail("Give either a command or --url, not both.");
  if (command !== undefined) {
    const serverName = name ?? nameOfCommand(command, args);
    return ok({ ...common, serverName, target: { kind: "process", command, args } });
  }
  if (address === undefined) return fail(`A server is missing.\n\n${usage}`);
  if (!URL.canParse(address)) return fail(`${JSON.stringify(address)} is no address.`);
  const url = new URL(address);
  if (url.protocol !== "http:" && url.protocol !== "https:") return fail("--url takes an http or https address.");
  const headers = headersFrom(environment);
  if (!headers.ok) return headers;
  return ok({ ...common, serverName: name ?? url.hostname, target: { kind: "remote", url, headers: headers.value } });
}

function parse(argv: readonly string[]) {
  try {
    const text = { type: "string" } as const;
    const options = { name: text, client: text, wait: text, url: text, "data-dir": text };
    return ok(parseArgs({ args: [...argv], options, allowPositionals: false }).values);
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

/** "@scope/server-files@1.2" of `npx -y @scope/server-files@1.2`, else the program. */
function nameOfCommand(command: string, args: readonly string[]): string {
  const program = command.slice(Math.max(command.lastIndexOf("/"), command.lastIndexOf("\\")) + 1);
  const word = args.find((each) => !each.startsWith("-"));
  const isRunner = /^(?:npx|bunx|uvx|pnpm|pipx|node|python[\d.]*|deno|bun)(?:\.\w+)?$/.test(program);
  const name = isRunner && word !== undefined ? word.slice(word.lastIndexOf("/") + 1) : program;
  return name.slice(0, 100) === "" ? "server" : name.slice(0, 100);
}

function headersFrom(
  environment: Readonly<Record<string, string | undefined>>,
): Result<Readonly<Record<string, string>>, string> {
  const headers: Record<string, string> = {};
  for (const [variable, value = ""] of Object.entries(environment)) {
    if (!variable.startsWith("GATEHOUSE_MCP_HEADER_")) continue;
    const at = value.indexOf(":");
    if (at < 1) return fail(`${variable} must look like "Name: value".`);
    headers[value.slice(0, at).trim()] = value.slice(at + 1).trim();
  }
  return ok(headers);
}
