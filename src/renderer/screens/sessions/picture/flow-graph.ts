// What a session read, wrote and sent, as a graph in three columns: sources, the agents, and where things went.
import type { SessionStep, StepFile } from "../../../../shared/contract/sessions/sessions.ts";
import { type RiskLevel, riskLevels } from "../../../../shared/domain/verdict.ts";

export type FlowKind = "file" | "host";
export type FlowColumn = "source" | "agent" | "written" | "sent";

export interface FlowNode {
  readonly id: string;
  readonly column: FlowColumn;
  /** A path, a host, or the id of a subagent; "" is the main agent, and the rest of a column has no single name. */
  readonly name: string;
  readonly kind: FlowKind | "agent" | "rest";
  readonly secret: boolean;
  readonly deleted: boolean;
  /** How many files and hosts a node for the rest of a column stands for. */
  readonly stands: number;
  readonly steps: readonly SessionStep[];
  readonly worst: RiskLevel;
}

export interface FlowEdge {
  readonly from: string;
  readonly to: string;
  readonly steps: readonly SessionStep[];
  readonly worst: RiskLevel;
  /** Every step of it was denied: nothing went this way. */
  readonly blocked: boolean;
}

export interface FlowGraph {
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
}

/** More than these in one column cannot be read. */
const mostInColumn = 12;

interface Place {
  readonly column: FlowColumn;
  readonly kind: FlowKind;
  readonly name: string;
  readonly secret: boolean;
  readonly deleted: boolean;
}

export function flowOf(steps: readonly SessionStep[]): FlowGraph {
  const places = new Map<string, { readonly place: Place; readonly steps: SessionStep[] }>();
  for (const step of steps) {
    for (const place of placesOf(step)) {
      const id = idOf(place);
      const known = places.get(id) ?? { place, steps: [] };
      known.steps.push(step);
      places.set(id, known);
    }
  }
  const columns = (["source", "written", "sent"] as const).flatMap((column) =>
    shortened(
      column,
      [...places].filter(([, { place }]) => place.column === column).map(([id, found]) => nodeOf(id, found)),
    ),
  );
  const agents = agentNodes(steps.filter((step) => columns.some((node) => node.steps.includes(step))));
  const edges = columns.flatMap((node) =>
    agents.flatMap((agent): readonly FlowEdge[] => {
      const common = node.steps.filter((step) => agent.steps.includes(step));
      if (common.length === 0) return [];
      const [from, to] = node.column === "source" ? [node.id, agent.id] : [agent.id, node.id];
      return [{ from, to, steps: common, worst: worstOf(common), blocked: common.every(isDenied) }];
    }),
  );
  return { nodes: [...agents, ...columns], edges };
}

function placesOf({ files, hosts }: SessionStep): readonly Place[] {
  return [
    ...files.map((file): Place => ({
      column: file.access === "read" ? "source" : "written",
      kind: "file",
      name: file.path,
      secret: isSecret(file),
      deleted: file.access === "delete",
    })),
    ...hosts.flatMap(({ host, direction }): readonly Place[] => {
      const place = { kind: "host" as const, name: host, secret: false, deleted: false };
      return [
        ...(direction === "out" ? [] : [{ ...place, column: "source" as const }]),
        ...(direction === "in" ? [] : [{ ...place, column: "sent" as const }]),
      ];
    }),
  ];
}

function isSecret({ zone }: StepFile): boolean {
  return zone === "secrets";
}

function idOf({ column, kind, name }: Place): string {
  return `${column} ${kind} ${name}`;
}

function nodeOf(
  id: string,
  { place, steps }: { readonly place: Place; readonly steps: readonly SessionStep[] },
): FlowNode {
  return { id, ...place, stands: 1, steps, worst: worstOf(steps) };
}

/** Secrets and what is risky first, then what was used most; the rest becomes one node. */
function shortened(column: FlowColumn, nodes: readonly FlowNode[]): readonly FlowNode[] {
  const order = nodes.toSorted(
    (left, right) =>
      Number(right.secret) - Number(left.secret) ||
      riskLevels.indexOf(right.worst) - riskLevels.indexOf(left.worst) ||
      right.steps.length - left.steps.length,
  );
  if (order.length <= mostInColumn) return order;
  const rest = order.slice(mostInColumn - 1);
  const steps = [...new Set(rest.flatMap((node) => node.steps))];
  return [
    ...order.slice(0, mostInColumn - 1),
    {
      id: `${column} rest`,
      column,
      name: "",
      kind: "rest",
      secret: false,
      deleted: false,
      stands: rest.length,
      steps,
      worst: worstOf(steps),
    },
  ];
}

function agentNodes(steps: readonly SessionStep[]): readonly FlowNode[] {
  return [...Map.groupBy(steps, ({ subagent }) => subagent?.id ?? "")].map(([name, own]) => ({
    id: `agent ${name}`,
    column: "agent",
    name,
    kind: "agent",
    secret: false,
    deleted: false,
    stands: 1,
    steps: own,
    worst: worstOf(own),
  }));
}

function isDenied({ life }: SessionStep): boolean {
  return life?.outcome === "DENIED";
}

function worstOf(steps: readonly SessionStep[]): RiskLevel {
  return riskLevels.findLast((level) => steps.some((step) => step.level === level)) ?? "LOW";
}
