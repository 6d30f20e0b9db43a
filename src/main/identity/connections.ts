// Which agents speak over which lasting connection, so that a closed socket is noticed at once.

export interface Connections {
  readonly join: (agentDid: string, connectionId: string) => void;
  /** Forgets the connection; returns the agents that have none left. */
  readonly leave: (connectionId: string) => readonly string[];
  readonly has: (agentDid: string) => boolean;
  /** Whether an agent was heard on this connection, which is still open. */
  readonly isOpen: (connectionId: string) => boolean;
}

export function createConnections(): Connections {
  const agentsOf = new Map<string, Set<string>>();
  const connectionsOf = new Map<string, Set<string>>();

  function add(map: Map<string, Set<string>>, from: string, to: string): void {
    const known = map.get(from);
    if (known === undefined) map.set(from, new Set([to]));
    else known.add(to);
  }

  return {
    join: (agentDid, connectionId) => {
      add(agentsOf, connectionId, agentDid);
      add(connectionsOf, agentDid, connectionId);
    },
    leave: (connectionId) => {
      const left = [...(agentsOf.get(connectionId) ?? [])];
      agentsOf.delete(connectionId);
      return left.filter((agentDid) => {
        const remaining = connectionsOf.get(agentDid);
        remaining?.delete(connectionId);
        if (remaining === undefined || remaining.size > 0) return false;
        connectionsOf.delete(agentDid);
        return true;
      });
    },
    has: (agentDid) => connectionsOf.has(agentDid),
    isOpen: (connectionId) => agentsOf.has(connectionId),
  };
}
