// The peer of a Unix socket, and whether it may talk to us at all: only processes of the user who runs Gatehouse.
import type { Socket } from "node:net";
import type { Peer, PeerSource } from "../../shared/local/peer.ts";
import { isOwner } from "./guard.ts";

export function socketPeer(socket: Socket, peers: PeerSource): Peer {
  // Node offers no other way to the descriptor; a named pipe has none, and -1 is nobody's.
  const handle: unknown = Reflect.get(socket, "_handle");
  const descriptor: unknown = typeof handle === "object" && handle !== null ? Reflect.get(handle, "fd") : undefined;
  return peers.overSocket(typeof descriptor === "number" ? descriptor : -1);
}

/** The reason for a refusal. Without user ids (Windows) the system keeps other users away from the pipe. */
export function refuseOtherUser(peer: Peer, owner: number | undefined): string | undefined {
  if (owner === undefined || isOwner(peer, owner)) return undefined;
  const who = peer.uid === undefined ? "a process whose user is unknown" : `user ${peer.uid}`;
  return `This socket serves only the user who runs Gatehouse (user ${owner}), not ${who}.`;
}
