// The processes that have used the agents' interfaces: what descends from one of them may not act as the operator.
import { agentLineage, isInteractiveShell } from "../../shared/local/agent-process.ts";
import type { LineProtocol } from "../../shared/lib/line-stream.ts";
import type { Peer, PeerProcess } from "../../shared/local/peer.ts";
import type { Caller, PlainRoute, RpcMethods } from "../../shared/lib/rpc.ts";

export interface AgentsSeen {
  readonly note: (peer: Peer) => void;
  readonly has: (process: PeerProcess) => boolean;
}

/** Of processes that run at the same time: more than any laptop has. */
const mostNoted = 4096;

export function createAgentsSeen(isAlive: (process: PeerProcess) => boolean, capacity: number = mostNoted): AgentsSeen {
  const noted = new Map<string, PeerProcess>();
  // A peer is one object for as long as its connection lasts.
  const known = new WeakSet<Peer>();
  /** Some could not be noted: from then on every process may be one of them. */
  let overflowed = false;

  function prune(): void {
    for (const [key, process] of noted) if (!isAlive(process)) noted.delete(key);
  }

  return {
    note: (peer) => {
      if (known.has(peer)) return;
      known.add(peer);
      const [agent] = agentLineage(peer);
      // Somebody tried something by hand: their terminal stays theirs.
      if (agent === undefined || isInteractiveShell(agent)) return;
      if (noted.size >= capacity) prune();
      if (noted.size >= capacity) overflowed = true;
      else noted.set(keyOf(agent), agent);
    },
    has: (process) => overflowed || noted.has(keyOf(process)),
  };
}

function keyOf({ pid, startedAt }: PeerProcess): string {
  return `${pid} ${startedAt}`;
}

/** The same methods; whoever calls one is noted first. */
export function notingCallers(methods: RpcMethods, note: AgentsSeen["note"]): RpcMethods {
  return Object.assign(new Map(methods), { onCall: ({ peer }: Caller) => note(peer) });
}

export function notingLines(protocol: LineProtocol, note: AgentsSeen["note"]): LineProtocol {
  return (linePeer) => {
    note(linePeer.peer);
    return protocol(linePeer);
  };
}

export function notingRoute(route: PlainRoute, note: AgentsSeen["note"]): PlainRoute {
  return {
    ...route,
    handle: (body, caller, query) => {
      note(caller.peer);
      return route.handle(body, caller, query);
    },
  };
}
