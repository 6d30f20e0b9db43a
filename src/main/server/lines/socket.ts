// Socket: JSON-RPC in lines over a Unix socket or a named pipe, for programs of the same user on this machine.
import { createServer, type Socket } from "node:net";
import type { Peer, PeerSource } from "../../../shared/local/peer.ts";
import { ok, type Result } from "../../../shared/lib/result.ts";
import { createConnection, refuseAll, type ConnectionSettings } from "../rpc/connection.ts";
import { rpcCodes } from "../../../shared/lib/rpc.ts";
import { crowdedText, notUtf8Text, tooLargeText } from "../rpc/json-rpc.ts";
import { createLineSplitter, type Line } from "./lines.ts";
import type { ListenFailure } from "../listen.ts";
import { listenOnPath } from "./listen-path.ts";
import { type PeerShares, tooManyConnections } from "../peer-shares.ts";
import { socketPeer } from "../socket-peer.ts";

export interface SocketSettings extends Omit<ConnectionSettings, "share"> {
  readonly peers: PeerSource;
  /** The reason why this peer is not served; undefined for one that is. */
  readonly refuse: (peer: Peer) => string | undefined;
  /** For agents; the operator is not counted. */
  readonly shares?: PeerShares | undefined;
}

export interface SocketListener {
  readonly path: string;
  readonly refuseNew: () => void;
  readonly close: () => Promise<void>;
}

export async function startSocketListener(
  path: string,
  settings: SocketSettings,
): Promise<Result<SocketListener, ListenFailure>> {
  const clients = new Set<Socket>();
  let last = 0;
  // A client may send its last request, shut its side and wait for the answer.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    clients.add(socket);
    socket.once("close", () => clients.delete(socket));
    last += 1;
    serve(socket, `socket-${last}`, settings);
  });
  server.maxConnections = settings.limits.connections;
  const listening = await listenOnPath(server, path);
  if (!listening.ok) return listening;
  server.on("error", (error) => settings.fault("socket listener", error));
  return ok({
    path,
    refuseNew: () => void server.close(),
    close: async () => {
      const closed = [...clients].map(
        (client) => new Promise<void>((resolve) => client.once("close", () => resolve())),
      );
      for (const client of clients) client.destroySoon();
      await Promise.all(closed);
    },
  });
}

function serve(socket: Socket, connectionId: string, settings: SocketSettings): void {
  const { limits } = settings;
  const peer = socketPeer(socket, settings.peers);
  const refusal = settings.refuse(peer);
  const share = settings.shares?.of(peer);
  if (share?.connect() === false) {
    socket.end(`${crowdedText(tooManyConnections(limits.connectionsPerPeer))}\n`);
    socket.destroySoon();
    return;
  }
  if (share !== undefined) socket.once("close", () => share.disconnect());
  const channel = {
    connectionId,
    transport: "socket",
    peer,
    send: (text: string) => void socket.write(`${text}\n`),
    isOpen: () => socket.writable,
    unread: () => socket.writableLength,
    drop: () => void socket.destroy(),
  } as const;
  const methods = refusal === undefined ? settings.methods : refuseAll(rpcCodes.policyViolation, refusal);
  const connection = createConnection(channel, { ...settings, methods, share });
  const lines = createLineSplitter(limits.messageBytes);

  function take(line: Line): void {
    if (line.kind === "text") void connection.receive(line.text);
    else connection.send(line.kind === "not_utf8" ? notUtf8Text : tooLargeText(limits.messageBytes));
  }

  socket.on("data", (chunk) => lines.push(chunk).forEach(take));
  socket.on("end", () => {
    lines.end().forEach(take);
    // Most often the program is gone: whatever waits for a human gives up, the rest is still answered.
    connection.closed();
    connection.whenIdle(() => socket.end());
  });
  socket.on("error", () => socket.destroy());
  socket.on("close", connection.closed);
}
