// Opens contained runs and closes them again: the one place that knows which runs there are.
import { join } from "node:path";
import type { ContainedRun } from "../../shared/containment/index.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import type { SystemSandbox } from "../sandbox/commands/detect.ts";
import { socketsIn } from "../sandbox/network/other-sockets.ts";
import type { ContainedAgent } from "./agents.ts";
import { type DescribedRun, type DescribePorts, describeRun } from "./describe.ts";
import { createEtcFolders } from "./etc-folder.ts";
import { instructionsOf } from "./instructions.ts";
import { type Machine, thisMachine } from "./machine.ts";
import { createPlaceholders } from "./placeholders.ts";
import { planOf, type PlanRequest } from "./plan.ts";
import type { ContainedRuns, EtcFile, OpenRunAgentSocket, OpenRunGate } from "./ports.ts";
import type { Instruction, RunRequest } from "./request.ts";
import { prepareState } from "./state.ts";

export interface RunPorts extends DescribePorts {
  readonly detect: () => Promise<SystemSandbox>;
  readonly openGate: OpenRunGate;
  readonly openAgentSocket: OpenRunAgentSocket;
  /** Settings that make an agent ask although its user's files say otherwise, written for this agent. */
  readonly managed: (agent: ContainedAgent) => readonly EtcFile[];
  /** Places that a human has opened for this agent in this project. */
  readonly allowedPlaces: (run: ContainedRun) => PlanRequest["opened"];
  readonly gatehouse: () => PlanRequest["gatehouse"];
  /** A folder with a short path for the sockets of runs, and one for the private folders of agents. */
  readonly socketFolder: string;
  readonly store: string;
  readonly fault: (where: string, error: unknown) => void;
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

/** What has to be undone when a run ends, or when its start fails. */
type Undo = (undo: () => Promise<void> | void) => void;

export function createRuns(ports: RunPorts, machine: Machine = thisMachine): RunKeeper {
  const open = new Map<string, OpenedRun>();
  const listeners = new Set<(run: ContainedRun, state: "opened" | "closed") => void>();
  const placeholders = createPlaceholders();
  const etcFolders = createEtcFolders(join(ports.store, "etc"));

  async function prepare(
    request: RunRequest,
    { run, limits, agent, home }: DescribedRun,
    sandbox: Extract<SystemSandbox, { kind: "bubblewrap" }>,
    undo: Undo,
  ): Promise<Result<readonly Instruction[], string>> {
    const socket = await ports.openAgentSocket(run, join(ports.socketFolder, `run-${run.runId}.sock`));
    if (!socket.ok) return socket;
    undo(socket.value.close);
    const gate = run.profile.network === "none" ? undefined : await ports.openGate(run);
    if (gate?.ok === false) return gate;
    if (gate !== undefined) undo(gate.value.close);
    const state =
      agent === undefined ? undefined : prepareState(agent, { home, given: request.given, store: ports.store });
    if (state !== undefined) undo(state.finish);
    const plan = planOf(
      {
        run,
        agent,
        home,
        variables: request.variables,
        given: request.given,
        gatehouse: ports.gatehouse(),
        agentSocket: socket.value.path,
        gated: gate !== undefined,
        state: state?.state ?? [],
        sealedState: state?.sealed ?? [],
        sharedState: state?.shared ?? [],
        etc: await etcFolders.prepare(agent === undefined ? [] : ports.managed(agent)),
        opened: ports.allowedPlaces(run),
        sockets: await socketsIn([run.project]),
        environment: { ...state?.environment, ...gate?.value.environment },
      },
      machine,
    );
    undo(placeholders.hold(plan.placeholders));
    const ways = waysTo(gate?.value.socket ?? "", socket.value.path);
    return ok(instructionsOf(plan, { sandbox, terminal: request.terminal, limits, ways }));
  }

  async function begin(request: RunRequest): Promise<Result<OpenedRun, string>> {
    const sandbox = await ports.detect();
    if (sandbox.kind !== "bubblewrap") return fail(notContained(sandbox));
    const described = describeRun(request, ports, machine);
    if (!described.ok) return described;
    const { run } = described.value;
    const undoing: (() => Promise<void> | void)[] = [];
    const end = async (): Promise<void> => {
      for (const undo of undoing.splice(0).reverse()) await attempt(undo, ports.fault);
    };
    const prepared = await prepare(request, described.value, sandbox, (undo) => undoing.push(undo)).catch(
      async (error: unknown) => {
        ports.fault("start of a contained run", error);
        return fail("The run could not be prepared, so nothing was started; the engine's log says why.");
      },
    );
    if (!prepared.ok) {
      await end();
      return prepared;
    }
    const opened: OpenedRun = {
      run,
      instructions: prepared.value,
      close: async () => {
        if (!open.delete(run.runId)) return;
        await end();
        for (const listener of listeners) listener(run, "closed");
      },
    };
    open.set(run.runId, opened);
    for (const listener of listeners) listener(run, "opened");
    return ok(opened);
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

async function attempt(undo: () => Promise<void> | void, fault: RunPorts["fault"]): Promise<void> {
  try {
    await undo();
  } catch (error) {
    fault("end of a contained run", error);
  }
}

/** Ports of this machine are reached through the gate too. */
function waysTo(gate: string, hooks: string) {
  return { gate, loopback: gate, hooks };
}

function notContained(sandbox: Exclude<SystemSandbox, { kind: "bubblewrap" }>): string {
  const why = sandbox.kind === "none" ? sandbox.why : "this way is for Linux";
  return `Nothing was started: programs are not contained on this system, because ${why}. To start it uncontained, leave out "gatehouse run --".`;
}
