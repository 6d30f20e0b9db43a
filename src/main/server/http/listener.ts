// HTTP listener: one address and port that speaks HTTP and WebSocket, in the open on loopback and over TLS 1.3 elsewhere.
import { createServer, type Server, type ServerOptions } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { isIP, isIPv6 } from "node:net";
import { second } from "../../../shared/lib/clock.ts";
import type { PeerSource } from "../../../shared/local/peer.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import { type Access, isLoopback, trustOf, type Trust } from "../guard.ts";
import { createRequestHandler, type HttpSettings } from "./http.ts";
import { createHttpConnections, identifyOverTcp } from "./caller.ts";
import type { Limits } from "../limits.ts";
import { listenFailure, listenOnPort, type ListenFailure } from "../listen.ts";
import { ownNames } from "./own-names.ts";
import type { PeerShares } from "../peer-shares.ts";
import { createWebSockets, type StreamRoute, type WebSocketSettings } from "./websocket.ts";

export interface Certificate {
  /** PEM texts. */
  readonly certificate: string;
  readonly key: string;
}

export interface HttpAddress {
  /** An IP address, never a name. */
  readonly address: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly tls?: Certificate | undefined;
  /** Further names that clients may call this machine by. */
  readonly names?: readonly string[] | undefined;
}

export interface HttpListenerSettings extends HttpSettings {
  readonly peers: PeerSource;
  readonly shares: PeerShares;
  readonly webSockets: Pick<WebSocketSettings, "rpc">["rpc"];
  readonly streams: ReadonlyMap<string, StreamRoute>;
}

export interface HttpListener {
  readonly port: number;
  /** "http://127.0.0.1:3000", and the same with ws. */
  readonly httpUrl: string;
  readonly wsUrl: string;
  readonly webSocketCount: () => number;
  /** No new connection from here on. */
  readonly refuseNew: () => void;
  /** Ends every connection; resolves when all are gone. */
  readonly close: () => Promise<void>;
}

export async function startHttpListener(
  where: HttpAddress,
  settings: HttpListenerSettings,
): Promise<Result<HttpListener, ListenFailure>> {
  const authority = isIPv6(where.address) ? `[${where.address}]` : where.address;
  const place = `${authority}:${where.port}`;
  const unsafe = checkAddress(where, settings.access, place);
  if (unsafe !== undefined) return fail(unsafe);
  const created = createHttpServer(where.tls, settings.limits, place);
  if (!created.ok) return created;
  const server = created.value;
  const secure = where.tls !== undefined;

  const names = [...(where.names ?? []), ...ownNames(where.address, where.tls?.certificate)];
  let trust: Trust = trustOf(where.address, where.port, secure, names);
  const connectionOf = createHttpConnections(identifyOverTcp(settings.peers), settings.shares);
  const webSockets = createWebSockets({ ...settings, rpc: settings.webSockets }, connectionOf, () => trust);
  const handle = createRequestHandler(settings, connectionOf, () => trust);
  // Identified while its first request is still on the way.
  server.on(secure ? "secureConnection" : "connection", connectionOf);
  server.on("request", handle);
  // A client that asks before it sends is judged by its headers alone.
  server.on("checkContinue", handle);
  server.on("upgrade", webSockets.upgrade);

  const listening = await listenOnPort(server, where.address, where.port, (port) => `${authority}:${port}`);
  if (!listening.ok) {
    await webSockets.close();
    return listening;
  }
  server.on("error", (error) => settings.fault("http listener", error));
  const bound = server.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : where.port;
  trust = trustOf(where.address, port, secure, names);
  return ok({
    port,
    httpUrl: `${secure ? "https" : "http"}://${authority}:${port}`,
    wsUrl: `${secure ? "wss" : "ws"}://${authority}:${port}`,
    webSocketCount: webSockets.count,
    refuseNew: () => void server.close(),
    close: async () => {
      server.closeAllConnections();
      await webSockets.close();
    },
  });
}

function checkAddress({ address, tls }: HttpAddress, access: Access, place: string): ListenFailure | undefined {
  if (isIP(address) === 0) {
    return listenFailure(
      "invalid_address",
      place,
      `"${address}" is not an IP address. Use 127.0.0.1 for this machine alone.`,
    );
  }
  if (isLoopback(address) || (tls !== undefined && access.tokenRequired && access.tokens.length > 0)) return undefined;
  const message = `${address} can be reached from other machines, so it needs a TLS certificate and a token. Give both, or use 127.0.0.1.`;
  return listenFailure("insecure", place, message);
}

export function createHttpServer(
  tls: Certificate | undefined,
  limits: Limits,
  place: string,
): Result<Server, ListenFailure> {
  const options: ServerOptions = {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: Math.min(second, limits.headersMs),
    // Some HTTP clients offer HTTP/2 by an upgrade on every request; they get an ordinary answer.
    shouldUpgradeCallback: (request) => request.headers.upgrade?.toLowerCase() === "websocket",
  };
  try {
    const server =
      tls === undefined
        ? createServer(options)
        : createSecureServer({
            ...options,
            cert: tls.certificate,
            key: tls.key,
            minVersion: "TLSv1.3",
            handshakeTimeout: limits.headersMs,
          });
    server.maxConnections = limits.connections;
    return ok(server);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail(listenFailure("bad_certificate", place, `The TLS certificate or its key cannot be used: ${why}`));
  }
}
