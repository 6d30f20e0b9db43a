// The plan of a contained run: which files it sees and where, which variables it gets, and which ways lead out. Pure.
import type { ContainedRun } from "../../shared/containment/index.ts";
import type { ContainedAgent } from "./agents.ts";
import { gatePort } from "./gate-port.ts";
import { environmentPlan, type EnvironmentPlan } from "./environment.ts";
import type { Machine } from "./machine.ts";
import { projectMounts } from "./project-files.ts";
import { homeMounts, programMounts, systemMounts } from "./places.ts";

/** One step in building what a program sees; later ones lie over earlier ones. */
export type Mount =
  | { readonly kind: "bind"; readonly source: string; readonly target: string; readonly writable: boolean }
  /** An empty folder in memory. */
  | { readonly kind: "memory"; readonly target: string }
  | { readonly kind: "link"; readonly target: string; readonly to: string }
  /** A folder in what lies below it. */
  | { readonly kind: "folder"; readonly target: string }
  /** An empty folder, or an empty file, that cannot be written. */
  | { readonly kind: "hide"; readonly target: string; readonly folder: boolean }
  /** Nothing can be added to it from here on; what lies over it stays as it is. */
  | { readonly kind: "seal"; readonly target: string }
  | { readonly kind: "kernel" };

/** A port inside that leads somewhere: to the gate, through it to a port of this machine, or to the hooks' socket. */
export interface Way {
  readonly port: number;
  readonly to: "gate" | "loopback" | "hooks";
}

export interface Plan extends EnvironmentPlan {
  readonly mounts: readonly Mount[];
  readonly directory: string;
  readonly ways: readonly Way[];
  /** Folders that are not there outside and are made as places for mounts: to be removed afterwards. */
  readonly placeholders: readonly string[];
  readonly notes: readonly string[];
}

export interface OpenedPlace {
  readonly path: string;
  readonly access: "read" | "write";
}

export interface PlanRequest {
  readonly run: ContainedRun;
  readonly agent: ContainedAgent | undefined;
  /** The home folder of whoever started the run. */
  readonly home: string;
  /** Names of the variables that the program would inherit, and the values of those that only name places. */
  readonly variables: readonly string[];
  readonly given: Readonly<Record<string, string | undefined>>;
  /** Gatehouse's own folder and what stays visible of it. */
  readonly gatehouse: {
    readonly folder: string;
    readonly programs: string;
    /** Every path at which one of its sockets is known. */
    readonly sockets: readonly string[];
    readonly hookSocket: string;
    readonly httpPort: number | undefined;
    /** A file that makes git ignore the folder it is in. */
    readonly ignoring: string;
  };
  /** The socket for the hooks of this run. */
  readonly agentSocket: string;
  readonly gated: boolean;
  /** Private folders of the agent, by the place they stand in for. */
  readonly state: readonly { readonly source: string; readonly target: string }[];
  readonly sealedState: readonly { readonly source: string; readonly target: string }[];
  readonly sharedState: readonly { readonly source: string; readonly target: string }[];
  /** The folder that stands for /etc. */
  readonly etc: string;
  /** Places that a human has opened beyond the profile. */
  readonly opened: readonly OpenedPlace[];
  /** Sockets of other programs in the places that the run may write to. */
  readonly sockets: readonly string[];
  /** Variables that the agent's private folders and the gate need. */
  readonly environment: Readonly<Record<string, string>>;
}

export function planOf(request: PlanRequest, machine: Machine): Plan {
  const { run, gatehouse, etc } = request;
  const project = projectMounts(run, gatehouse.ignoring, machine);
  const mounts: Mount[] = [
    ...systemMounts(etc, machine),
    ...homeMounts(request, machine),
    ...programMounts(request, machine),
    ...stateMounts(request),
    ...project.mounts,
    ...openedMounts(request, machine),
    ...gatehouseMounts(request, machine),
    { kind: "seal", target: request.home },
    { kind: "seal", target: "/" },
  ];
  return {
    ...environmentPlan(request),
    mounts: [...mounts.slice(0, -2), ...hiddenSockets(mounts, request, machine), ...mounts.slice(-2)],
    directory: run.directory,
    ways: waysOf(request),
    placeholders: project.placeholders,
    notes: [
      ...(gatehouse.httpPort === gatePort
        ? [`Port ${gatePort} is Gatehouse's own; hooks over HTTP do not work inside.`]
        : []),
      ...request.opened
        .filter(({ path }) => machine.kindOf(path) === undefined)
        .map(({ path }) => `You allowed ${path}, but it does not exist. Create it to have it inside.`),
    ],
  };
}

function stateMounts({ state, sealedState, sharedState }: PlanRequest): readonly Mount[] {
  const bind =
    (writable: boolean) =>
    (place: { readonly source: string; readonly target: string }): Mount => ({
      kind: "bind",
      ...place,
      writable,
    });
  return [...state.map(bind(true)), ...sharedState.map(bind(true)), ...sealedState.map(bind(false))];
}

/** Reading first: a place that may be written lies over one that may be read. */
function openedMounts({ opened }: PlanRequest, machine: Machine): readonly Mount[] {
  return opened
    .filter(({ path }) => machine.kindOf(path) !== undefined)
    .toSorted((left, right) => Number(left.access === "write") - Number(right.access === "write"))
    .map(({ path, access }): Mount => ({ kind: "bind", source: path, target: path, writable: access === "write" }));
}

/** An empty folder in its place, with the programs that hooks call and the one socket they reach. */
function gatehouseMounts({ gatehouse, agentSocket }: PlanRequest, machine: Machine): readonly Mount[] {
  const { folder, programs, hookSocket } = gatehouse;
  return [
    { kind: "memory", target: folder },
    ...(machine.kindOf(programs) === "folder"
      ? [{ kind: "bind", source: programs, target: programs, writable: false } as const]
      : []),
    { kind: "bind", source: agentSocket, target: hookSocket, writable: false },
    { kind: "seal", target: folder },
  ];
}

/** A socket leads to whoever listens on it, whatever the network and however it is mounted. */
function hiddenSockets(mounts: readonly Mount[], request: PlanRequest, machine: Machine): readonly Mount[] {
  const { hookSocket, folder } = request.gatehouse;
  const visible = mounts.flatMap((mount) => (mount.kind === "bind" ? [mount.target] : []));
  const seen = (path: string): boolean => visible.some((place) => machine.isWithin(path, place));
  const sockets = [...request.sockets, ...request.gatehouse.sockets];
  return [...new Set(sockets)]
    .filter((path) => path !== hookSocket && !machine.isWithin(path, folder))
    .filter((path) => seen(path) && machine.kindOf(path) === "socket")
    .map((target): Mount => ({ kind: "hide", target, folder: false }));
}

function waysOf({ run, gated, gatehouse }: PlanRequest): readonly Way[] {
  const { httpPort } = gatehouse;
  const own = new Set([gatePort, httpPort]);
  return [
    ...(gated ? [{ port: gatePort, to: "gate" } as const] : []),
    ...(httpPort === undefined || httpPort === gatePort ? [] : [{ port: httpPort, to: "hooks" } as const]),
    ...(gated ? run.loopbackPorts : []).filter((port) => !own.has(port)).map((port): Way => ({ port, to: "loopback" })),
  ];
}
