// The rule that a human's lasting decision writes into the policy: as narrow as the scope says, readable, with its example.
import { isCompound } from "../../shared/command-form.ts";
import type { Scope } from "../../shared/directive.ts";
import type { Facts, PathFact } from "../../shared/facts.ts";
import { decidedPrefix, type PolicyRule } from "../../shared/policy.ts";
import { assertNever, fail, ok, type Result } from "../../shared/result.ts";
import { commandForm, commonFolder, neverWidened, readZones, toolOf } from "./action.ts";
import type { GrantRequest } from "./grants.ts";

export interface StandingRuleRequest extends GrantRequest {
  /** The rule that asked the human; undefined when the risk score did. */
  readonly answers?: string;
  /** The intent's own call, which becomes the rule's example. */
  readonly example: { readonly tool: string; readonly arguments: Record<string, unknown> };
  /** The arguments of a call that comes close and is not meant. */
  readonly counterexample?: Record<string, unknown>;
}

type Example = NonNullable<PolicyRule["match"]>[number];

export function standingRule(request: StandingRuleRequest): Result<PolicyRule, string> {
  const { action, effect, scope } = request;
  const { facts } = action;
  const when = conditionsOf(request);
  if (!when.ok) return when;
  const example = {
    ...request.example,
    agent: action.agentDid,
    ...(facts.workspace === undefined ? {} : { workspace: facts.workspace }),
    ...(facts.workingDirectory === undefined ? {} : { working_directory: facts.workingDirectory }),
  };
  return ok({
    id: `${decidedPrefix}${request.grantId.slice(-12)}`,
    effect,
    tools: [toolOf(facts)],
    when: [...(scope === "project" ? [] : [equals("agent.did", action.agentDid)]), ...when.value].join(" && "),
    reason: `${effect === "allow" ? "Allowed" : "Denied"} by ${request.issuedBy} on ${new Date(request.now).toISOString().slice(0, 10)}`,
    ...(effect === "allow" && request.answers !== undefined ? { answers: [request.answers] } : {}),
    match: [example as Example],
    ...(request.counterexample === undefined
      ? {}
      : { not_match: [{ ...example, arguments: request.counterexample } as Example] }),
  });
}

function conditionsOf({ action, scope }: StandingRuleRequest): Result<readonly string[], string> {
  const { facts } = action;
  const place = facts.workspace === undefined ? [] : [equals("facts.workspace", facts.workspace)];
  if (scope !== "exact" && isCompound(facts)) return fail(neverWidened);
  const seen = [...ownTool(facts), ...place, ...extentOf(facts, scope)];
  const bounded = [...seen, ...plainCommand(facts)];
  switch (scope) {
    case "exact":
      if (facts.command === undefined)
        return fail("Only a command can be allowed exactly for ever. Choose tool and path.");
      return ok([
        equals("facts.command", facts.command),
        equals("facts.working_directory", facts.startsIn ?? facts.workingDirectory ?? ""),
        ...seen,
      ]);
    case "command_form": {
      const form = commandForm(facts);
      if (form === undefined) return fail(neverWidened);
      return ok([...bounded, ...formConditions(form.slice(1))]);
    }
    case "tool_and_path": {
      const folder = commonFolder(facts);
      if (folder === undefined) return fail("The action names no path that a rule could be bound to.");
      const below = `p.path == ${text(folder)} || p.path.startsWith(${text(`${folder}/`)})`;
      return ok([...bounded, "facts.paths.size() > 0", `facts.paths.all(p, ${below})`]);
    }
    case "host": {
      const hosts = new Set(facts.hosts.map((fact) => fact.host));
      const [host] = hosts;
      if (host === undefined || hosts.size !== 1) return fail("The action must reach exactly one host.");
      return ok([...bounded, "facts.hosts.size() > 0", `facts.hosts.all(h, h.host == ${text(host)})`]);
    }
    case "agent":
      return ok(bounded);
    case "project":
      return facts.workspace === undefined ? fail("The action names no project.") : ok(bounded);
    default:
      return assertNever(scope);
  }
}

/** A name in the list of tools is a pattern, and covers the same tool of any server. */
function ownTool(facts: Facts): readonly string[] {
  return toolOf(facts) === facts.tool ? [equals("facts.server", "")] : [equals("facts.given_tool", facts.givenTool)];
}

/** The first word that is no option, and the options: each of them, and no other. */
function formConditions(form: readonly string[]): readonly string[] {
  const options = form.filter((word) => word.startsWith("-"));
  const [subCommand] = form.filter((word) => !word.startsWith("-"));
  const words = 'c.arguments.filter(a, !a.startsWith("-"))';
  const first =
    subCommand === undefined
      ? `${words}.size() == 0 || !${words}[0].matches("^[A-Za-z][A-Za-z0-9:_-]*$")`
      : `${words}.size() > 0 && ${words}[0] == ${text(subCommand)}`;
  return [
    `facts.commands.all(c, ${first})`,
    `facts.commands.all(c, c.arguments.all(a, !a.startsWith("-") || a in ${text(options)}))`,
    ...(options.length === 0 ? [] : [`facts.commands.all(c, ${text(options)}.all(o, o in c.arguments))`]),
  ];
}

/** The same single program, plainly called. */
function plainCommand(facts: Facts): readonly string[] {
  const program = facts.commands[0]?.program;
  if (program === undefined) return [];
  return [
    `facts.commands.all(c, c.program == ${text(program)} && !c.dynamic)`,
    "facts.commands.all(c, c.redirects.size() == 0 && c.wrappers.size() == 0 && c.assignments.size() == 0)",
  ];
}

/** No more parts than there were, no host that was not there, nothing it did not do before or not in such a place. */
function extentOf(facts: Facts, scope: Scope): readonly string[] {
  const hosts = [...new Set(facts.hosts.map((fact) => fact.host))];
  const directions = [...new Set(facts.hosts.map((fact) => fact.direction))];
  const anyDirection = directions.includes("connect") || hosts.length === 0;
  return [
    `facts.uninspected.size() == ${facts.uninspected.length}`,
    `facts.code.size() == ${facts.code.length}`,
    `facts.commands.size() == ${facts.commands.length}`,
    `facts.hosts.all(h, h.host in ${text(hosts)}${anyDirection ? "" : ` && h.direction in ${text(directions)}`})`,
    `facts.effects.all(e, e in ${text([...new Set(["read", ...facts.effects])])})`,
    `facts.paths.all(p, ${placesOf(facts, scope).join(" || ")})`,
    // Without the file it names, the same program runs something else.
    ...(scope === "tool_and_path" ? [] : runBy(facts)).map(
      (path) => `facts.paths.exists(p, p.access == "execute" && p.path == ${text(path)})`,
    ),
  ];
}

function runBy({ paths }: Facts): readonly string[] {
  return [...new Set(paths.filter((fact) => fact.access === "execute").map((fact) => fact.path))];
}

/** How and where it reaches paths; reading what lies in the project is no growth. */
function placesOf(facts: Facts, scope: Scope): readonly string[] {
  const byAccess = Map.groupBy(facts.paths, (fact) => fact.access);
  const zonesOf = (access: PathFact["access"]) => (byAccess.get(access) ?? []).map((fact) => fact.zone);
  const within = (access: PathFact["access"], zones: readonly string[]) =>
    zones.length === 0 ? [] : [`p.access == ${text(access)} && p.zone in ${text([...new Set(zones)])}`];
  const run = runBy(facts);
  return [
    ...within("read", [...readZones, ...zonesOf("read")]),
    ...within("write", zonesOf("write")),
    ...within("delete", zonesOf("delete")),
    // Another file is another program, unless the folder is what was decided about.
    ...(scope === "tool_and_path"
      ? within("execute", zonesOf("execute"))
      : run.length === 0
        ? []
        : [`p.access == "execute" && p.path in ${text(run)}`]),
  ];
}

function equals(member: string, value: string): string {
  return `${member} == ${text(value)}`;
}

/** CEL reads JSON's strings and lists as its own. */
function text(value: string | readonly string[]): string {
  return JSON.stringify(value);
}
