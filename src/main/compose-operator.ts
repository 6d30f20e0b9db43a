// Wires who may act as the operator: what the system says about a process, and which processes are agents.
import { operatorRefusal } from "../shared/operator-access.ts";
import type { PeerSource } from "../shared/peer.ts";
import { createAgentsSeen, notingCallers, notingLines } from "./agents-seen.ts";
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
