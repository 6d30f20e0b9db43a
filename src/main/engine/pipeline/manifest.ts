// Phase 4: the capability manifest, by tool, then the agent's policy, then the minimum with its resources.
import type { CanonicalTool, Facts } from "../../../shared/domain/facts.ts";
import type { Capabilities } from "../../../shared/domain/policy.ts";
import type { CapabilityManifest, Condition } from "../../../shared/domain/verdict.ts";
import { findTool, pathLists } from "../policy/constraints.ts";
import type { ProjectLimits } from "../policy/snapshot.ts";
import type { LastResult } from "../lib/last-result.ts";
import type { World } from "../ports.ts";

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

/** What phase 4 needs beside the action: the machine's folders, and those of the last workspace. */
export interface ManifestPorts {
  readonly world: Pick<World, "temporary" | "home">;
  readonly caches: { readonly openScope: LastResult<string | undefined, OpenScope> };
}

/** What the policy says about how the action may run. */
export interface ManifestLimits {
  readonly capabilities: Capabilities;
  readonly conditions: readonly Condition[];
  readonly project?: ProjectLimits | undefined;
}

export function buildManifest(
  ports: ManifestPorts,
  facts: Facts,
  { capabilities, conditions, project }: ManifestLimits,
): CapabilityManifest {
  const limits = limitsByTool[facts.tool] ?? otherTools;
  const constraints = findTool(capabilities, facts)?.tool.constraints;
  // What the owner's policy says may be more than the table; a project's own file only ever takes away.
  const own = project === undefined ? constraints : project.own;
  const seconds = own?.timeout_seconds ?? limits.seconds;
  const resources = capabilities.resources;
  const hosts = capabilities.network.allowed_domains ?? [];
  const blocked = capabilities.network.blocked_domains ?? [];
  const networkDenied = conditions.some((condition) => condition.kind === "no_network");
  const networkAllowed = limits.network && resources.network_allowed !== false && !networkDenied;
  return {
    ...(networkAllowed && hosts.length > 0 ? { allowedHosts: hosts } : {}),
    ...(networkAllowed && hosts.length > 0 && blocked.length > 0 ? { blockedHosts: blocked } : {}),
    filesystemScope: scopeOf(ports, facts, own?.paths, pathLists(conditions), project),
    maxCpuPercent: Math.min(limits.cpuPercent, resources.max_cpu_percent ?? limits.cpuPercent),
    maxMemoryMb: Math.min(limits.memoryMb, resources.max_memory_mb ?? limits.memoryMb),
    networkAllowed,
    timeoutSeconds: Math.min(seconds, constraints?.timeout_seconds ?? seconds),
  };
}

function scopeOf(
  ports: ManifestPorts,
  facts: Facts,
  allowed: readonly string[] | undefined,
  conditional: readonly (readonly string[])[],
  project: ProjectLimits | undefined,
): readonly string[] {
  const absolutePaths = (patterns: readonly string[]) =>
    patterns.map((pattern) => absolute(pattern, facts.workspace, ports.world.home));
  const owner = allowed === undefined || allowed.length === 0 ? [] : [allowed];
  // Where there is a project's file, a condition may be its own: then none may begin with more than there was.
  const [first, ...others] = project === undefined ? [...owner, ...conditional] : owner;
  const narrowing = project === undefined ? others : [...others, ...project.paths, ...conditional];
  return narrowing
    .map(absolutePaths)
    .reduce(narrowScope, first === undefined ? unlimitedScope(ports, facts) : absolutePaths(first));
}

function unlimitedScope({ caches, world }: ManifestPorts, facts: Facts): readonly string[] {
  const { folders, scope } = caches.openScope.get(facts.workspace, (workspace) =>
    openScope(workspace, world.temporary),
  );
  // What the verdict approves outside of them is named exactly, and nothing next to it.
  const outside: string[] = [];
  for (const { path, recursive } of facts.paths) {
    const touched = recursive ? `${path}/**` : path;
    if (path.startsWith("/") && !folders.some((folder) => touched.startsWith(folder))) outside.push(touched);
  }
  return outside.length === 0 ? scope : [...new Set([...scope, ...outside])];
}

/** The project and the temporary folders, when nothing limits an action. */
export interface OpenScope {
  /** Each with a slash at its end. */
  readonly folders: readonly string[];
  readonly scope: readonly string[];
}

function openScope(workspace: string | undefined, temporary: readonly string[]): OpenScope {
  const all = workspace === undefined ? temporary : [workspace, ...temporary];
  const scope = [...new Set(all.map((folder) => `${folder.replace(/\/$/, "")}/**`))];
  return { folders: all.map((folder) => `${folder}/`), scope };
}

/** What lies in both: a list that comes later narrows, it never widens. */
export function narrowScope(scope: readonly string[], by: readonly string[]): readonly string[] {
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
function absolute(pattern: string, workspace: string | undefined, home: string): string {
  if (pattern === "~" || pattern.startsWith("~/")) return `${home}${pattern.slice(1)}`;
  return workspace === undefined || /^(?:\/|[a-z]:)/i.test(pattern) ? pattern : `${workspace}/${pattern}`;
}
