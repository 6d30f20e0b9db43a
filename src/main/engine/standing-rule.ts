// The rule that a human's lasting decision writes into the policy: as narrow as the scope says, readable, with its example.
import type { Facts } from "../../shared/facts.ts";
import type { PolicyRule } from "../../shared/policy.ts";
import { assertNever, fail, ok, type Result } from "../../shared/result.ts";
import { commandForm, commonFolder, isCompound, neverWidened } from "./action.ts";
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
    id: `human-${request.grantId.slice(-12)}`,
    effect,
    tools: [facts.tool === "other" ? facts.givenTool : facts.tool],
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
  const bounded = [...place, "facts.uninspected.size() == 0", ...plainCommand(facts), ...effectsOf(facts)];
  switch (scope) {
    case "exact":
      if (facts.command === undefined)
        return fail("Only a command can be allowed exactly for ever. Choose tool and path.");
      return ok([
        equals("facts.command", facts.command),
        equals("facts.working_directory", facts.workingDirectory ?? ""),
      ]);
    case "command_form": {
      const form = commandForm(facts);
      if (form === undefined) return fail(neverWidened);
      const [, ...words] = form;
      const options = words.filter((word) => word.startsWith("-"));
      const [subCommand] = words.filter((word) => !word.startsWith("-"));
      return ok([
        ...bounded,
        `facts.commands.all(c, c.arguments.all(a, !a.startsWith("-") || a in ${text(options)}))`,
        ...(subCommand === undefined ? [] : [`facts.commands.all(c, ${text(subCommand)} in c.arguments)`]),
      ]);
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

/** The same single program, plainly called, and no host that was not there. */
function plainCommand(facts: Facts): readonly string[] {
  const program = facts.commands[0]?.program;
  const hosts = [...new Set(facts.hosts.map((fact) => fact.host))];
  return [
    "facts.code.size() == 0",
    `facts.hosts.all(h, h.host in ${text(hosts)})`,
    `facts.commands.size() == ${facts.commands.length}`,
    ...(program === undefined
      ? []
      : [
          `facts.commands.all(c, c.program == ${text(program)} && !c.dynamic)`,
          "facts.commands.all(c, c.redirects.size() == 0 && c.wrappers.size() == 0)",
        ]),
  ];
}

/** Nothing it did not do before, but for reading what lies in the project. */
function effectsOf(facts: Facts): readonly string[] {
  if (facts.effects.includes("read")) return [`facts.effects.all(e, e in ${text(facts.effects)})`];
  return [
    `facts.effects.all(e, e in ${text(["read", ...facts.effects])})`,
    'facts.paths.all(p, p.access != "read" || p.zone in ["workspace", "temporary"])',
  ];
}

function equals(member: string, value: string): string {
  return `${member} == ${text(value)}`;
}

/** CEL reads JSON's strings and lists as its own. */
function text(value: string | readonly string[]): string {
  return JSON.stringify(value);
}
