// Which peer added which agent names, so that a peer that invents names only displaces its own.

export interface NameShares {
  readonly add: (agentDid: string, peerKey: string) => void;
  readonly remove: (agentDid: string) => void;
  /** The oldest first. */
  readonly of: (peerKey: string) => ReadonlySet<string>;
  /** All names, those of the peer with the most names first. */
  readonly byLargestShare: () => Iterable<string>;
}

export function createNameShares(): NameShares {
  const byPeer = new Map<string, Set<string>>();
  const peerOf = new Map<string, string>();

  return {
    add: (agentDid, peerKey) => {
      if (peerOf.has(agentDid)) return;
      peerOf.set(agentDid, peerKey);
      const names = byPeer.get(peerKey) ?? new Set<string>();
      names.add(agentDid);
      byPeer.set(peerKey, names);
    },
    remove: (agentDid) => {
      const peerKey = peerOf.get(agentDid);
      if (peerKey === undefined) return;
      peerOf.delete(agentDid);
      const names = byPeer.get(peerKey);
      names?.delete(agentDid);
      if (names?.size === 0) byPeer.delete(peerKey);
    },
    of: (peerKey) => byPeer.get(peerKey) ?? new Set(),
    *byLargestShare() {
      // Most often one peer has nearly all of them, and the first of its names will do.
      yield* [...byPeer.values()].reduce((one, other) => (other.size > one.size ? other : one), new Set<string>());
      for (const names of [...byPeer.values()].toSorted((one, other) => other.size - one.size)) yield* names;
    },
  };
}
