// A machine made of plain data, and short ways to normalise a call on it.
import { normalise } from "../../../src/main/engine/normalise/index.ts";
import type { World } from "../../../src/main/engine/ports.ts";
import type { Facts } from "../../../src/shared/domain/facts.ts";
import type { IntentContext } from "../../../src/shared/domain/intent.ts";
import type { JsonObject } from "../../../src/shared/lib/json.ts";

export const home = "/home/ada";
export const workspace = "/home/ada/project";

const token = /ghp_[A-Za-z0-9]{36}/g;

export const machine: World = {
  platform: "linux",
  home,
  temporary: ["/tmp"],
  gatehouse: [`${home}/.config/gatehouse`],
  caseInsensitive: false,
  resolveLinks: (path) => path,
  findSecrets: (text) =>
    [...text.matchAll(token)].map((match) => ({ kind: "github_token", start: match.index, end: match.index + 40 })),
};

/** The same machine, with links: longest first. */
export function machineWithLinks(links: Readonly<Record<string, string>>): World {
  const resolveLinks = (path: string): string => {
    for (const [link, target] of Object.entries(links)) {
      if (path === link || path.startsWith(`${link}/`)) return target + path.slice(link.length);
    }
    return path;
  };
  return { ...machine, resolveLinks };
}

export function callFacts(
  tool: string,
  given: JsonObject,
  context: IntentContext = { workspace },
  world: World = machine,
): Facts {
  return normalise({ tool, arguments: given, context }, world);
}

export function commandFacts(command: string, context: IntentContext = { workspace }, world: World = machine): Facts {
  return callFacts("Bash", { command }, context, world);
}

/** Each command as `wrapper > wrapper > program argument argument`. */
export function commandLines(facts: Pick<Facts, "commands">): readonly string[] {
  return facts.commands.map((command) =>
    [...command.wrappers.map((wrapper) => `${wrapper} >`), command.program, ...command.arguments].join(" "),
  );
}

export function linesOf(command: string): readonly string[] {
  return commandLines(commandFacts(command));
}

/** Each path as `access zone path`, `*` for a pattern, `/**` for everything below. */
export function pathLines(facts: Pick<Facts, "paths">): readonly string[] {
  return facts.paths.map(
    (path) => `${path.access} ${path.zone} ${path.path}${path.pattern ? " *" : ""}${path.recursive ? " /**" : ""}`,
  );
}

export function pathsOf(command: string): readonly string[] {
  return pathLines(commandFacts(command));
}

/** Each host as `direction host:port`, with `local` where it is. */
export function hostsOf(command: string): readonly string[] {
  return commandFacts(command).hosts.map(
    (host) =>
      `${host.direction} ${host.host}${host.port === undefined ? "" : `:${host.port}`}${host.local ? " local" : ""}`,
  );
}

export function whyOf(command: string): readonly string[] {
  return commandFacts(command).uninspected.map((part) => part.why);
}
