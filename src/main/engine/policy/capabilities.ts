// Capabilities: the document's defaults with an agent's and a project's overrides, and what a project's own file leaves of them.
import { BoundedMap } from "../../../shared/lib/bounded-map.ts";
import type { Containment } from "../../../shared/containment/index.ts";
import type {
  Capabilities,
  NetworkCapability,
  PolicyDocument,
  PolicyOverride,
  ProjectDocument,
  Quotas,
  ResourceLimits,
  ToolCapability,
  ToolConstraints,
} from "../../../shared/domain/policy.ts";
import { compilePath, matchesDomain, matchesName, type PathPattern, type PathSurroundings } from "../rules/glob.ts";

export interface Resolved {
  readonly capabilities: Capabilities;
  readonly quotas: Quotas;
  readonly containment: Containment;
}

export type Resolver = (agentDid: string, workspace: string | undefined) => Resolved;

/** Agents and workspaces come and go; the answers for the live ones are kept. */
const remembered = 2000;

export function resolver(document: PolicyDocument, world: PathSurroundings): Resolver {
  const agents = bySpecificity(document.agents);
  const projects = bySpecificity(document.projects).map((override) => ({
    override,
    pattern: compilePath(override.match, "blocked", world),
  }));
  const known = new BoundedMap<string, Resolved>(remembered);
  // A decision asks several times for the same agent and workspace.
  let last:
    | { readonly agentDid: string; readonly workspace: string | undefined; readonly resolved: Resolved }
    | undefined;
  return (agentDid, workspace) => {
    if (last !== undefined && last.agentDid === agentDid && last.workspace === workspace) return last.resolved;
    const key = `${agentDid}\n${workspace ?? ""}`;
    let resolved = known.get(key);
    if (resolved === undefined) {
      const applying = [
        ...agents.filter((override) => matchesName(override.match, agentDid)),
        ...projects
          .filter(({ pattern }) => workspace !== undefined && pattern.matches(workspace))
          .map(({ override }) => override),
      ];
      resolved = applying.reduce(apply, {
        capabilities: document.defaults,
        quotas: document.quotas,
        containment: document.containment ?? {},
      });
      known.set(key, resolved);
    }
    last = { agentDid, workspace, resolved };
    return resolved;
  };
}

/** The more a pattern spells out, the later it is applied: the order in the file does not matter. */
function bySpecificity(overrides: readonly PolicyOverride[]): readonly PolicyOverride[] {
  const weight = (override: PolicyOverride) => override.match.replace(/[*?]/g, "").length;
  return [...overrides].sort(
    (left, right) =>
      weight(left) - weight(right) ||
      compare(left.match, right.match) ||
      compare(JSON.stringify(left), JSON.stringify(right)),
  );
}

export function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function apply(base: Resolved, override: Omit<PolicyOverride, "match">): Resolved {
  const tools = new Map(Object.entries(base.capabilities.tools));
  for (const [name, change] of Object.entries(override.tools ?? {})) {
    const tool = tools.get(name) ?? tools.get("*") ?? { allowed: false, constraints: {} };
    tools.set(name, {
      allowed: change.allowed ?? tool.allowed,
      constraints: { ...tool.constraints, ...change.constraints },
    });
  }
  return {
    capabilities: {
      tools: Object.fromEntries(tools),
      network: { ...base.capabilities.network, ...override.network },
      resources: { ...base.capabilities.resources, ...override.resources },
    },
    quotas: { ...base.quotas, ...override.quotas },
    containment: { ...base.containment, ...override.containment },
  };
}

/** The document an agent receives. Both files are also checked one after the other, so this only has to describe, not to decide. */
export function tighten(base: Capabilities, project: ProjectDocument, world: PathSurroundings): Capabilities {
  const tools = new Map(Object.entries(base.tools));
  for (const [name, change] of Object.entries(project.tools ?? {})) {
    const tool = base.tools[name] ?? base.tools["*"] ?? { allowed: false, constraints: {} };
    tools.set(name, tightenTool(tool, change.allowed ?? true, change.constraints ?? {}, world));
  }
  const rest = project.tools?.["*"];
  if (rest !== undefined) {
    for (const [name, tool] of tools) {
      if (project.tools?.[name] === undefined)
        tools.set(name, tightenTool(tool, rest.allowed ?? true, rest.constraints ?? {}, world));
    }
  }
  return {
    tools: Object.fromEntries(tools),
    network: tightenNetwork(base.network, project.network ?? {}),
    resources: tightenResources(base.resources, project.resources ?? {}),
  };
}

function tightenTool(
  base: ToolCapability,
  allowed: boolean,
  more: ToolConstraints,
  world: PathSurroundings,
): ToolCapability {
  const constraints = base.constraints;
  return {
    allowed: base.allowed && allowed,
    constraints: {
      ...optional("paths", narrower(constraints.paths, more.paths, world)),
      ...optional("blocked_paths", lineOf(constraints.blocked_paths, more.blocked_paths)),
      ...optional("max_size_bytes", least(constraints.max_size_bytes, more.max_size_bytes)),
      ...optional("blocked_patterns", lineOf(constraints.blocked_patterns, more.blocked_patterns)),
      ...optional("timeout_seconds", least(constraints.timeout_seconds, more.timeout_seconds)),
    },
  };
}

/** Two scopes have no common pattern in general; what lies in the other one is kept, and nothing else. */
function narrower(left: readonly string[] | undefined, right: readonly string[] | undefined, world: PathSurroundings) {
  if (left === undefined || right === undefined) return left ?? right;
  const fixed = (text: string) => text.split(/[*?]/)[0]?.replace(/\/$/, "") ?? "";
  const lies = (text: string, within: readonly PathPattern[]) =>
    within.some((scope) => scope.text === text || scope.matches(fixed(text)));
  const compiled = (texts: readonly string[]) => texts.map((text) => compilePath(text, "scope", world));
  const [first, second] = [compiled(left), compiled(right)];
  return [...new Set([...left.filter((text) => lies(text, second)), ...right.filter((text) => lies(text, first))])];
}

function tightenNetwork(base: NetworkCapability, more: NetworkCapability): NetworkCapability {
  const left = base.allowed_domains ?? [];
  const right = more.allowed_domains ?? [];
  const covered = (domain: string, by: readonly string[]) =>
    by.some((wanted) => wanted === domain || matchesDomain(wanted, domain.replace(/^\*\./, "")));
  const common =
    left.length === 0 || right.length === 0
      ? [...left, ...right]
      : [
          ...new Set([
            ...left.filter((domain) => covered(domain, right)),
            ...right.filter((domain) => covered(domain, left)),
          ]),
        ];
  // An empty list would mean every host.
  const nothingLeft = common.length === 0 && left.length + right.length > 0;
  return {
    ...optional("allowed_domains", common.length === 0 ? undefined : common),
    ...optional(
      "blocked_domains",
      lineOf(lineOf(base.blocked_domains, more.blocked_domains), nothingLeft ? ["*"] : undefined),
    ),
    ...optional("max_requests_per_minute", least(base.max_requests_per_minute, more.max_requests_per_minute)),
  };
}

function tightenResources(base: ResourceLimits, more: ResourceLimits): ResourceLimits {
  const network =
    base.network_allowed === false || more.network_allowed === false
      ? false
      : (base.network_allowed ?? more.network_allowed);
  return {
    ...optional("max_memory_mb", least(base.max_memory_mb, more.max_memory_mb)),
    ...optional("max_cpu_percent", least(base.max_cpu_percent, more.max_cpu_percent)),
    ...optional("max_disk_mb", least(base.max_disk_mb, more.max_disk_mb)),
    ...optional("network_allowed", network),
  };
}

export function tightenQuotas(base: Quotas, more: Quotas): Quotas {
  return {
    ...optional("intents_per_minute", least(base.intents_per_minute, more.intents_per_minute)),
    ...optional("intents_per_session", least(base.intents_per_session, more.intents_per_session)),
  };
}

function least(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined || right === undefined ? (left ?? right) : Math.min(left, right);
}

function lineOf(
  left: readonly string[] | undefined,
  right: readonly string[] | undefined,
): readonly string[] | undefined {
  return left === undefined && right === undefined ? undefined : [...new Set([...(left ?? []), ...(right ?? [])])];
}

function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Member in Name]?: Value } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a computed name loses its type
  return value === undefined ? {} : ({ [name]: value } as { [Member in Name]?: Value });
}
