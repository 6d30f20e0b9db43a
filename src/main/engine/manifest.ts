// Phase 4: the capability manifest, by tool, then the agent's policy, then the minimum with its resources.
import type { CanonicalTool, Facts } from "../../shared/facts.ts";
import type { Capabilities } from "../../shared/policy.ts";
import type { CapabilityManifest, Condition } from "../../shared/verdict.ts";
import { findTool } from "./policy/constraints.ts";

interface ToolLimits {
  readonly memoryMb: number;
  readonly cpuPercent: number;
  readonly seconds: number;
  readonly network: boolean;
}

const otherTools: ToolLimits = { memoryMb: 50, cpuPercent: 25, seconds: 30, network: false };

const limitsByTool: Partial<Record<CanonicalTool, ToolLimits>> = {
  write_file: { memoryMb: 50, cpuPercent: 10, seconds: 30, network: false },
  read_file: { memoryMb: 100, cpuPercent: 10, seconds: 30, network: false },
  execute_command: { memoryMb: 100, cpuPercent: 50, seconds: 30, network: true },
  // A tool whose whole purpose is the network would be refused by its own manifest.
  fetch_url: { ...otherTools, network: true },
  search_web: { ...otherTools, network: true },
};

export function buildManifest(
  facts: Facts,
  capabilities: Capabilities,
  conditions: readonly Condition[],
  temporary: readonly string[],
): CapabilityManifest {
  const limits = limitsByTool[facts.tool] ?? otherTools;
  const constraints = findTool(capabilities, facts)?.tool.constraints;
  const resources = capabilities.resources;
  const hosts = capabilities.network.allowed_domains ?? [];
  const blocked = capabilities.network.blocked_domains ?? [];
  const networkDenied = conditions.some((condition) => condition.kind === "no_network");
  const networkAllowed = limits.network && resources.network_allowed !== false && !networkDenied;
  return {
    ...(networkAllowed && hosts.length > 0 ? { allowedHosts: hosts } : {}),
    ...(networkAllowed && hosts.length > 0 && blocked.length > 0 ? { blockedHosts: blocked } : {}),
    filesystemScope: scopeOf(facts, constraints?.paths, conditions, temporary),
    maxCpuPercent: Math.min(limits.cpuPercent, resources.max_cpu_percent ?? limits.cpuPercent),
    maxMemoryMb: Math.min(limits.memoryMb, resources.max_memory_mb ?? limits.memoryMb),
    networkAllowed,
    timeoutSeconds: constraints?.timeout_seconds ?? limits.seconds,
  };
}

function scopeOf(
  facts: Facts,
  allowed: readonly string[] | undefined,
  conditions: readonly Condition[],
  temporary: readonly string[],
): readonly string[] {
  const limits = [...(allowed === undefined || allowed.length === 0 ? [] : [allowed]), ...pathLists(conditions)].map(
    (patterns) => patterns.map((pattern) => inWorkspace(pattern, facts.workspace)),
  );
  const [first, ...others] = limits;
  if (first !== undefined) return others.reduce(narrowScope, first);
  const { folders, scope } = openScope(facts.workspace, temporary);
  // What the verdict approves outside of them is named as it is, and nothing beside it.
  const outside: string[] = [];
  for (const { path, recursive } of facts.paths) {
    const touched = recursive ? `${path}/**` : path;
    if (path.startsWith("/") && !folders.some((folder) => touched.startsWith(folder))) outside.push(touched);
  }
  return outside.length === 0 ? scope : [...new Set([...scope, ...outside])];
}

interface OpenScope {
  readonly workspace: string | undefined;
  readonly temporary: readonly string[];
  /** Each with a slash at its end. */
  readonly folders: readonly string[];
  readonly scope: readonly string[];
}

/** An agent works in one project for hours. */
let last: OpenScope | undefined;

/** The project and the temporary folders, when nothing limits an action. */
function openScope(workspace: string | undefined, temporary: readonly string[]): OpenScope {
  if (last === undefined || last.workspace !== workspace || last.temporary !== temporary) {
    const all = workspace === undefined ? temporary : [workspace, ...temporary];
    const scope = [...new Set(all.map((folder) => `${folder.replace(/\/$/, "")}/**`))];
    last = { workspace, temporary, folders: all.map((folder) => `${folder}/`), scope };
  }
  return last;
}

/** The lists of paths that conditions narrow an action to. */
export function pathLists(conditions: readonly Condition[]): readonly (readonly string[])[] {
  return conditions.flatMap(({ kind, value }) =>
    kind === "paths" && Array.isArray(value) ? [value.filter((path): path is string => typeof path === "string")] : [],
  );
}

/** What lies in both: a list that comes later narrows, it never widens. */
export function narrowScope(scope: readonly string[], by: readonly string[]): readonly string[] {
  // Home and drives are not spelled out here, so such lists cannot be compared; the later one was meant to be narrower.
  if (![...scope, ...by].every((pattern) => pattern.startsWith("/"))) return by;
  const both = scope.flatMap((outer) =>
    by.flatMap((inner) => (covers(outer, inner) ? [inner] : covers(inner, outer) ? [outer] : [])),
  );
  return [...new Set(both)];
}

function covers(outer: string, inner: string): boolean {
  if (outer === inner) return true;
  const folder = /^([^*?[]*)\/\*\*$/.exec(outer)?.[1];
  return folder !== undefined && (inner === folder || inner.startsWith(`${folder}/`));
}

/** Relative patterns of a policy start at the workspace. */
function inWorkspace(pattern: string, workspace: string | undefined): string {
  return workspace === undefined || /^[/~]/.test(pattern) ? pattern : `${workspace}/${pattern}`;
}
