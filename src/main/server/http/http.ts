// HTTP: routes a request to JSON-RPC methods or to a plain handler, once the guard has let it in.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Peer } from "../../shared/peer.ts";
import type { Caller, PlainRoute, Query, RpcMethods } from "../../shared/rpc.ts";
import type { Drain } from "./drain.ts";
import { type Access, bearerToken, checkCaller, checkHost, checkMediaType, checkOrigin, type Trust } from "./guard.ts";
import { HttpCaller, type HttpConnection, type HttpConnections } from "./http-caller.ts";
import { readBody, replyJson, replyNothing, replyRefusal, replyText, splitTarget } from "./http-message.ts";
import { answer, notUtf8Text, type FaultSink } from "./json-rpc.ts";
import { decodeUtf8, parseStrictJson } from "./json-text.ts";
import type { Limits } from "./limits.ts";
import { type PeerShare, tooManyBytes, tooManyConnections } from "./peer-shares.ts";

export interface HttpSettings {
  /** JSON-RPC by path: "/rpc", "/aos" … */
  readonly rpc: ReadonlyMap<string, RpcMethods>;
  readonly plain: ReadonlyMap<string, PlainRoute>;
  /** For everything but /health, which is open to all. */
  readonly access: Access;
  readonly limits: Limits;
  readonly drain: Drain;
  readonly fault: FaultSink;
}

type Serve = (caller: Caller) => void;

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

export function createRequestHandler(
  settings: HttpSettings,
  connectionOf: HttpConnections,
  trust: () => Trust,
): RequestHandler {
  const { limits, drain, fault } = settings;

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const refusal = checkHost(request.headers.host, trust()) ?? checkOrigin(request.headers, trust());
    if (refusal !== null) {
      replyRefusal(request, response, limits, refusal);
      return;
    }
    const target = splitTarget(request.url);
    if (target?.path === "/health") {
      if (allows(["GET", "HEAD"], request, response)) replyText(response, limits, 200, "OK");
      return;
    }
    const methods = settings.rpc.get(target?.path ?? "");
    const plain = settings.plain.get(target?.path ?? "");
    if (target === undefined || (methods === undefined && plain === undefined)) {
      replyText(response, limits, 404, "There is nothing at this path.\n");
      return;
    }
    const connection = connectionOf(request.socket);
    const serve: Serve = (caller) => {
      if (methods !== undefined) serveRpc(request, response, methods, caller);
      else if (plain !== undefined) servePlain(request, response, plain, caller, target.query);
    };
    if (connection.peer !== undefined) admit(request, response, connection, connection.peer, serve);
    else void connection.identified.then((peer) => admit(request, response, connection, peer, serve));
  }

  function admit(
    request: IncomingMessage,
    response: ServerResponse,
    connection: HttpConnection,
    peer: Peer,
    serve: Serve,
  ): void {
    const unauthorised = checkCaller([bearerToken(request.headers)], peer, settings.access);
    if (unauthorised !== null) {
      replyRefusal(request, response, limits, unauthorised);
    } else if (connection.share === undefined) {
      response.setHeader("Connection", "close");
      replyText(response, limits, 429, `${tooManyConnections(limits.connectionsPerPeer)}\n`);
    } else if (drain.stopping) {
      response.setHeader("Connection", "close");
      replyText(response, limits, 503, "Gatehouse is stopping.\n");
    } else if (connection.inFlight >= limits.inFlight) {
      replyText(response, limits, 429, "Too many requests of this connection are unanswered: wait for some.\n");
    } else {
      const bytes = expectedBytes(request, limits);
      if (!connection.share.take(bytes)) {
        const refusal = { status: 429, reason: tooManyBytes(limits.bytesPerPeer) } as const;
        replyRefusal(request, response, limits, refusal);
        return;
      }
      track(connection, connection.share, bytes, response);
      serve(new HttpCaller(connection.id, peer, response));
    }
  }

  /** In flight until the answer has left or the client has, not until the work is done. */
  function track(connection: HttpConnection, share: PeerShare, bytes: number, response: ServerResponse): void {
    connection.inFlight += 1;
    drain.begin();
    response.once("close", () => {
      connection.inFlight -= 1;
      share.give(bytes);
      drain.end();
    });
  }

  function allows(methods: readonly string[], request: IncomingMessage, response: ServerResponse): boolean {
    if (methods.includes(request.method ?? "")) return true;
    response.setHeader("Allow", methods.join(", "));
    replyText(response, limits, 405, `Use ${methods.join(" or ")} here.\n`);
    return false;
  }

  function serveRpc(request: IncomingMessage, response: ServerResponse, methods: RpcMethods, caller: Caller): void {
    if (!allows(["POST"], request, response)) return;
    withJsonText(request, response, async (text) => {
      const answered = text === undefined ? notUtf8Text : await answer(text, { methods, caller, limits, fault });
      if (answered === undefined) replyNothing(response);
      else replyJson(response, limits, 200, answered);
    });
  }

  function servePlain(
    request: IncomingMessage,
    response: ServerResponse,
    route: PlainRoute,
    caller: Caller,
    query: Query,
  ): void {
    if (!allows([route.method], request, response)) return;
    if (route.method === "GET") {
      void safely(response, async () => replyPlain(response, await route.handle(undefined, caller, query)));
      return;
    }
    withJsonText(request, response, async (text) => {
      const body = parseStrictJson(text, limits.nesting);
      if (body.ok) replyPlain(response, await route.handle(body.value, caller, query));
      else replyText(response, limits, 400, `The body cannot be used: ${body.error.why}.\n`);
    });
  }

  function replyPlain(response: ServerResponse, { status, body }: Awaited<ReturnType<PlainRoute["handle"]>>): void {
    if (typeof body === "string") replyText(response, limits, status, body);
    else replyJson(response, limits, status, JSON.stringify(body) ?? "null");
  }

  /** Reads the body as text; undefined when it is not UTF-8. */
  function withJsonText(
    request: IncomingMessage,
    response: ServerResponse,
    work: (text: string | undefined) => Promise<void>,
  ): void {
    const wrongType = checkMediaType(request.headers);
    if (wrongType !== null) {
      replyRefusal(request, response, limits, wrongType);
      return;
    }
    readBody(request, response, limits.messageBytes, (body) => {
      if (Buffer.isBuffer(body)) void safely(response, () => work(decodeUtf8(body)));
      else replyRefusal(request, response, limits, body);
    });
  }

  async function safely(response: ServerResponse, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      fault("http", error);
      if (response.headersSent) response.destroy();
      else replyText(response, limits, 500, "Gatehouse failed to answer; its log says why.\n");
    }
  }

  return handle;
}

/** What a request may bring; one that does not say may bring the most there is. More than that is refused by its size. */
function expectedBytes(request: IncomingMessage, { messageBytes }: Limits): number {
  if (request.headers["transfer-encoding"] !== undefined) return messageBytes;
  return Math.min(Number(request.headers["content-length"] ?? 0) || 0, messageBytes);
}
