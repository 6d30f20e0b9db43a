// WebSocket: the upgrade with the same guard as HTTP, JSON-RPC connections, and one-way streams.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import { second } from "../../../shared/lib/clock.ts";
import type { Peer } from "../../../shared/local/peer.ts";
import type { Query, RpcMethods, StreamHandler } from "../../../shared/lib/rpc.ts";
import { createConnection, type ConnectionSettings } from "../rpc/connection.ts";
import { type Access, bearerToken, checkCaller, checkHost, checkOrigin, type Trust } from "../guard.ts";
import type { HttpConnections } from "./caller.ts";
import { refusalBytes, splitTarget } from "./message.ts";
import { createKeepAlive } from "./keep-alive.ts";
import { type PeerShare, tooManyConnections } from "../peer-shares.ts";

export interface StreamRoute {
  readonly open: StreamHandler;
  /** Demanded from its readers when given. */
  readonly token?: string | undefined;
}

interface From {
  readonly peer: Peer;
  readonly share: PeerShare;
}

export interface WebSocketSettings extends Omit<ConnectionSettings, "methods" | "share"> {
  /** JSON-RPC by path. */
  readonly rpc: ReadonlyMap<string, RpcMethods>;
  readonly streams: ReadonlyMap<string, StreamRoute>;
  readonly access: Access;
}

export interface WebSockets {
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  readonly count: () => number;
  /** Closes every connection; resolves when all are closed. */
  readonly close: () => Promise<void>;
}

const closeCodes = { goingAway: 1001, unsupportedData: 1003 } as const;

/** How long a peer may take to finish the closing handshake. */
const closeTimeout = 2 * second;

export function createWebSockets(
  settings: WebSocketSettings,
  connectionOf: HttpConnections,
  trust: () => Trust,
): WebSockets {
  const { limits } = settings;
  const options = {
    noServer: true,
    clientTracking: false,
    // Compression costs hundreds of kilobytes for each connection and gains nothing on loopback.
    perMessageDeflate: false,
    maxPayload: limits.messageBytes,
    // The library would answer pings however many of its answers the client has left unread; see `serve`.
    autoPong: false,
    closeTimeout,
  };
  const server = new WebSocketServer(options);
  const keepAlive = createKeepAlive(limits.pingMs);
  let last = 0;

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => socket.destroy());
    const target = splitTarget(request.url);
    const methods = settings.rpc.get(target?.path ?? "");
    const stream = settings.streams.get(target?.path ?? "");
    const refusal = checkHost(request.headers.host, trust()) ?? checkOrigin(request.headers, trust());
    if (refusal !== null) {
      refuse(socket, refusal.status, refusal.reason);
    } else if (target === undefined || (methods === undefined && stream === undefined)) {
      refuse(socket, 404, "There is no WebSocket at this path.");
    } else if (settings.drain.stopping) {
      refuse(socket, 503, "Gatehouse is stopping.");
    } else {
      const token = stream?.token;
      const access =
        token === undefined ? settings.access : { ...settings.access, tokens: [token], tokenRequired: true };
      const offered = [bearerToken(request.headers), target.query.get("token")];
      const connection = connectionOf(request.socket);
      const admit = (peer: Peer): void => {
        const { share } = connection;
        const unauthorised = checkCaller(offered, peer, access);
        if (unauthorised !== null) refuse(socket, unauthorised.status, unauthorised.reason);
        else if (share === undefined) refuse(socket, 429, tooManyConnections(limits.connectionsPerPeer));
        else
          server.handleUpgrade(request, socket, head, (client) =>
            serve(client, target.query, { peer, share }, methods, stream),
          );
      };
      void connection.identified.then(admit);
    }
  }

  function serve(
    client: WebSocket,
    query: Query,
    from: From,
    methods: RpcMethods | undefined,
    stream: StreamRoute | undefined,
  ): void {
    // The library has closed the connection by the time it reports an error of the peer.
    client.on("error", () => undefined);
    client.on("ping", (data) => {
      if (client.bufferedAmount > limits.unreadBytes) client.terminate();
      else client.pong(data);
    });
    keepAlive.add(client);
    if (methods !== undefined) serveRpc(client, from, methods);
    else if (stream !== undefined) serveStream(client, query, stream);
  }

  function serveRpc(client: WebSocket, { peer, share }: From, methods: RpcMethods): void {
    last += 1;
    const channel = {
      connectionId: `websocket-${last}`,
      transport: "websocket",
      peer,
      send: (text: string) => client.send(text),
      isOpen: () => client.readyState === client.OPEN,
      unread: () => client.bufferedAmount,
      drop: () => client.terminate(),
    } as const;
    const connection = createConnection(channel, { ...settings, methods, share });
    client.on("close", connection.closed);
    client.on("message", function onMessage(data, isBinary) {
      if (client.readyState !== client.OPEN) return;
      if (isBinary) client.close(closeCodes.unsupportedData, "JSON-RPC travels in text frames");
      else if (Buffer.isBuffer(data)) void connection.receive(data.toString("utf8"));
    });
  }

  return {
    upgrade,
    count: () => keepAlive.clients.size,
    close: async () => {
      await Promise.all([...keepAlive.clients].map(goAway));
      keepAlive.stop();
    },
  };
}

function serveStream(client: WebSocket, query: Query, stream: StreamRoute): void {
  const stop = stream.open({
    query,
    send: (text, sent) => client.send(text, () => sent()),
    waiting: () => client.bufferedAmount,
    drop: (code, reason) => client.close(code, reason),
  });
  client.on("close", stop);
}

function goAway(client: WebSocket): Promise<void> {
  const closed = new Promise<void>((resolve) => client.once("close", () => resolve()));
  client.close(closeCodes.goingAway, "Gatehouse is stopping");
  return closed;
}

function refuse(socket: Duplex, status: number, reason: string): void {
  socket.once("finish", () => socket.destroy());
  socket.end(refusalBytes(status, reason));
}
