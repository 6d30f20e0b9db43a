// What a request to open a run means: which agent, in which project, with which profile.
import type { ContainedRun, RunLimits } from "../../shared/containment/index.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import { agentOf, type ContainedAgent } from "./agents.ts";
import type { Machine } from "./machine.ts";
import type { RunRequest } from "./request.ts";

export interface RunChoice {
  readonly agent: string | undefined;
  readonly project: string;
  readonly asked: RunRequest["profile"];
  readonly intentId: string | undefined;
}

export interface DescribePorts {
  readonly choose: (
    request: RunChoice,
  ) => Pick<ContainedRun, "profile" | "loopbackPorts" | "privateHosts"> & { readonly limits: RunLimits };
  readonly projectOf: (folder: string) => string;
  readonly home: string;
  readonly newId: () => string;
  readonly now: () => number;
}

export interface DescribedRun {
  readonly run: ContainedRun;
  readonly limits: RunLimits;
  readonly agent: ContainedAgent | undefined;
  /** The home folder of whoever started it. */
  readonly home: string;
}

export function describeRun(request: RunRequest, ports: DescribePorts, machine: Machine): Result<DescribedRun, string> {
  const directory = machine.real(request.directory);
  if (machine.kindOf(directory) !== "folder") return fail(`${request.directory} is not a folder.`);
  const project = ports.projectOf(directory);
  const home = request.given["HOME"]?.startsWith("/") === true ? request.given["HOME"] : ports.home;
  for (const place of new Set([home, machine.real(home), machine.real(ports.home)])) {
    if (machine.isWithin(place, project))
      return fail(
        `${project} holds your home folder, which a contained run must not have. Change to the folder of a project first.`,
      );
  }
  const agent = agentOf(request.command);
  const choice = ports.choose({ agent: agent?.id, project, asked: request.profile, intentId: request.intent });
  const [program = ""] = request.command;
  const run: ContainedRun = {
    runId: ports.newId(),
    agent: agent?.id,
    agentName: agent?.name ?? program.slice(program.lastIndexOf("/") + 1),
    command: request.command,
    project,
    directory,
    profile: choice.profile,
    loopbackPorts: [...new Set([...choice.loopbackPorts, ...modelPorts(agent, request)])],
    privateHosts: choice.privateHosts,
    modelHosts: modelAddresses(agent, request).map(({ hostname, port, protocol }) => {
      const host = hostname.replace(/^\[|\]$/g, "");
      return `${host}:${port === "" ? (protocol === "http:" ? "80" : "443") : port}`;
    }),
    ...(request.intent === undefined ? {} : { intentId: request.intent }),
    openedAt: ports.now(),
  };
  return ok({ run, limits: choice.limits, agent, home });
}

/** A model on this machine: its address names a loopback port. */
function modelPorts(agent: ContainedAgent | undefined, request: RunRequest): readonly number[] {
  return modelAddresses(agent, request).flatMap(({ hostname, port }) =>
    ["127.0.0.1", "localhost", "[::1]"].includes(hostname) && port !== "" ? [Number(port)] : [],
  );
}

function modelAddresses(agent: ContainedAgent | undefined, { given }: RunRequest): readonly URL[] {
  return (agent?.modelAddresses ?? []).flatMap((name) => {
    const url = URL.parse(given[name] ?? "");
    return url === null || url.hostname === "" ? [] : [url];
  });
}
