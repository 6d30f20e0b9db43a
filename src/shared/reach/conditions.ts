// What a lasting decision requires of an action, as a list of conditions. The rule in the policy file and the sentence on the
// card are both made from this list, so that they cannot say different things.
import { isBoundaryTool } from "../containment/boundary.ts";
import { commonFolder, readZones, toolOf } from "./action-extent.ts";
import { commandForm, isCompound } from "./command-form.ts";
import type { Scope } from "../domain/directive.ts";
import type { Effect, Facts, HostFact, PathFact, Zone } from "../domain/facts.ts";
import { assertNever, fail, ok, type Result } from "../lib/result.ts";

export interface AllowedPlaces {
  readonly access: PathFact["access"];
  readonly zones: readonly Zone[];
}

export type ReachCondition =
  | { readonly kind: "agent"; readonly agentDid: string }
  /** `known`: one of Gatehouse's own names, of no server. Else the name as it was called. */
  | { readonly kind: "tool"; readonly tool: string; readonly known: boolean }
  /** Undefined: outside any project. */
  | { readonly kind: "project"; readonly folder: string | undefined }
  | { readonly kind: "command"; readonly text: string }
  | { readonly kind: "working_directory"; readonly folder: string }
  /** The same call, argument by argument. */
  | { readonly kind: "call" }
  | { readonly kind: "uninspected" | "code" | "commands"; readonly count: number }
  /** Without directions: any. */
  | { readonly kind: "hosts"; readonly hosts: readonly string[]; readonly directions: readonly HostFact["direction"][] }
  | { readonly kind: "effects"; readonly effects: readonly Effect[] }
  | { readonly kind: "places"; readonly places: readonly AllowedPlaces[]; readonly runs: readonly string[] }
  | { readonly kind: "runs"; readonly path: string }
  | { readonly kind: "program"; readonly program: string }
  | { readonly kind: "plain" }
  /** The first word that is no option; undefined: none that could be a sub-command. */
  | { readonly kind: "first_word"; readonly word: string | undefined }
  /** These options and no others. */
  | { readonly kind: "options"; readonly options: readonly string[] }
  | { readonly kind: "below"; readonly folder: string }
  | { readonly kind: "host"; readonly host: string }
  | { readonly kind: "port"; readonly port: number };

export interface ReachRequest {
  readonly effect: "allow" | "deny";
  readonly scope: Scope;
  readonly facts: Facts;
  readonly agentDid: string;
}

const neverWidened = "A compound or dynamic command is never widened; allow exactly this one instead.";

/** Zones in which one file tells nothing about the next: allowing one of them must not allow the others. */
const neverWidenedZones: ReadonlySet<Zone> = new Set(["secrets", "gatehouse", "unknown"]);

/** The conditions of a decision with this scope, or why there can be none. */
export function reachConditions(request: ReachRequest): Result<readonly ReachCondition[], string> {
  const { scope, facts } = request;
  const problem = scope === "exact" ? undefined : wideningProblem(request);
  if (problem !== undefined) return fail(problem);
  const agent = { kind: "agent", agentDid: request.agentDid } as const;
  const seen = [toolCondition(facts), { kind: "project", folder: facts.workspace } as const, ...extentOf(facts, scope)];
  const bounded = [agent, ...seen, ...plainCommand(facts)];
  switch (scope) {
    case "exact":
      return ok([agent, ...sameCall(facts), ...seen]);
    case "command_form": {
      const form = commandForm(facts);
      return form === undefined
        ? fail("Only a single plain command that reaches no host has a form.")
        : ok([...bounded, ...formConditions(form.slice(1))]);
    }
    case "tool_and_path": {
      const folder = commonFolder(facts);
      return folder === undefined
        ? fail("The action names no path that a rule could be bound to.")
        : ok([...bounded, { kind: "below", folder }]);
    }
    case "host": {
      const [host, ...others] = hostsOf(facts);
      return host === undefined || others.length > 0
        ? fail("The action must reach exactly one host.")
        : ok([...bounded, { kind: "host", host }, ...portOf(facts)]);
    }
    case "agent":
      return ok(bounded);
    case "project":
      return facts.workspace === undefined
        ? fail("The action names no project.")
        : ok(bounded.filter((condition) => condition !== agent));
    default:
      return assertNever(scope);
  }
}

function wideningProblem({ effect, scope, facts }: ReachRequest): string | undefined {
  if (isCompound(facts)) return neverWidened;
  if (facts.uninspected.length > 0) return "Part of it cannot be inspected, so it is never widened.";
  // A folder is named in the sentence and in the rule; every other scope would cover any such file.
  const unsafe = facts.paths.some(({ zone }) => neverWidenedZones.has(zone));
  return effect === "allow" && scope !== "tool_and_path" && unsafe
    ? "It reaches where secrets or Gatehouse's own files are kept, or a place only known when it runs. Allow exactly this, or the folder."
    : undefined;
}

function sameCall({ command, workingDirectory }: Facts): readonly ReachCondition[] {
  if (command === undefined) return [{ kind: "call" }];
  return [
    { kind: "command", text: command },
    { kind: "working_directory", folder: workingDirectory ?? "" },
  ];
}

function toolCondition(facts: Facts): ReachCondition {
  const tool = toolOf(facts);
  return { kind: "tool", tool, known: tool === facts.tool };
}

function formConditions(form: readonly string[]): readonly ReachCondition[] {
  return [
    { kind: "first_word", word: form.find((word) => !word.startsWith("-")) },
    { kind: "options", options: form.filter((word) => word.startsWith("-")) },
  ];
}

/** The same single program, called without anything that changes what it does. */
function plainCommand({ commands: [command] }: Facts): readonly ReachCondition[] {
  return command === undefined ? [] : [{ kind: "program", program: command.program }, { kind: "plain" }];
}

/** Of a contained run every port is another service; an agent's own call names what it does there. */
function portOf({ givenTool, hosts: [host] }: Facts): readonly ReachCondition[] {
  return isBoundaryTool(givenTool) && host?.port !== undefined ? [{ kind: "port", port: host.port }] : [];
}

function hostsOf(facts: Facts): readonly string[] {
  return [...new Set(facts.hosts.map((fact) => fact.host))];
}

/** No more parts than there were, no host that was not there, nothing it did not do before or not in such a place. */
function extentOf(facts: Facts, scope: Scope): readonly ReachCondition[] {
  const hosts = hostsOf(facts);
  const directions = [...new Set(facts.hosts.map((fact) => fact.direction))];
  const anyDirection = directions.includes("connect") || hosts.length === 0;
  const run = runBy(facts);
  return [
    { kind: "uninspected", count: facts.uninspected.length },
    { kind: "code", count: facts.code.length },
    { kind: "commands", count: facts.commands.length },
    { kind: "hosts", hosts, directions: anyDirection ? [] : directions },
    { kind: "effects", effects: [...new Set<Effect>(["read", ...facts.effects])] },
    { kind: "places", places: placesOf(facts, scope), runs: scope === "tool_and_path" ? [] : run },
    // Without the file it names, the same program runs something else.
    ...(scope === "tool_and_path" ? [] : run).map((path) => ({ kind: "runs", path }) as const),
  ];
}

function runBy({ paths }: Facts): readonly string[] {
  return [...new Set(paths.filter((fact) => fact.access === "execute").map((fact) => fact.path))];
}

/** How and where it reaches paths; reading what lies in the project is no growth. */
function placesOf(facts: Facts, scope: Scope): readonly AllowedPlaces[] {
  const byAccess = Map.groupBy(facts.paths, (fact) => fact.access);
  const zonesOf = (access: PathFact["access"]) => (byAccess.get(access) ?? []).map((fact) => fact.zone);
  const within = (access: PathFact["access"], zones: readonly Zone[]): readonly AllowedPlaces[] =>
    zones.length === 0 ? [] : [{ access, zones: [...new Set(zones)] }];
  return [
    ...within("read", [...readZones, ...zonesOf("read")]),
    ...within("write", zonesOf("write")),
    ...within("delete", zonesOf("delete")),
    // Another file is another program, unless the folder is what was decided about.
    ...(scope === "tool_and_path" ? within("execute", zonesOf("execute")) : []),
  ];
}
