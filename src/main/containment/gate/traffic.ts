// Traffic: how many bytes a run sent to each host and got from it, counted where its connections leave the machine.
import type { Socket } from "node:net";
import type { HostTraffic } from "../../../shared/containment/boundary.ts";

export interface Traffic {
  readonly watch: (host: string, port: number, socket: Socket) => void;
  readonly totals: () => readonly HostTraffic[];
}

interface Counted {
  sent: number;
  received: number;
  connections: number;
  readonly open: Set<Socket>;
}

/** A run that reaches more hosts than this has the rest counted together. */
const mostHosts = 1000;
const others = "other hosts";

export function createTraffic(): Traffic {
  const hosts = new Map<string, Counted & { readonly host: string; readonly port: number }>();

  function counted(host: string, port: number): Counted {
    const known = hosts.get(`${host}:${port}`);
    if (known !== undefined) return known;
    if (hosts.size >= mostHosts && host !== others) return counted(others, 0);
    const fresh = { host, port, sent: 0, received: 0, connections: 0, open: new Set<Socket>() };
    hosts.set(`${host}:${port}`, fresh);
    return fresh;
  }

  return {
    watch(host, port, socket) {
      const entry = counted(host, port);
      entry.connections += 1;
      entry.open.add(socket);
      socket.once("close", () => {
        entry.open.delete(socket);
        entry.sent += socket.bytesWritten;
        entry.received += socket.bytesRead;
      });
    },
    totals: () =>
      [...hosts.values()].map(({ host, port, sent, received, connections, open }) => ({
        host,
        port,
        connections,
        sentBytes: sent + sum(open, (socket) => socket.bytesWritten),
        receivedBytes: received + sum(open, (socket) => socket.bytesRead),
      })),
  };
}

function sum(sockets: Iterable<Socket>, amount: (socket: Socket) => number): number {
  let total = 0;
  for (const socket of sockets) total += amount(socket);
  return total;
}
