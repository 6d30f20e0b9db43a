// Wires the operator's socket: which processes may use it, and what a terminal may do there.
import type { Operations } from "../shared/contract.ts";
import { operatorRefusal } from "../shared/operator-access.ts";
import type { PeerSource } from "../shared/peer.ts";
import type { RpcMethods } from "../shared/rpc.ts";
import { createAgentsSeen, notingCallers, notingLines } from "./agents-seen.ts";
import { userName } from "./machine/user-name.ts";
import type { OperationPorts } from "./operations/ports.ts";
import { operatorMethods } from "./operations/rpc.ts";
import { createPrepareUndo } from "./operations/undo.ts";
import { createPeers, processesOf } from "./peer/index.ts";
import { operatorLineage } from "./peer/operator-lineage.ts";
import type { ListenerHandlers } from "./server/index.ts";

type AgentHandlers = Pick<ListenerHandlers, "agents" | "routes" | "plain" | "a2e">;

export interface OperatorAccess {
  readonly peers: PeerSource;
  readonly refuseOperator: NonNullable<ListenerHandlers["refuseOperator"]>;
  /** The same handlers; whoever calls them is known as an agent from then on. */
  readonly noting: (handlers: AgentHandlers) => AgentHandlers;
}

export function composeOperatorAccess(
  platform: NodeJS.Platform,
  fault: (where: string, error: unknown) => void,
): OperatorAccess {
  const processes = processesOf(platform);
  const seen = createAgentsSeen(processes.isAlive);
  const known = { enginePid: process.pid, isAgent: seen.has };
  return {
    peers: createPeers({ platform, fault, processes }),
    // A named pipe does not say who is on its other end.
    refuseOperator: (peer) =>
      platform === "win32" ? undefined : operatorRefusal(operatorLineage(peer, processes), known),
    noting: ({ agents, routes, plain, a2e }) => ({
      agents: notingCallers(agents, seen.note),
      routes: new Map([...(routes ?? [])].map(([path, methods]) => [path, notingCallers(methods, seen.note)])),
      plain,
      a2e: a2e === undefined ? undefined : notingLines(a2e, seen.note),
    }),
  };
}

export function composeOperator(
  ports: OperationPorts,
  operations: Operations,
  hasWindow: () => boolean = () => false,
): RpcMethods {
  const { governor, settings, grants } = ports;
  return operatorMethods({
    operations,
    actor: `cli:${userName()}`,
    gains: {
      approvals: governor.approvals.list,
      settings: settings.current,
      grantEffect: (grantId) => grants.get(grantId)?.effect,
    },
    desk: ports.terminal,
    prepareUndo: createPrepareUndo(ports, operations),
    hasWindow,
  });
}
