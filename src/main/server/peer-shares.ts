// Shares: what one peer may take of a listener's room, whatever names and connections it uses.
import type { Peer } from "../../shared/local/peer.ts";
import { peerKey } from "../../shared/local/peer-key.ts";
import type { Limits } from "./limits.ts";

/** One peer's share, the same object for all of its connections. A class, because every request looks at it. */
export class PeerShare {
  readonly #limits: ShareLimits;
  readonly #emptied: () => void;
  #connections = 0;
  #bytes = 0;

  constructor(limits: ShareLimits, emptied: () => void) {
    this.#limits = limits;
    this.#emptied = emptied;
  }

  /** False when the peer has too many connections already; then nothing is counted. */
  connect(): boolean {
    if (this.#connections >= this.#limits.connectionsPerPeer) return false;
    this.#connections += 1;
    return true;
  }

  disconnect(): void {
    this.#connections -= 1;
    if (this.#connections === 0) this.#emptied();
  }

  /** Takes bytes of a request until it is answered. One request always fits. */
  take(bytes: number): boolean {
    if (this.#bytes > 0 && this.#bytes + bytes > this.#limits.bytesPerPeer) return false;
    this.#bytes += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#bytes -= bytes;
  }
}

type ShareLimits = Pick<Limits, "connectionsPerPeer" | "bytesPerPeer">;

export interface PeerShares {
  readonly of: (peer: Peer) => PeerShare;
}

/** One for all listeners, so that a peer gains nothing by using several. */
export function createPeerShares(limits: ShareLimits): PeerShares {
  const shares = new Map<string, PeerShare>();
  return {
    of: (peer) => {
      const key = peerKey(peer);
      const known = shares.get(key);
      if (known !== undefined) return known;
      const share = new PeerShare(limits, () => {
        if (shares.get(key) === share) shares.delete(key);
      });
      shares.set(key, share);
      return share;
    },
  };
}

export function tooManyConnections(limit: number): string {
  return `This program has ${limit} connections already. Close some, or use one for several requests.`;
}

export function tooManyBytes(limit: number): string {
  return `Requests of this program with ${limit} bytes are being read or judged. Wait for some of them.`;
}
