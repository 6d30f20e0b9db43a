// Peers: asks the operating system which user and process is on the other end of a connection.
import { setTimeout as sleep } from "node:timers/promises";
import { type Peer, type PeerSource, type TcpEnds, unknownPeer } from "../../shared/local/peer.ts";
import { createProcessList } from "./process-list.ts";
import { createProcessTable, type ProcessTable } from "./process-table.ts";
import { createSocketHolders } from "./socket-holder.ts";
import { credentialReader } from "./socket-peer.ts";
import { type AskKernel, openTcpDiag } from "./tcp-diag.ts";
import { readOwners, type SocketOwner } from "./tcp-table.ts";

export interface PeerOptions {
  readonly platform: NodeJS.Platform;
  readonly processes?: ProcessTable;
  /** Whether to ask for single sockets where the kernel allows it, rather than reading its whole table. */
  readonly singleSockets?: boolean;
  readonly fault: (where: string, error: unknown) => void;
}

/** How long to rest after a look, in lengths of the look. */
const restRatio = 4;
/** Milliseconds of rest that may be owed before one is taken, and the longest that is taken. */
const allowance = 50;
const longestRest = 100;

interface Question {
  readonly ends: TcpEnds;
  readonly answer: (peer: Peer) => void;
}

export function processesOf(platform: NodeJS.Platform): ProcessTable {
  return platform === "darwin" ? createProcessList() : createProcessTable();
}

export function createPeers({
  platform,
  fault,
  processes = processesOf(platform),
  singleSockets = true,
}: PeerOptions): PeerSource {
  const credentials = credentialReader(platform);
  const holders = createSocketHolders();
  const self = process.getuid?.();
  let askKernel: AskKernel | undefined = platform === "linux" && singleSockets ? openTcpDiag() : undefined;
  let waiting: Question[] = [];
  let reading = false;
  let restUntil = 0;

  /**
   * One look at the kernel's tables answers everybody who asked before it began: a thousand connections cost a few looks. Connections
   * are accepted one by one, so that many looks are followed by a rest in which others gather: looking must not fill the engine's time.
   */
  async function read(): Promise<void> {
    reading = true;
    while (waiting.length > 0) {
      const rest = restUntil - allowance - performance.now();
      if (rest > 0) await sleep(Math.min(rest, longestRest));
      const started = performance.now();
      const questions = waiting;
      waiting = [];
      const peers = await identify(questions.map(({ ends }) => ends)).catch((error: unknown) => {
        fault("peer", error);
        return new Map<TcpEnds, Peer>();
      });
      const ended = performance.now();
      restUntil = Math.max(restUntil, started) + restRatio * (ended - started);
      for (const { ends, answer } of questions) answer(peers.get(ends) ?? unknownPeer);
    }
    reading = false;
  }

  /** Undefined where the kernel cannot be asked for single sockets; then it is not asked again. */
  function askedOwners(wanted: readonly TcpEnds[]): ReadonlyMap<TcpEnds, SocketOwner> | undefined {
    if (askKernel === undefined) return undefined;
    try {
      const owners = new Map<TcpEnds, SocketOwner>();
      for (const ends of wanted) {
        const owner = askKernel(ends);
        if (owner !== undefined) owners.set(ends, owner);
      }
      return owners;
    } catch {
      askKernel = undefined;
      return undefined;
    }
  }

  async function identify(wanted: readonly TcpEnds[]): Promise<ReadonlyMap<TcpEnds, Peer>> {
    const owners = askedOwners(wanted) ?? (await readOwners(wanted));
    // Of other users the user is enough: each is one peer, however many processes it starts, and costs no search.
    const own = [...owners.values()].filter(({ uid }) => uid === self);
    const holding =
      own.length === 0 ? new Map<string, number>() : await holders.find(new Set(own.map(({ inode }) => inode)));
    const lineages = new Map([...new Set(holding.values())].map((pid) => [pid, processes.lineage(pid)]));
    const peers = new Map<TcpEnds, Peer>();
    for (const [ends, { uid, inode }] of owners) {
      peers.set(ends, { uid, processes: lineages.get(holding.get(inode) ?? 0) ?? [] });
    }
    return peers;
  }

  return {
    overTcp: (ends) => {
      // Elsewhere the system offers nothing fast enough: peers show the token.
      if (platform !== "linux") return Promise.resolve(unknownPeer);
      return new Promise((answer) => {
        waiting.push({ ends, answer });
        if (!reading) void read();
      });
    },
    overSocket: (descriptor) => {
      try {
        const known = credentials?.(descriptor);
        return known === undefined ? unknownPeer : { uid: known.uid, processes: processes.lineage(known.pid) };
      } catch (error) {
        fault("peer", error);
        return unknownPeer;
      }
    },
  };
}
