// Constraints: the capability document held against the facts. Whatever does not fit is a denial that names the member.
import type { Facts, HostFact, PathFact } from "../../../shared/domain/facts.ts";
import type { Capabilities, ToolCapability, ToolConstraints } from "../../../shared/domain/policy.ts";
import type { Condition, ReasonCode } from "../../../shared/domain/verdict.ts";
import { reachesNetwork } from "../sessions/sessions.ts";
import { impliedTools, toolsByAccess } from "../pipeline/implied-tools.ts";
import { LastResult } from "../lib/last-result.ts";
import { type CommandForm, compileForm, type TextsCache } from "../rules/command-form.ts";
import {
  compilePath,
  matchesDomain,
  matchesName,
  type PathPattern,
  type PathSurroundings,
  shellMatches,
} from "../rules/glob.ts";

export interface Violation {
  /** The member that is violated, such as "tools.write_file.paths". */
  readonly rule: string;
  readonly reason: ReasonCode;
  readonly text: string;
}

/** One capability document to pass. In a project's own file a tool that is not named is left to the policy. */
export interface Layer {
  readonly prefix: string;
  readonly tools: Readonly<Record<string, Pick<ToolCapability, "allowed"> & { readonly constraints: ToolConstraints }>>;
  readonly network: Capabilities["network"];
  readonly resources: Capabilities["resources"];
  readonly unnamedAllowed: boolean;
}

interface CompiledConstraints {
  readonly scope: readonly PathPattern[] | undefined;
  readonly blocked: readonly PathPattern[];
  readonly forms: readonly CommandForm[];
}

/** Says what was looked at; `explain` listens. */
export type Looked = (rule: string, violation: Violation | undefined) => void;

export type ConstraintChecker = (layer: Layer, facts: Facts, looked: Looked | undefined) => readonly Violation[];

export function constraintChecker(world: PathSurroundings): ConstraintChecker {
  const known = new WeakMap<ToolConstraints, CompiledConstraints>();
  const texts: TextsCache = new LastResult();
  const compiled = (constraints: ToolConstraints): CompiledConstraints => {
    let result = known.get(constraints);
    if (result === undefined) {
      result = {
        scope: constraints.paths?.map((text) => compilePath(text, "scope", world)),
        blocked: (constraints.blocked_paths ?? []).map((text) => compilePath(text, "blocked", world)),
        forms: (constraints.blocked_patterns ?? []).map((text) => compileForm(text, texts)),
      };
      known.set(constraints, result);
    }
    return result;
  };

  return (layer, facts, looked) => {
    const found: Violation[] = [];
    const check = (rule: string, reason: ReasonCode, problem: string | undefined) => {
      if (problem === undefined && looked === undefined) return;
      const violation = problem === undefined ? undefined : { rule: layer.prefix + rule, reason, text: problem };
      looked?.(layer.prefix + rule, violation);
      if (violation !== undefined) found.push(violation);
    };

    const named = findTool(layer, facts);
    if (named === undefined) {
      if (!layer.unnamedAllowed)
        check("tools", "tool_not_allowed", `The policy does not list the tool ${facts.givenTool}.`);
    } else {
      check(
        `tools.${named.key}`,
        "tool_not_allowed",
        named.tool.allowed ? undefined : `The policy does not allow the tool ${facts.givenTool}.`,
      );
      for (const name of impliedTools(facts)) {
        const tool = tableOf(layer.tools).byName.get(name);
        if (name === named.key || tool === undefined) continue;
        const problem = `It does what the tool ${name} does, which the policy does not allow.`;
        check(`tools.${name}`, "tool_not_allowed", tool.allowed ? undefined : problem);
      }
    }
    for (const [key, paths] of constrained(layer, facts, named?.key)) {
      const constraints = tableOf(layer.tools).byName.get(key)?.constraints;
      if (constraints === undefined) continue;
      const { scope, blocked, forms } = compiled(constraints);
      if (blocked.length > 0) check(`tools.${key}.blocked_paths`, "path_blocked", blockedPath(blocked, paths));
      if (scope !== undefined)
        check(`tools.${key}.paths`, "path_out_of_scope", outOfScope(scope, paths, facts.workspace));
      if (forms.length > 0) check(`tools.${key}.blocked_patterns`, "pattern_blocked", blockedForm(forms, facts));
      const limit = constraints.max_size_bytes;
      if (limit !== undefined) check(`tools.${key}.max_size_bytes`, "size_exceeded", tooLarge(limit, facts));
    }
    checkNetwork(layer, facts, check);
    return found;
  };
}

/** The agent's own name for the tool, then a pattern for it, then the canonical name, then "*". */
export function findTool(
  layer: Pick<Layer, "tools">,
  facts: Pick<Facts, "tool" | "givenTool">,
): { readonly key: string; readonly tool: Layer["tools"][string] } | undefined {
  const { byName, patterns } = tableOf(layer.tools);
  const given = byName.get(facts.givenTool);
  if (given !== undefined) return { key: facts.givenTool, tool: given };
  for (const [key, tool] of patterns) if (matchesName(key, facts.givenTool)) return { key, tool };
  for (const key of [facts.tool, "*"]) {
    const tool = byName.get(key);
    if (tool !== undefined) return { key, tool };
  }
  return undefined;
}

/** The tools of a capability document, to be looked up by names that agents choose. */
interface ToolTable {
  readonly byName: ReadonlyMap<string, Layer["tools"][string]>;
  /** The names that are patterns, the longest first. */
  readonly patterns: readonly (readonly [string, Layer["tools"][string]])[];
}

/** They are the policy's, and stay what they are. */
const tables = new WeakMap<Layer["tools"], ToolTable>();

function tableOf(tools: Layer["tools"]): ToolTable {
  let table = tables.get(tools);
  if (table === undefined) {
    const byName = new Map(Object.entries(tools));
    const patterns = [...byName]
      .filter(([key]) => key !== "*" && /[*?]/.test(key))
      .sort(([left], [right]) => right.length - left.length);
    table = { byName, patterns };
    tables.set(tools, table);
  }
  return table;
}

/** The tool's own constraints on all it touches; and those of read_file, write_file and so on where it does the same by other means. */
function constrained(
  layer: Layer,
  facts: Facts,
  key: string | undefined,
): readonly (readonly [string, readonly PathFact[]])[] {
  const { byName } = tableOf(layer.tools);
  const result = new Map<string, PathFact[]>();
  const listOf = (tool: string): PathFact[] => {
    let list = result.get(tool);
    if (list === undefined) {
      list = [];
      result.set(tool, list);
    }
    return list;
  };
  for (const path of facts.paths) {
    const tool = toolsByAccess[path.access].find((name) => byName.has(name));
    if (tool !== undefined && tool !== key) listOf(tool).push(path);
  }
  if (facts.commands.length > 0 && key !== "execute_command") listOf("execute_command");
  const all: [string, readonly PathFact[]][] = [...result];
  if (key !== undefined) all.push([key, facts.paths]);
  return all;
}

const devices = new Set(["/dev/null", "/dev/zero", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty"]);

function blockedPath(blocked: readonly PathPattern[], paths: readonly PathFact[]): string | undefined {
  for (const fact of paths) {
    const pattern = blocked.find(
      (candidate) =>
        candidate.matches(fact.path) ||
        (fact.recursive && candidate.liesBelow(fact.path)) ||
        (fact.pattern && couldExpandTo(fact.given, candidate)),
    );
    if (pattern !== undefined) return `${fact.given} is blocked by "${pattern.text}".`;
  }
  return undefined;
}

/** `cat .e*` reads ".env": the shell's pattern is held against the name the policy blocks. */
function couldExpandTo(given: string, blocked: PathPattern): boolean {
  const name = blocked.text.split("/").findLast((part) => part !== "**" && part !== "");
  if (name === undefined || /[*?]/.test(name)) return false;
  return given.split("/").some((part) => /[*?[]/.test(part) && shellMatches(part, name));
}

/** The lists of paths that conditions narrow an action to. */
export function pathLists(conditions: readonly Condition[]): readonly (readonly string[])[] {
  return conditions.flatMap(({ kind, value }) =>
    kind === "paths" && Array.isArray(value) ? [value.filter((path): path is string => typeof path === "string")] : [],
  );
}

/** Whether an action leaves the paths that one of several conditions narrows it to. */
export function conditionChecker(
  world: PathSurroundings,
): (conditions: readonly Condition[], facts: Facts) => string | undefined {
  return (conditions, facts) => {
    for (const paths of pathLists(conditions)) {
      const scope = paths.map((path) => compilePath(path, "scope", world));
      const problem = outOfScope(scope, facts.paths, facts.workspace);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
}

function outOfScope(
  scope: readonly PathPattern[],
  paths: readonly PathFact[],
  workspace: string | undefined,
): string | undefined {
  for (const fact of paths) {
    if (devices.has(fact.path) || (fact.access === "execute" && fact.zone === "system")) continue;
    const climbs = fact.pattern && /[*?[].*\/\.\.(?:\/|$)/.test(fact.given);
    if (climbs || !scope.some((candidate) => candidate.matches(fact.path, workspace))) {
      return `${fact.given} is outside the paths the policy allows.`;
    }
  }
  return undefined;
}

function blockedForm(forms: readonly CommandForm[], facts: Facts): string | undefined {
  const form = forms.find((candidate) => candidate.matches(facts));
  return form === undefined ? undefined : `The command matches the blocked pattern "${form.text}".`;
}

function tooLarge(limit: number, facts: Facts): string | undefined {
  const bytes = facts.contentBytes ?? 0;
  return bytes > limit ? `The content has ${bytes} bytes; the policy allows ${limit}.` : undefined;
}

type Check = (rule: string, reason: ReasonCode, problem: string | undefined) => void;

function checkNetwork(layer: Layer, facts: Facts, check: Check): void {
  if (!reachesNetwork(facts) && facts.hosts.length === 0) return;
  const { allowed_domains: allowed = [], blocked_domains: blocked = [] } = layer.network;
  const covers = (patterns: readonly string[], host: HostFact) =>
    patterns.find((pattern) => matchesDomain(pattern, host.host, host.port));
  if (blocked.length > 0) {
    const host = facts.hosts.find((candidate) => covers(blocked, candidate) !== undefined);
    check(
      "network.blocked_domains",
      "domain_blocked",
      host && `The host ${host.host} is blocked by "${covers(blocked, host)}".`,
    );
  }
  if (allowed.length > 0) {
    const host = facts.hosts.find((candidate) => covers(allowed, candidate) === undefined);
    const unknown = facts.hosts.length === 0 && facts.uninspected.some((part) => part.why === "dynamic");
    const problem = unknown ? "The host is only known when it runs, so it cannot be on the policy's list." : undefined;
    check(
      "network.allowed_domains",
      "domain_not_allowed",
      host ? `The host ${host.host} is not on the policy's list.` : problem,
    );
  }
  if (layer.resources.network_allowed === false) {
    check(
      "resources.network_allowed",
      "domain_not_allowed",
      reachesNetwork(facts) ? "The policy allows no network." : undefined,
    );
  }
}
