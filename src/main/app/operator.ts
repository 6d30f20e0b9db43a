// Wires the operator's socket: which processes may use it, and what a terminal may do there.
import type { Operations } from "../../shared/contract/contract.ts";
import { followMethod } from "../../shared/contract/terminal.ts";
import { operatorRefusal } from "../../shared/local/operator-access.ts";
import type { PeerSource } from "../../shared/local/peer.ts";
import { fail } from "../../shared/lib/result.ts";
import { rpcCodes, type RpcMethod, type RpcMethods } from "../../shared/lib/rpc.ts";
import { createAgentsSeen, notingCallers, notingLines, notingRoute } from "../peer/agents-seen.ts";
import { userName } from "../machine/user-name.ts";
import type { OperationPorts } from "../operations/ports.ts";
import { followFeed, type FollowPorts } from "../operations/terminal/follow.ts";
import { operatorMethods } from "../operations/terminal/rpc.ts";
import { createPrepareUndo } from "../operations/terminal/undo.ts";
import { createPeers, processesOf } from "../peer/index.ts";
import { operatorLineage } from "../peer/operator-lineage.ts";
import type { ProcessTable } from "../peer/process-table.ts";
import type { ListenerHandlers } from "../server/index.ts";

type AgentHandlers = Pick<ListenerHandlers, "agents" | "routes" | "plain" | "a2e">;

export interface OperatorAccess {
  readonly peers: PeerSource;
  /** Whether exactly this process still runs. */
  readonly isAlive: ProcessTable["isAlive"];
  readonly refuseOperator: NonNullable<ListenerHandlers["refuseOperator"]>;
  /** The same handlers; whoever calls them is known as an agent from then on. */
  readonly noting: (handlers: AgentHandlers) => AgentHandlers;
}

export function buildOperatorAccess(
  platform: NodeJS.Platform,
  fault: (where: string, error: unknown) => void,
): OperatorAccess {
  const processes = processesOf(platform);
  const seen = createAgentsSeen(processes.isAlive);
  const known = { enginePid: process.pid, isAgent: seen.has };
  return {
    peers: createPeers({ platform, fault, processes }),
    isAlive: processes.isAlive,
    // A named pipe does not say who is on its other end.
    refuseOperator: (peer) =>
      platform === "win32" ? undefined : operatorRefusal(operatorLineage(peer, processes), known),
    noting: ({ agents, routes, plain, a2e }) => ({
      agents: notingCallers(agents, seen.note),
      routes: new Map([...(routes ?? [])].map(([path, methods]) => [path, notingCallers(methods, seen.note)])),
      plain: new Map([...(plain ?? [])].map(([path, route]) => [path, notingRoute(route, seen.note)])),
      a2e: a2e === undefined ? undefined : notingLines(a2e, seen.note),
    }),
  };
}

export interface OperatorOptions {
  readonly subscribe: FollowPorts["subscribe"];
  readonly refuse: OperatorAccess["refuseOperator"];
  readonly hasWindow?: (() => boolean) | undefined;
}

export function buildOperator(
  ports: OperationPorts,
  operations: Operations,
  { subscribe, refuse, hasWindow = () => false }: OperatorOptions,
): RpcMethods {
  const { engine, settings, grants } = ports;
  const methods = operatorMethods({
    operations,
    actor: `cli:${userName()}`,
    gains: {
      approvals: engine.approvals.list,
      settings: settings.current,
      denied: engine.recentlyDenied,
      denies: engine.approvals.denies,
      policyText: () => ports.policy.text().text,
      grantEffect: (grantId) => grants.get(grantId)?.effect,
    },
    requests: ports.terminal,
    prepareUndo: createPrepareUndo(ports, operations),
    hasWindow,
  });
  const follow = followFeed({ recent: ports.feed.recent, subscribe });
  return new Map(
    [...methods, [followMethod, follow] as const].map(([name, method]) => [name, servingOperators(method, refuse)]),
  );
}

/** Looks again at every call: whoever connected may have begun to act as an agent since. */
function servingOperators(method: RpcMethod, refuse: OperatorAccess["refuseOperator"]): RpcMethod {
  return async (params, caller, request) => {
    const refusal = refuse(caller.peer);
    if (refusal !== undefined) return fail({ code: rpcCodes.policyViolation, message: refusal });
    return method(params, caller, request);
  };
}
