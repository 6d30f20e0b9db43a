// Reads the triggers of a rule off its condition: what a call must show for the condition to be true.
import type { ASTNode } from "@marcbachmann/cel-js";
import { linearMatches } from "./expression.ts";
import { shortestLiteral } from "./literal-search.ts";
import { literalsOf } from "./pattern-literals.ts";
import { familyOf } from "./rule-index.ts";
import { type Feature, type FeatureKind, featureKinds, kindOf } from "./trigger.ts";

/**
 * Features of which a call must show at least one; undefined when nothing can be said. This holds although expressions can
 * fail, because in CEL `false && failure` is false.
 */
export type ConditionTriggers = readonly Feature[] | undefined;

/** Those of a list of tool names or patterns. */
export function triggersOfTools(tools: readonly string[]): ConditionTriggers {
  const features = tools.map((tool): Feature | undefined => {
    if (!/[*?]/.test(tool)) return `tool:${tool}`;
    return /^mcp__[^*?]+__\*$/.test(tool) ? `family:${familyOf(tool)}` : undefined;
  });
  return features.every((feature) => feature !== undefined) ? features : undefined;
}

export function triggersOfList(kind: "effect" | "program", values: readonly string[]): ConditionTriggers {
  return values.map((value): Feature => `${kind}:${value}`);
}

/** Both must hold, so either will do. */
export function both(left: ConditionTriggers, right: ConditionTriggers): ConditionTriggers {
  if (left === undefined || right === undefined) return left ?? right;
  return cost(left) <= cost(right) ? left : right;
}

function either(left: ConditionTriggers, right: ConditionTriggers): ConditionTriggers {
  return left === undefined || right === undefined ? undefined : [...new Set([...left, ...right])];
}

function cost(features: readonly Feature[]): number {
  const commonest = Math.max(...features.map((feature) => featureKinds.indexOf(kindOf(feature))));
  return commonest * 1000 + features.length;
}

/** The kind of feature that a member of facts, or of an element of one of its lists, is. */
const members: Readonly<Record<string, FeatureKind>> = {
  "facts.tool": "tool",
  "facts.given_tool": "tool",
  "facts.workspace": "workspace",
  "facts.effects": "effect",
  "facts.programs": "program",
  "facts.action.verb": "verb",
  "facts.action.object": "object",
  "facts.action.reach": "reach",
  "agent.did": "agent",
  "facts.commands[].program": "program",
  "facts.commands[].subcommand": "subcommand",
  "facts.paths[].path": "path",
  "facts.paths[].zone": "zone",
  "facts.paths[].access": "access",
  "facts.hosts[].host": "host",
  "facts.file.kind": "filekind",
  "facts.file.form": "form",
  "facts.file.trigger": "filetrigger",
  "facts.file.settings[].name": "setting",
};

/** What shows that a list has elements. */
const lists: Readonly<Record<string, readonly Feature[]>> = {
  "facts.commands": ["some:command"],
  "facts.paths": ["some:path"],
  "facts.hosts": ["some:host"],
  "facts.code": ["some:code"],
  "facts.secrets": ["some:secret"],
  "facts.egress": ["some:egress"],
};

/** Names of loop variables, with the list each runs over. */
type Scope = ReadonlyMap<string, string>;

export function triggersOf(node: ASTNode, scope: Scope = new Map()): ConditionTriggers {
  if (node.op === "&&") return both(triggersOf(node.args[0], scope), triggersOf(node.args[1], scope));
  if (node.op === "||") return either(triggersOf(node.args[0], scope), triggersOf(node.args[1], scope));
  if (node.op === "==")
    return equality(node.args[0], node.args[1], scope) ?? equality(node.args[1], node.args[0], scope);
  if (node.op === "in") return membership(node.args[0], node.args[1], scope);
  if (node.op !== "rcall") return undefined;
  const [name, receiver, parameters] = node.args;
  if (name === "exists") return loop(receiver, parameters, scope);
  return nameOf(receiver, scope) === "facts.paths[].path" ? pathText(name, parameters[0]) : undefined;
}

/**
 * Literals, in lower case, without which `p.path.matches("…")` or `p.path.contains("…")` cannot be true. The index looks for them in
 * either case, so that a pattern may ignore it.
 */
function pathText(name: string, parameter: ASTNode | undefined): ConditionTriggers {
  if (parameter?.op !== "value" || typeof parameter.args !== "string") return undefined;
  const text = parameter.args;
  if (name === "contains") return text.length < shortestLiteral ? undefined : [pathFeature(text)];
  if (name !== "matches" && name !== linearMatches) return undefined;
  return literalsOf(text.replace(/^\(\?i\)/u, ""))?.map(pathFeature);
}

function pathFeature(literal: string): Feature {
  return `pathtext:${literal.toLowerCase()}`;
}

function equality(member: ASTNode, value: ASTNode, scope: Scope): ConditionTriggers {
  const kind = members[nameOf(member, scope) ?? ""];
  return kind !== undefined && value.op === "value" && typeof value.args === "string"
    ? [`${kind}:${value.args}`]
    : undefined;
}

/** `"x" in facts.effects`, or `facts.tool in ["x", "y"]`. */
function membership(item: ASTNode, list: ASTNode, scope: Scope): ConditionTriggers {
  if (list.op === "list") {
    const kind = members[nameOf(item, scope) ?? ""];
    const values = list.args.map((entry) =>
      entry.op === "value" && typeof entry.args === "string" ? entry.args : undefined,
    );
    if (kind === undefined || !values.every((value) => value !== undefined)) return undefined;
    return values.map((value): Feature => `${kind}:${value}`);
  }
  return equality(list, item, scope);
}

function loop(list: ASTNode, parameters: readonly ASTNode[], scope: Scope): ConditionTriggers {
  const [variable, condition] = parameters;
  const name = nameOf(list, scope);
  if (name === undefined || variable?.op !== "id" || condition === undefined) return undefined;
  const some = lists[name];
  const inner = triggersOf(condition, new Map([...scope, [variable.args, `${name}[]`]]));
  return both(inner, some);
}

function nameOf(node: ASTNode, scope: Scope): string | undefined {
  if (node.op === "id") return scope.get(node.args) ?? node.args;
  if (node.op !== ".") return undefined;
  const owner = nameOf(node.args[0], scope);
  return owner === undefined ? undefined : `${owner}.${node.args[1]}`;
}
