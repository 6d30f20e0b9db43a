// HTTP caller: who sent a request, by its connection, and whether anybody still waits for the answer.
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type Peer, type PeerSource, unknownPeer } from "../../../shared/local/peer.ts";
import type { Caller } from "../../../shared/lib/rpc.ts";
import { isLoopback } from "../guard.ts";
import type { PeerShare, PeerShares } from "../peer-shares.ts";

export interface HttpConnection {
  readonly id: string;
  /** Undefined until the operating system has said who it is. */
  peer: Peer | undefined;
  readonly identified: Promise<Peer>;
  /** The peer's, once it is known; undefined too when the peer has too many connections and this one is to end. */
  share: PeerShare | undefined;
  /** Requests of this connection that are not answered yet; a client may send many without waiting. */
  inFlight: number;
}

/** How long a connection too many stays. */
const refusedMs = 500;

/** Only the other end of a loopback connection is a process of this machine. */
export function identifyOverTcp(peers: PeerSource): (socket: Socket) => Promise<Peer> {
  return (socket) => (isLoopback(socket.remoteAddress ?? "") ? peers.overTcp(socket) : Promise.resolve(unknownPeer));
}

export type HttpConnections = (socket: Socket) => HttpConnection;

/** A connection is identified once, when it is first seen; every request on it has the same peer. */
export function createHttpConnections(
  identify: (socket: Socket) => Promise<Peer>,
  shares: PeerShares,
): HttpConnections {
  const known = new WeakMap<Socket, HttpConnection>();
  let last = 0;

  function begin(socket: Socket): HttpConnection {
    last += 1;
    const identified = identify(socket);
    const connection: HttpConnection = {
      id: `http-${last}`,
      peer: undefined,
      identified,
      share: undefined,
      inFlight: 0,
    };
    void identified.then((peer) => settle(socket, connection, peer));
    known.set(socket, connection);
    return connection;
  }

  function settle(socket: Socket, connection: HttpConnection, peer: Peer): void {
    connection.peer = peer;
    if (socket.destroyed) return;
    const share = shares.of(peer);
    if (share.connect()) {
      connection.share = share;
      socket.once("close", () => share.disconnect());
      return;
    }
    // Long enough to read a request that is on its way and to say why it is refused.
    const timer = setTimeout(() => socket.destroy(), refusedMs);
    socket.once("close", () => clearTimeout(timer));
  }

  return (socket) => known.get(socket) ?? begin(socket);
}

/** A class and not a literal, because every request makes one and a literal's getter is slow to make. */
export class HttpCaller implements Caller {
  readonly connectionId: string;
  readonly transport = "http";
  readonly peer: Peer;
  readonly run: string | undefined;
  readonly #response: ServerResponse;
  #gone: AbortController | undefined;

  constructor(connectionId: string, peer: Peer, response: ServerResponse, run?: string) {
    this.connectionId = connectionId;
    this.peer = peer;
    this.run = run;
    this.#response = response;
  }

  /** Made on demand: most methods never ask. */
  get gone(): AbortSignal {
    if (this.#gone !== undefined) return this.#gone.signal;
    const response = this.#response;
    const controller = new AbortController();
    this.#gone = controller;
    const closed = (): void => {
      if (!response.writableFinished) controller.abort();
    };
    if (response.destroyed) closed();
    else response.once("close", closed);
    return controller.signal;
  }
}
