// Listeners: every way in that Gatehouse offers on this machine, started together and stopped together.
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import type { LineProtocol } from "../../shared/lib/line-stream.ts";
import type { Peer, PeerSource } from "../../shared/local/peer.ts";
import type { PlainRoute, RpcMethods, StreamHandler } from "../../shared/lib/rpc.ts";
import { createDrain } from "./drain.ts";
import { startHttpListener, type Certificate, type HttpListener } from "./http/listener.ts";
import type { Access } from "./guard.ts";
import { startHttpSocketListener } from "./http/socket.ts";
import type { FaultSink } from "./rpc/json-rpc.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import { type LineListener, type LinePlace, startLineListener } from "./lines/listener.ts";
import type { ListenFailure } from "./listen.ts";
import { createPeerShares } from "./peer-shares.ts";
import { startSocketListener, type SocketListener } from "./lines/socket.ts";
import { refuseOtherUser } from "./socket-peer.ts";

export interface ListenerOptions {
  readonly peers: PeerSource;
  /** The user whose processes are served without a token; undefined where users have no number (Windows). */
  readonly owner: number | undefined;
  /** The owner's token: whoever shows it is served as the owner is. */
  readonly ownerToken?: string | undefined;
  /** An IP address; 127.0.0.1 by default. Any that is not loopback needs `tls` and `token`. */
  readonly address?: string | undefined;
  /** 0 picks a free port. */
  readonly port: number;
  readonly tls?: Certificate | undefined;
  /** When given, everybody needs it or the owner's, also the owner. */
  readonly token?: string | undefined;
  /** Demanded from readers of the telemetry stream when given. */
  readonly telemetryToken?: string | undefined;
  /** Further Host headers to answer to. */
  readonly names?: readonly string[] | undefined;
  /** A second port, for the plain routes alone. */
  readonly plainPort?: number | undefined;
  /** Unix socket or named pipe, for agents and for the operator's commands. */
  readonly agentSocket?: string | undefined;
  readonly operatorSocket?: string | undefined;
  /** Unix socket or named pipe that speaks HTTP, for hooks of agents. */
  readonly hookSocket?: string | undefined;
  /** Unix socket on which contained runs are opened. */
  readonly runSocket?: string | undefined;
  /** Where lines of A2E are spoken: a port, a socket, or both. */
  readonly a2e?: readonly LinePlace[] | undefined;
  readonly limits?: Partial<Limits> | undefined;
}

export interface ListenerHandlers {
  /** For agents: on /rpc, /jsonrpc and /, on WebSocket / and on the agents' socket. */
  readonly agents: RpcMethods;
  /** For the operator's socket, and nowhere else. */
  readonly operator?: RpcMethods | undefined;
  /** Why a process of the owner may not use the operator's socket; undefined for one that may. */
  readonly refuseOperator?: ((peer: Peer) => string | undefined) | undefined;
  /** Further JSON-RPC paths over HTTP, such as "/aos". */
  readonly routes?: ReadonlyMap<string, RpcMethods> | undefined;
  readonly plain?: ReadonlyMap<string, PlainRoute> | undefined;
  /** For the places of A2E. */
  readonly a2e?: LineProtocol | undefined;
  /** For the socket on which contained runs are opened. */
  readonly runs?: LineProtocol | undefined;
  /** WebSocket /telemetry. */
  readonly telemetry?: StreamHandler | undefined;
  /** Hears about faults that clients must not see. */
  readonly fault: FaultSink;
}

export interface Listeners {
  readonly httpUrl: string;
  readonly wsUrl: string;
  readonly port: number;
  readonly plainUrl: string | undefined;
  readonly agentSocket: string | undefined;
  readonly operatorSocket: string | undefined;
  /** In the order they were asked for. */
  readonly a2e: readonly string[];
  readonly webSocketCount: () => number;
  /** A further socket for hooks: whoever calls there is inside this contained run. */
  readonly openHookSocket: (path: string, runId: string) => Promise<Result<HookSocket, ListenFailure>>;
  /** Refuses what is new, lets what is in flight finish within its limit, then ends every connection. */
  readonly stop: () => Promise<void>;
}

export interface HookSocket {
  readonly path: string;
  readonly close: () => Promise<void>;
}

type Started = Pick<HttpListener | SocketListener | LineListener, "refuseNew" | "close">;

/** All of them, or none: when one cannot listen, those before it are closed again. */
export async function startListeners(
  options: ListenerOptions,
  handlers: ListenerHandlers,
): Promise<Result<Listeners, ListenFailure>> {
  const limits: Limits = { ...defaultLimits, ...options.limits };
  const drain = createDrain();
  const { fault } = handlers;
  const started: Started[] = [];
  const { peers, owner } = options;
  const access: Access = {
    tokens: [options.token, options.ownerToken].filter((token) => token !== undefined).filter((token) => token !== ""),
    tokenRequired: options.token !== undefined && options.token !== "",
    owner,
  };
  const shares = createPeerShares(limits);
  const common = { limits, drain, fault, access, peers, shares };
  const where = { address: options.address ?? "127.0.0.1", tls: options.tls, names: options.names };
  const plain = handlers.plain ?? new Map<string, PlainRoute>();

  async function stopOnce(): Promise<void> {
    for (const listener of started) listener.refuseNew();
    await drain.stop(limits.drainMs);
    await Promise.all(started.map((listener) => listener.close()));
  }

  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= stopOnce());

  async function begin<Value extends Started>(
    starting: Promise<Result<Value, ListenFailure>>,
  ): Promise<Result<Value, ListenFailure>> {
    const result = await starting;
    if (result.ok) started.push(result.value);
    else await stop();
    return result;
  }

  const { agents, operator = new Map(), refuseOperator, routes = new Map<string, RpcMethods>(), telemetry } = handlers;
  const http = await begin(
    startHttpListener(
      { ...where, port: options.port },
      {
        ...common,
        plain,
        rpc: new Map([["/rpc", agents], ["/jsonrpc", agents], ["/", agents], ...routes]),
        webSockets: new Map([["/", agents]]),
        streams: new Map(
          telemetry === undefined ? [] : [["/telemetry", { open: telemetry, token: options.telemetryToken }]],
        ),
      },
    ),
  );
  if (!http.ok) return http;

  let plainUrl: string | undefined;
  if (options.plainPort !== undefined) {
    const nothing = { rpc: new Map(), webSockets: new Map(), streams: new Map() };
    const second = await begin(
      startHttpListener({ ...where, port: options.plainPort }, { ...common, ...nothing, plain }),
    );
    if (!second.ok) return fail(second.error);
    plainUrl = second.value.httpUrl;
  }

  const sockets = [
    { path: options.agentSocket, methods: agents, further: undefined, counted: shares },
    { path: options.operatorSocket, methods: operator, further: refuseOperator, counted: undefined },
  ];
  for (const { path, methods, further, counted } of sockets) {
    if (path === undefined) continue;
    const refuse = (peer: Peer) => refuseOtherUser(peer, owner) ?? further?.(peer);
    const socket = await begin(
      startSocketListener(path, { methods, limits, drain, fault, peers, refuse, shares: counted }),
    );
    if (!socket.ok) return fail(socket.error);
  }

  if (options.hookSocket !== undefined) {
    const hooks = await begin(startHttpSocketListener(options.hookSocket, { ...common, rpc: new Map(), plain }));
    if (!hooks.ok) return fail(hooks.error);
  }

  const lines = await startLines(options, handlers, (place, protocol) =>
    begin(startLineListener(place, { ...common, protocol })),
  );
  if (!lines.ok) return lines;

  const { httpUrl, wsUrl, port, webSocketCount } = http.value;
  const { agentSocket, operatorSocket } = options;
  const openHookSocket = hookSocketOpener({ ...common, rpc: new Map(), plain });
  const places = { httpUrl, wsUrl, port, plainUrl, agentSocket, operatorSocket, a2e: lines.value };
  return ok({ ...places, webSocketCount, openHookSocket, stop });
}

/** The places of A2E, as they were opened. */
async function startLines(
  { a2e: wanted = [], runSocket }: ListenerOptions,
  { a2e, runs }: ListenerHandlers,
  start: (place: LinePlace, protocol: LineProtocol) => Promise<Result<LineListener, ListenFailure>>,
): Promise<Result<readonly string[], ListenFailure>> {
  const places: string[] = [];
  for (const place of wanted) {
    if (a2e === undefined) break;
    const listener = await start(place, a2e);
    if (!listener.ok) return listener;
    places.push(listener.value.place);
  }
  const opened = runs === undefined || runSocket === undefined ? undefined : await start({ path: runSocket }, runs);
  return opened?.ok === false ? opened : ok(places);
}

function hookSocketOpener(settings: Parameters<typeof startHttpSocketListener>[1]): Listeners["openHookSocket"] {
  return async (path, runId) => {
    const socket = await startHttpSocketListener(path, { ...settings, runId });
    if (!socket.ok) return socket;
    const { refuseNew, close } = socket.value;
    const end = async (): Promise<void> => {
      refuseNew();
      await close();
    };
    return ok({ path, close: end });
  };
}
