// Wires the boundary of contained runs: the network gate, the requests it makes, what hooks tell of refusals, and the record.
import { homedir } from "node:os";
import { type ContainedRun, defaultProfile, profiles } from "../../../shared/containment/index.ts";
import {
  type AfterCall,
  type AllowedPlace,
  createAfterCall,
  createBoundary,
  createContainmentView,
  createRunBook,
  createRunningCommands,
  runDid,
  runName,
} from "../../containment/boundary/index.ts";
import { createGates, createRunGates, loadKnownHosts } from "../../containment/gate/index.ts";
import type { ContainedRuns, OpenRunGate } from "../../containment/ports.ts";
import type { Engine } from "../../engine/engine.ts";
import { profileOf } from "../../engine/policy/containment.ts";
import { sha256, systemIdentifiers } from "../../machine/clock.ts";
import type { ContainmentApi } from "../../operations/containment.ts";
import { createProcessTable } from "../../peer/process-table.ts";
import type { HookAgentPorts } from "../../protocols/hooks/agents.ts";
import type { Peer } from "../../../shared/local/peer.ts";
import type { Agents } from "../agents.ts";
import type { Cleanup } from "../cleanup.ts";
import type { Opened } from "../open.ts";

export interface RunBoundary {
  readonly openGate: OpenRunGate;
  /** Places humans have opened for an agent in a project. */
  readonly allowedPlaces: (run: ContainedRun) => readonly AllowedPlace[];
  readonly afterCall: AfterCall;
  /** Who an agent's hooks speak for when they come from inside a run. */
  readonly identityOf: HookAgentPorts["contained"];
  /** A session that the hooks of a run named. */
  readonly session: (runId: string, sessionId: string) => void;
  readonly api: ContainmentApi;
  /** Runs are known once they can be opened. */
  readonly follow: (runs: ContainedRuns) => void;
}

export interface BoundaryParts {
  readonly resourcesDirectory: string;
  readonly opened: Opened;
  readonly agents: Agents;
  readonly engine: Engine;
}

export function buildRunBoundary(
  { resourcesDirectory, opened, agents, engine }: BoundaryParts,
  cleanup: Cleanup,
): RunBoundary {
  const { registry, directory, grants } = agents;
  const { clock, events, policy, record, report } = opened;
  const known = loadKnownHosts(resourcesDirectory);
  const gates = createGates(report);
  cleanup.defer("network gates", gates.close);
  const commands = createRunningCommands();
  cleanup.defer(
    "running commands",
    events.subscribe(({ event }) => commands.hear(event)),
  );
  const peer = ownPeer();
  const didOf = (run: ContainedRun): string => runDid(run, sha256);
  const networkOf = (agentDid: string, project?: string) => {
    const { network, resources } = policy.current(project).capabilitiesFor(agentDid, project);
    return resources.network_allowed === false ? { ...network, blocked_domains: ["*"] } : network;
  };
  const boundary = createBoundary({
    clock,
    identifiers: systemIdentifiers,
    sha256,
    engine,
    grants,
    register: (run, agentDid) => {
      if (registry.get(agentDid) !== undefined) return;
      const metadata = { name: runName(run), runtime: "contained" };
      registry.register({ agent_did: agentDid, metadata }, { peer }, clock.now());
    },
    runningCommand: commands.of,
  });
  const book = createRunBook({ clock, didOf, record });
  const runGates = createRunGates({
    gates,
    known,
    boundary,
    network: (run) => networkOf(didOf(run), run.project),
    isStopped: (run) => directory.standing(didOf(run), []) !== undefined,
    traffic: book.traffic,
  });
  const rechecking: ReadonlySet<string> = new Set(["grant_changed", "policy_changed", "halt_changed", "agent_changed"]);
  cleanup.defer(
    "rules of network gates",
    events.subscribe(({ event }) => {
      if (rechecking.has(event.type)) runGates.recheck();
    }),
  );
  let runs: Pick<ContainedRuns, "find"> = { find: () => undefined };
  const view = createContainmentView({
    known,
    network: (agentDid) => networkOf(agentDid),
    choose: (agentDid, asked) => profileOf(policy.current().containmentFor(agentDid), asked, profiles[defaultProfile]),
    loopbackPorts: (agentDid) => policy.current().containmentFor(agentDid).loopbackPorts,
    grants: () => grants.list(clock.now()),
  });
  return {
    openGate: runGates.open,
    allowedPlaces: boundary.allowedPlaces,
    afterCall: createAfterCall({ find: (runId) => runs.find(runId), boundary, home: homedir() }),
    identityOf: (runId) => {
      const run = runs.find(runId);
      return run === undefined ? undefined : { agentDid: didOf(run), name: runName(run), peer };
    },
    session: book.session,
    api: { view, runs: book.list },
    follow: (given) => {
      runs = given;
      const stop = given.subscribe((run, state) => (state === "opened" ? book.opened(run) : book.closed(run)));
      cleanup.defer("book of runs", stop);
    },
  };
}

/**
 * Whoever is inside a run is known by the run's sockets, not by its processes: its name belongs to Gatehouse, so that no program
 * outside can use it.
 */
function ownPeer(): Peer {
  const processes = process.platform === "linux" ? createProcessTable().lineage(process.pid).slice(0, 1) : [];
  return { uid: process.getuid?.(), processes };
}
