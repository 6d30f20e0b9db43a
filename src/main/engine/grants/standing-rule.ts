// The rule that a human's lasting decision writes into the policy: as narrow as the scope says, readable, with its example.
import type { JsonObject } from "../../../shared/lib/json.ts";
import { toolOf } from "../../../shared/reach/action-extent.ts";
import { decidedPrefix, type PolicyRule } from "../../../shared/domain/policy.ts";
import { type ReachCondition, reachConditions } from "../../../shared/reach/conditions.ts";
import { assertNever, fail, ok, type Result } from "../../../shared/lib/result.ts";
import type { GrantRequest } from "./grants.ts";

export interface StandingRuleRequest extends GrantRequest {
  /** The rule that asked the human; undefined when the risk score did. */
  readonly answers?: string;
  /** The intent's own call, which becomes the rule's example. */
  readonly example: { readonly tool: string; readonly arguments: JsonObject };
  /** The arguments of a call that comes close and is not meant. */
  readonly counterexample?: JsonObject;
}

export function standingRule(request: StandingRuleRequest): Result<PolicyRule, string> {
  const { action, effect, scope } = request;
  const { facts, agentDid } = action;
  const conditions = reachConditions({ effect, scope, facts, agentDid });
  if (!conditions.ok) return conditions;
  if (conditions.value.some(({ kind }) => kind === "call"))
    return fail("Only a command can be allowed exactly for ever. Choose tool and path.");
  const example = {
    ...request.example,
    agent: agentDid,
    ...(facts.workspace === undefined ? {} : { workspace: facts.workspace }),
    ...(facts.workingDirectory === undefined ? {} : { working_directory: facts.workingDirectory }),
  };
  return ok({
    id: `${decidedPrefix}${request.grantId.slice(-12)}`,
    effect,
    tools: [toolOf(facts)],
    when: conditions.value.flatMap(expressionsOf).join(" && "),
    reason: `${effect === "allow" ? "Allowed" : "Denied"} by ${request.issuedBy} on ${new Date(request.now).toISOString().slice(0, 10)}`,
    ...(effect === "allow" && request.answers !== undefined ? { answers: [request.answers] } : {}),
    match: [example],
    ...(request.counterexample === undefined ? {} : { not_match: [{ ...example, arguments: request.counterexample }] }),
  });
}

/** The condition as expressions of the policy, all of which must hold. */
function expressionsOf(condition: ReachCondition): readonly string[] {
  switch (condition.kind) {
    case "agent":
      return [equals("agent.did", condition.agentDid)];
    case "tool":
      // A name in the rule's list of tools is a pattern, and covers the same tool of any server.
      return [condition.known ? equals("facts.server", "") : equals("facts.given_tool", condition.tool)];
    case "project":
      return [equals("facts.workspace", condition.folder ?? "")];
    case "command":
      return [equals("facts.command", condition.text)];
    case "working_directory":
      return [equals("facts.working_directory", condition.folder)];
    case "call":
      return [];
    case "uninspected":
    case "code":
    case "commands":
      return [`facts.${condition.kind}.size() == ${condition.count}`];
    case "hosts": {
      const { hosts, directions } = condition;
      const direction = directions.length === 0 ? "" : ` && h.direction in ${text(directions)}`;
      return [`facts.hosts.all(h, h.host in ${text(hosts)}${direction})`];
    }
    case "effects":
      return [`facts.effects.all(e, e in ${text(condition.effects)})`];
    case "places":
      return [`facts.paths.all(p, ${placeExpressions(condition).join(" || ")})`];
    case "runs":
      return [`facts.paths.exists(p, p.access == "execute" && p.path == ${text(condition.path)})`];
    case "program":
      return [`facts.commands.all(c, c.program == ${text(condition.program)} && !c.dynamic)`];
    case "plain":
      return ["facts.commands.all(c, c.redirects.size() == 0 && c.wrappers.size() == 0 && c.assignments.size() == 0)"];
    case "first_word":
      return [`facts.commands.all(c, ${firstWord(condition.word)})`];
    case "options":
      return optionExpressions(condition.options);
    case "below": {
      const { folder } = condition;
      const below = `p.path == ${text(folder)} || p.path.startsWith(${text(`${folder}/`)})`;
      return ["facts.paths.size() > 0", `facts.paths.all(p, ${below})`];
    }
    case "host":
      return ["facts.hosts.size() > 0", `facts.hosts.all(h, h.host == ${text(condition.host)})`];
    case "port":
      return [`facts.hosts.all(h, h.port == ${condition.port})`];
    default:
      return assertNever(condition);
  }
}

function placeExpressions({ places, runs }: Extract<ReachCondition, { kind: "places" }>): readonly string[] {
  return [
    ...places.map(({ access, zones }) => `p.access == ${text(access)} && p.zone in ${text(zones)}`),
    ...(runs.length === 0 ? [] : [`p.access == "execute" && p.path in ${text(runs)}`]),
  ];
}

function firstWord(word: string | undefined): string {
  const words = 'c.arguments.filter(a, !a.startsWith("-"))';
  return word === undefined
    ? `${words}.size() == 0 || !${words}[0].matches("^[A-Za-z][A-Za-z0-9:_-]*$")`
    : `${words}.size() > 0 && ${words}[0] == ${text(word)}`;
}

/** Each of them, and no other. */
function optionExpressions(options: readonly string[]): readonly string[] {
  return [
    `facts.commands.all(c, c.arguments.all(a, !a.startsWith("-") || a in ${text(options)}))`,
    ...(options.length === 0 ? [] : [`facts.commands.all(c, ${text(options)}.all(o, o in c.arguments))`]),
  ];
}

function equals(member: string, value: string): string {
  return `${member} == ${text(value)}`;
}

/** CEL reads JSON's strings and lists as its own. */
function text(value: string | readonly string[]): string {
  return JSON.stringify(value);
}
