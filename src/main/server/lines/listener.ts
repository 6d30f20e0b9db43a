// Line listener: a protocol of JSON lines (A2E) on a loopback port, a Unix socket or a named pipe.
import { createServer, type Socket } from "node:net";
import type { LineInput, LinePeer, LineProtocol } from "../../../shared/lib/line-stream.ts";
import type { Peer, PeerSource } from "../../../shared/local/peer.ts";
import { ok, type Result } from "../../../shared/lib/result.ts";
import type { Drain } from "../drain.ts";
import { type Access, checkCaller } from "../guard.ts";
import type { FaultSink } from "../rpc/json-rpc.ts";
import { parseStrictJson } from "../rpc/json-text.ts";
import type { Limits } from "../limits.ts";
import { createLineSplitter, type Line } from "./lines.ts";
import { listenOnPort, type ListenFailure } from "../listen.ts";
import { listenOnPath } from "./listen-path.ts";
import { type PeerShares, tooManyConnections } from "../peer-shares.ts";
import { refuseOtherUser, socketPeer } from "../socket-peer.ts";

export interface LineSettings {
  readonly protocol: LineProtocol;
  readonly limits: Limits;
  readonly drain: Drain;
  readonly fault: FaultSink;
  readonly peers: PeerSource;
  /** For a port. A socket's file serves only its owner. */
  readonly access: Access;
  readonly shares: PeerShares;
}

export type LinePlace = { readonly path: string } | { readonly port: number };

export interface LineListener {
  /** "tcp://127.0.0.1:3001", or the path of the socket. */
  readonly place: string;
  readonly refuseNew: () => void;
  readonly close: () => Promise<void>;
}

/** Never any other: the stream is in the open, and its token would be too. */
const loopback = "127.0.0.1";

export async function startLineListener(
  where: LinePlace,
  settings: LineSettings,
): Promise<Result<LineListener, ListenFailure>> {
  const clients = new Map<Socket, () => void>();
  const overNetwork = "port" in where;
  let last = 0;
  // A client may send its last request, shut its side and wait for the answer.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    last += 1;
    const connectionId = `${overNetwork ? "tcp" : "lines"}-${last}`;
    const begin = (peer: Peer): void => {
      if (socket.destroyed) return;
      const share = settings.shares.of(peer);
      const counted = share.connect();
      if (counted) socket.once("close", () => share.disconnect());
      const refusal = counted ? undefined : tooManyConnections(settings.limits.connectionsPerPeer);
      clients.set(socket, serve(socket, { connectionId, peer, refusal }, overNetwork, settings));
    };
    clients.set(socket, () => undefined);
    socket.once("close", () => clients.delete(socket));
    socket.on("error", () => socket.destroy());
    // What the client sends meanwhile waits in the system's buffer.
    if (overNetwork) void settings.peers.overTcp(socket).then(begin);
    else begin(socketPeer(socket, settings.peers));
  });
  server.maxConnections = settings.limits.connections;
  const listening = await (overNetwork
    ? listenOnPort(server, loopback, where.port, (port) => `${loopback}:${port}`)
    : listenOnPath(server, where.path));
  if (!listening.ok) return listening;
  server.on("error", (error) => settings.fault("line listener", error));
  const bound = server.address();
  return ok({
    place: typeof bound === "object" && bound !== null ? `tcp://${loopback}:${bound.port}` : String(bound),
    refuseNew: () => {
      server.close();
      for (const stopping of clients.values()) stopping();
    },
    close: async () => {
      const sockets = [...clients.keys()];
      const closed = sockets.map((client) => new Promise<void>((resolve) => client.once("close", () => resolve())));
      for (const client of sockets) client.destroySoon();
      await Promise.all(closed);
    },
  });
}

/**
 * How a browser begins, over HTTP and over TLS. A web page can make it do so and choose what follows, lines of A2E included, so that
 * nothing after it is read. The first bytes tell, because a page can make the first line longer than any limit.
 */
const httpOpening = /^(?:[A-Z]+ (?:\/|\*|[a-z]+:\/\/)|CONNECT )/;
const tlsOpening = "\u0016\u0003";
const openingLength = 16;

/** Returns how to tell the session that Gatehouse stops. */
function serve(
  socket: Socket,
  { connectionId, peer: caller, refusal }: Pick<LinePeer, "connectionId" | "peer" | "refusal">,
  overNetwork: boolean,
  settings: LineSettings,
): () => void {
  const { limits, drain, fault, access } = settings;
  const peer: LinePeer = {
    connectionId,
    peer: caller,
    refusal,
    admits: (token) =>
      overNetwork ? checkCaller([token], caller, access) === null : refuseOtherUser(caller, access.owner) === undefined,
    send: (message) => {
      if (!socket.writable) return false;
      if (socket.writableLength > limits.unreadBytes) {
        socket.destroy();
        return false;
      }
      socket.write(`${JSON.stringify(message)}\n`);
      return true;
    },
    begin: () => {
      drain.begin();
      return drain.end;
    },
    end: () => void socket.end(),
  };
  const session = settings.protocol(peer);
  const lines = createLineSplitter(limits.messageBytes);
  let opening = "";

  function take(line: Line): void {
    if (socket.destroyed) return;
    try {
      session.receive(readLine(line, limits));
    } catch (error) {
      fault("line", error);
      socket.destroy();
    }
  }

  function isBrowser(chunk: Buffer): boolean {
    if (!overNetwork || opening.length >= openingLength) return false;
    opening = (opening + chunk.toString("latin1")).trimStart().slice(0, openingLength);
    return httpOpening.test(opening) || opening.startsWith(tlsOpening);
  }

  socket.on("data", (chunk) => {
    if (isBrowser(chunk)) socket.destroy();
    else lines.push(chunk).forEach(take);
  });
  socket.on("end", () => {
    lines.end().forEach(take);
    session.inputEnded();
  });
  socket.on("close", () => session.closed());
  return () => session.stopping();
}

function readLine(line: Line, { messageBytes, nesting }: Limits): LineInput {
  if (line.kind === "too_long") return { kind: "too_long", limit: messageBytes };
  const parsed = parseStrictJson(line.kind === "text" ? line.text : undefined, nesting);
  if (parsed.ok) return { kind: "json", value: parsed.value };
  const { isJson, why } = parsed.error;
  return { kind: isJson ? "unsafe" : "not_json", why };
}
