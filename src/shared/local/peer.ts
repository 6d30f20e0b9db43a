// Peer: which user and which process is on the other end of a connection, as the kernel reports it.

/** A process id is reused after a while; together with its start time it is not. */
export interface PeerProcess {
  readonly pid: number;
  /** As the kernel counts it; only ever compared for equality. */
  readonly startedAt: number;
  /** Path of the executable, or the name of the process where the path cannot be read. */
  readonly program: string;
  /** The first arguments, enough to tell which script an interpreter runs. */
  readonly command: readonly string[];
  /** Terminal device such as "/dev/pts/3"; undefined for a process without one. */
  readonly tty?: string;
  /** The first process of its session: the login shell of a terminal, for example. */
  readonly leadsSession: boolean;
}

export interface Peer {
  /** Undefined where the system does not say. */
  readonly uid: number | undefined;
  /** The process itself, then its parent and so on up to, but without, the first process of the system. Empty when unknown. */
  readonly processes: readonly PeerProcess[];
}

/** Nothing is known: such a peer needs a token, and shares its identity with nobody. */
export const unknownPeer: Peer = { uid: undefined, processes: [] };

/** Both ends of a TCP connection, as the listener sees them. */
export interface TcpEnds {
  readonly localAddress?: string | undefined;
  readonly localPort?: number | undefined;
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
}

/** Asks the operating system who is on the other end. Never rejects or throws: what cannot be found out is unknown. */
export interface PeerSource {
  readonly overTcp: (ends: TcpEnds) => Promise<Peer>;
  /** For a Unix socket, by its file descriptor. */
  readonly overSocket: (descriptor: number) => Peer;
}

export function sameProcess(one: PeerProcess, other: PeerProcess): boolean {
  return one.pid === other.pid && one.startedAt === other.startedAt;
}
