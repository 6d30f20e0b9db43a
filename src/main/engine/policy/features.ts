// The index: what an intent must have for a condition to be true, read off the condition, so that most rules are never run.
import type { ASTNode } from "@marcbachmann/cel-js";
import type { PolicyInput } from "./snapshot.ts";

/**
 * Features of which an intent must have at least one, such as "program:git" or "effect:network".
 * Undefined when nothing can be said. It holds although expressions can fail, because in CEL `false && failure` is false.
 */
export type Needs = ReadonlySet<string> | undefined;

/** From rare to common: of two needs the rarer one makes the better index. */
export const kinds = [
  "path",
  "host",
  "agent",
  "program",
  "family",
  "workspace",
  "zone",
  "tool",
  "effect",
  "some",
] as const;
export type Kind = (typeof kinds)[number];

/** The features of these kinds: those that no rule needs are not written out. */
export function featuresOf({ facts, agent }: PolicyInput, wanted: ReadonlySet<Kind>): ReadonlySet<string> {
  const features = new Set<string>();
  const add = (kind: Kind, value: string): void => void (wanted.has(kind) && features.add(`${kind}:${value}`));
  add("tool", facts.tool);
  add("tool", facts.givenTool);
  add("agent", agent.did);
  add("workspace", facts.workspace ?? "");
  add("family", familyOf(facts.givenTool));
  for (const effect of facts.effects) add("effect", effect);
  for (const command of facts.commands) add("program", command.program);
  for (const path of facts.paths) {
    add("path", path.path);
    add("zone", path.zone);
  }
  for (const host of facts.hosts) add("host", host.host);
  if (facts.commands.length > 0) add("some", "commands");
  if (facts.paths.length > 0) add("some", "paths");
  if (facts.hosts.length > 0) add("some", "hosts");
  return features;
}

/** "mcp__github__create_issue" belongs to the family "mcp__github__". */
function familyOf(tool: string): string {
  return tool.slice(0, tool.lastIndexOf("__") + 2);
}

/** The features a list of tool names or patterns needs. */
export function needsOfTools(tools: readonly string[]): Needs {
  const features = tools.map((tool) => {
    if (!/[*?]/.test(tool)) return `tool:${tool}`;
    return /^mcp__[^*?]+__\*$/.test(tool) ? `family:${familyOf(tool)}` : undefined;
  });
  return features.every((feature) => feature !== undefined) ? new Set(features) : undefined;
}

export function needsOfList(kind: "effect" | "program", values: readonly string[]): Needs {
  return new Set(values.map((value) => `${kind}:${value}`));
}

/** Both must hold, so either will do. */
export function both(left: Needs, right: Needs): Needs {
  if (left === undefined || right === undefined) return left ?? right;
  return cost(left) <= cost(right) ? left : right;
}

function either(left: Needs, right: Needs): Needs {
  return left === undefined || right === undefined ? undefined : new Set([...left, ...right]);
}

function cost(needs: ReadonlySet<string>): number {
  const commonest = Math.max(...[...needs].map((feature) => kinds.indexOf(kindOf(feature))));
  return commonest * 1000 + needs.size;
}

function kindOf(feature: string): Kind {
  return feature.slice(0, feature.indexOf(":")) as Kind;
}

/** What a member of facts, or of an element of one of its lists, is called in the index. */
const members: Readonly<Record<string, Kind>> = {
  "facts.tool": "tool",
  "facts.given_tool": "tool",
  "facts.workspace": "workspace",
  "facts.effects": "effect",
  "facts.programs": "program",
  "agent.did": "agent",
  "facts.commands[].program": "program",
  "facts.paths[].path": "path",
  "facts.paths[].zone": "zone",
  "facts.hosts[].host": "host",
};

/** Names of loop variables, with the list each runs over. */
type Scope = ReadonlyMap<string, string>;

export function needsOf(node: ASTNode, scope: Scope = new Map()): Needs {
  if (node.op === "&&") return both(needsOf(node.args[0], scope), needsOf(node.args[1], scope));
  if (node.op === "||") return either(needsOf(node.args[0], scope), needsOf(node.args[1], scope));
  if (node.op === "==")
    return equality(node.args[0], node.args[1], scope) ?? equality(node.args[1], node.args[0], scope);
  if (node.op === "in") return membership(node.args[0], node.args[1], scope);
  return node.op === "rcall" && node.args[0] === "exists" ? loop(node.args[1], node.args[2], scope) : undefined;
}

function equality(member: ASTNode, value: ASTNode, scope: Scope): Needs {
  const kind = members[nameOf(member, scope) ?? ""];
  return kind !== undefined && value.op === "value" && typeof value.args === "string"
    ? new Set([`${kind}:${value.args}`])
    : undefined;
}

/** `"x" in facts.effects`, or `facts.tool in ["x", "y"]`. */
function membership(item: ASTNode, list: ASTNode, scope: Scope): Needs {
  if (list.op === "list") {
    const kind = members[nameOf(item, scope) ?? ""];
    const values = list.args.map((entry) =>
      entry.op === "value" && typeof entry.args === "string" ? entry.args : undefined,
    );
    if (kind === undefined || !values.every((value) => value !== undefined)) return undefined;
    return new Set(values.map((value) => `${kind}:${value}`));
  }
  return equality(list, item, scope);
}

function loop(list: ASTNode, parameters: readonly ASTNode[], scope: Scope): Needs {
  const [variable, condition] = parameters;
  const name = nameOf(list, scope);
  if (name === undefined || variable?.op !== "id" || condition === undefined) return undefined;
  const some = /^facts\.(commands|paths|hosts)$/.exec(name)?.[1];
  const inner = needsOf(condition, new Map([...scope, [variable.args, `${name}[]`]]));
  return both(inner, some === undefined ? undefined : new Set([`some:${some}`]));
}

function nameOf(node: ASTNode, scope: Scope): string | undefined {
  if (node.op === "id") return scope.get(node.args) ?? node.args;
  if (node.op !== ".") return undefined;
  const owner = nameOf(node.args[0], scope);
  return owner === undefined ? undefined : `${owner}.${node.args[1]}`;
}

export interface Index<Item> {
  /** The kinds of features that make a difference. */
  readonly kinds: ReadonlySet<Kind>;
  /** The items that may apply, each once. */
  readonly candidates: (features: ReadonlySet<string>) => ReadonlySet<Item>;
}

export function indexOf<Item extends { readonly needs: Needs }>(items: readonly Item[]): Index<Item> {
  const always: Item[] = [];
  const byFeature = new Map<string, Item[]>();
  for (const item of items) {
    if (item.needs === undefined) always.push(item);
    else {
      for (const feature of item.needs) {
        const list = byFeature.get(feature);
        if (list === undefined) byFeature.set(feature, [item]);
        else list.push(item);
      }
    }
  }
  return {
    kinds: new Set([...byFeature.keys()].map(kindOf)),
    candidates: (features) => {
      const found = new Set(always);
      for (const feature of features) for (const item of byFeature.get(feature) ?? []) found.add(item);
      return found;
    },
  };
}
