// Opens contained runs and closes them again: the one place that knows which runs there are.
import { rmdirSync } from "node:fs";
import { join } from "node:path";
import type { ContainedRun, RunLimits } from "../../shared/domain/containment.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import type { SystemSandbox } from "../sandbox/commands/detect.ts";
import { agentOf, type ContainedAgent } from "./agents.ts";
import { bubblewrapWords } from "./bubblewrap.ts";
import { type Machine, thisMachine } from "./machine.ts";
import { type ManagedFile, type Plan, planOf, type PlanRequest } from "./plan.ts";
import type { ContainedRuns, OpenRunAgentSocket, OpenRunGate, RunGate } from "./ports.ts";
import type { Instruction, RunRequest } from "./request.ts";
import { socketsIn } from "./sockets.ts";
import { seccompBytes, seccompProgram } from "./seccomp.ts";
import { type AgentState, prepareState } from "./state.ts";

export interface RunPorts {
  readonly detect: () => Promise<SystemSandbox>;
  readonly openGate: OpenRunGate;
  readonly openAgentSocket: OpenRunAgentSocket;
  readonly choose: (
    request: RunChoice,
  ) => Pick<ContainedRun, "profile" | "loopbackPorts"> & { readonly limits: RunLimits };
  readonly projectOf: (folder: string) => string;
  /** Settings that make an agent ask although its user's files say otherwise, written for this agent. */
  readonly managed: (agent: ContainedAgent) => readonly ManagedFile[];
  readonly gatehouse: () => PlanRequest["gatehouse"];
  /** A folder with a short path for the sockets of runs, and one for the private folders of agents. */
  readonly socketFolder: string;
  readonly store: string;
  readonly home: string;
  readonly newId: () => string;
  readonly now: () => number;
  readonly fault: (where: string, error: unknown) => void;
}

export interface RunChoice {
  readonly agent: string | undefined;
  readonly project: string;
  readonly asked: RunRequest["profile"];
  readonly intentId: string | undefined;
}

export interface OpenedRun {
  readonly run: ContainedRun;
  readonly instructions: readonly Instruction[];
  readonly close: () => Promise<void>;
}

export interface RunKeeper extends ContainedRuns {
  readonly open: (request: RunRequest) => Promise<Result<OpenedRun, string>>;
  readonly closeAll: () => Promise<void>;
}

const memoryDiskBytes = 2 * 1024 * 1024 * 1024;

export function createRuns(ports: RunPorts, machine: Machine = thisMachine): RunKeeper {
  const open = new Map<string, { readonly run: ContainedRun; readonly close: () => Promise<void> }>();
  const listeners = new Set<(run: ContainedRun, state: "opened" | "closed") => void>();
  /** How many runs have a mount on each folder that was made for it. */
  const placeholders = new Map<string, number>();

  function describe(
    request: RunRequest,
  ): Result<{ run: ContainedRun; limits: RunLimits; agent: ContainedAgent | undefined }, string> {
    const directory = machine.real(request.directory);
    if (machine.kindOf(directory) !== "folder") return fail(`${request.directory} is not a folder.`);
    const project = ports.projectOf(directory);
    const home = homeOf(request);
    for (const place of new Set([home, machine.real(home), machine.real(ports.home)]))
      if (machine.isWithin(place, project))
        return fail(
          `${project} holds your home folder, which a contained run must not have. Change to the folder of a project first.`,
        );
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
      ...(request.intent === undefined ? {} : { intentId: request.intent }),
      openedAt: ports.now(),
    };
    return ok({ run, limits: choice.limits, agent });
  }

  function homeOf({ given }: RunRequest): string {
    return given["HOME"]?.startsWith("/") === true ? given["HOME"] : ports.home;
  }

  function makePlan(request: RunRequest, run: ContainedRun, agent: ContainedAgent | undefined, parts: RunParts): Plan {
    const { state, gate, agentSocket, sockets } = parts;
    return planOf(
      {
        run,
        agent:
          agent === undefined ? undefined : { ...agent, environment: { ...agent.environment, ...state?.environment } },
        home: homeOf(request),
        variables: request.variables,
        given: request.given,
        gatehouse: ports.gatehouse(),
        agentSocket,
        gated: gate !== undefined,
        state: state?.state ?? [],
        sealedState: state?.sealed ?? [],
        sharedState: state?.shared ?? [],
        managed: agent === undefined ? [] : ports.managed(agent),
        sockets,
        gateEnvironment: gate?.environment ?? {},
      },
      machine,
    );
  }

  async function begin(request: RunRequest): Promise<Result<OpenedRun, string>> {
    const sandbox = await ports.detect();
    if (sandbox.kind !== "bubblewrap") return fail(notContained(sandbox));
    const described = describe(request);
    if (!described.ok) return described;
    const { run, limits, agent } = described.value;
    const closers: (() => Promise<void> | void)[] = [];
    const close = async (): Promise<void> => {
      open.delete(run.runId);
      for (const closer of closers.splice(0).reverse())
        await Promise.resolve(closer()).catch((error: unknown) => ports.fault("end of a contained run", error));
      for (const listener of listeners) listener(run, "closed");
    };
    const socket = await ports.openAgentSocket(run, join(ports.socketFolder, `run-${run.runId}.sock`));
    if (!socket.ok) return socket;
    closers.push(socket.value.close);
    const gate = run.profile.network === "none" ? undefined : await ports.openGate(run);
    if (gate?.ok === false) {
      await close();
      return gate;
    }
    if (gate !== undefined) closers.push(gate.value.close);
    const state =
      agent === undefined
        ? undefined
        : prepareState(agent, { home: homeOf(request), given: request.given, store: ports.store });
    if (state !== undefined) closers.push(state.finish);
    const sockets = await socketsIn([run.project]);
    const plan = makePlan(request, run, agent, { state, gate: gate?.value, agentSocket: socket.value.path, sockets });
    closers.push(hold(plan.placeholders));
    open.set(run.runId, { run, close });
    for (const listener of listeners) listener(run, "opened");
    const ways = { gate: gate?.value.socket ?? "", loopback: gate?.value.socket ?? "", hooks: socket.value.path };
    return ok({ run, instructions: instructionsOf(plan, sandbox, request.terminal, limits, ways), close });
  }

  /** A folder made for a mount is removed when no run needs it any more, unless somebody has put something into it. */
  function hold(paths: readonly string[]): () => void {
    for (const path of paths) placeholders.set(path, (placeholders.get(path) ?? 0) + 1);
    return () => {
      for (const path of paths) {
        const left = (placeholders.get(path) ?? 1) - 1;
        if (left > 0) placeholders.set(path, left);
        else {
          placeholders.delete(path);
          removeEmpty(path);
        }
      }
    };
  }

  return {
    open: begin,
    find: (runId) => open.get(runId)?.run,
    list: () => [...open.values()].map(({ run }) => run),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    closeAll: async () => {
      await Promise.all([...open.values()].map(({ close }) => close()));
    },
  };
}

interface RunParts {
  readonly state: AgentState | undefined;
  readonly gate: RunGate | undefined;
  readonly agentSocket: string;
  readonly sockets: readonly string[];
}

function removeEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Somebody has put something into it, or removed it: it is theirs.
  }
}

/** A model on this machine: its address names a loopback port. */
function modelPorts(agent: ContainedAgent | undefined, { given }: RunRequest): readonly number[] {
  return (agent?.modelAddresses ?? []).flatMap((name) => {
    const url = URL.parse(given[name] ?? "");
    return url !== null && ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname) && url.port !== ""
      ? [Number(url.port)]
      : [];
  });
}

function notContained(sandbox: Exclude<SystemSandbox, { kind: "bubblewrap" }>): string {
  const why = sandbox.kind === "none" ? sandbox.why : "this launcher is for Linux";
  return `Nothing was started: programs cannot be contained on this system, because ${why}. To start it uncontained, leave out "gatehouse run --".`;
}

function instructionsOf(
  plan: Plan,
  { program, modern }: Extract<SystemSandbox, { kind: "bubblewrap" }>,
  terminal: boolean,
  limits: RunLimits,
  sockets: Readonly<Record<"gate" | "loopback" | "hooks", string>>,
): readonly Instruction[] {
  const filter = seccompProgram(process.arch);
  const words = bubblewrapWords(plan, {
    modern,
    terminal,
    memoryBytes: memoryDiskBytes,
    syncHandle: "{END}",
    seccompHandle: filter === undefined ? undefined : "{SECCOMP}",
  });
  return [
    ...plan.notes.map((note) => ["note", note] as const),
    ["program", program],
    ...words.map((word) => ["argument", word] as const),
    ...plan.ways.map(({ port, to }) => ["way", String(port), to, sockets[to]] as const),
    ...plan.unset.map((name) => ["unset", name] as const),
    ...Object.entries(plan.set).map(([name, value]) => ["set", name, value] as const),
    ["limit", "processes", String(limits.processes)],
    ...(limits.memoryMb === undefined ? [] : [["limit", "memory", String(limits.memoryMb * 1024 * 1024)] as const]),
    ...(limits.seconds === undefined ? [] : [["limit", "seconds", String(limits.seconds)] as const]),
    ...(filter === undefined ? [] : [["seccomp", seccompBytes(filter).toString("hex")] as const]),
  ];
}
