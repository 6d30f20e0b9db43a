// HTTP: routes a request to JSON-RPC methods or to a plain handler, once the guard has let it in.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Caller, PlainRoute, Query, RpcMethods } from "../../../shared/lib/rpc.ts";
import type { Drain } from "../drain.ts";
import { type Access, bearerToken, checkCaller, checkHost, checkMediaType, checkOrigin, type Trust } from "../guard.ts";
import { HttpCaller, type HttpConnection, type HttpConnections } from "./caller.ts";
import { readBody, replyJson, replyNothing, replyRefusal, replyText, splitTarget } from "./message.ts";
import { answer, notUtf8Text, type FaultSink } from "../rpc/json-rpc.ts";
import { decodeUtf8, parseStrictJson } from "../rpc/json-text.ts";
import type { Limits } from "../limits.ts";
import { type PeerShare, tooManyBytes, tooManyConnections } from "../peer-shares.ts";

export interface HttpSettings {
  /** JSON-RPC by path: "/rpc", "/aos" … */
  readonly rpc: ReadonlyMap<string, RpcMethods>;
  readonly plain: ReadonlyMap<string, PlainRoute>;
  /** For everything but /health, which is open to all. */
  readonly access: Access;
  readonly limits: Limits;
  readonly drain: Drain;
  readonly fault: FaultSink;
  /** The contained run that everybody who calls is in. */
  readonly runId?: string | undefined;
}

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

export function createRequestHandler(
  settings: HttpSettings,
  connectionOf: HttpConnections,
  trust: () => Trust,
): RequestHandler {
  const { limits, drain, fault } = settings;

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    const refusal = checkHost(request.headers.host, trust()) ?? checkOrigin(request.headers, trust());
    if (refusal !== null) {
      replyRefusal(request, response, limits, refusal);
      return;
    }
    const target = splitTarget(request.url);
    if (target?.path === "/health") {
      if (allows(limits, ["GET", "HEAD"], request, response)) replyText(response, limits, 200, "OK");
      return;
    }
    const methods = settings.rpc.get(target?.path ?? "");
    const plain = settings.plain.get(target?.path ?? "");
    const failed = (error: unknown): void => replyFault(response, error);
    if (methods !== undefined) serveRpc(request, response, methods).catch(failed);
    else if (plain !== undefined && target !== undefined)
      servePlain(request, response, plain, target.query).catch(failed);
    else replyText(response, limits, 404, "There is nothing at this path.\n");
  }

  function replyFault(response: ServerResponse, error: unknown): void {
    fault("http", error);
    if (response.headersSent) response.destroy();
    else replyText(response, limits, 500, "Gatehouse failed to answer; its log says why.\n");
  }

  /** Who sent the request; undefined when it has been refused. */
  async function admit(request: IncomingMessage, response: ServerResponse): Promise<Caller | undefined> {
    const connection = connectionOf(request.socket);
    const peer = connection.peer ?? (await connection.identified);
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
      if (connection.share.take(bytes)) {
        track(drain, connection, connection.share, bytes, response);
        return new HttpCaller(connection.id, peer, response, settings.runId);
      }
      replyRefusal(request, response, limits, { status: 429, reason: tooManyBytes(limits.bytesPerPeer) });
    }
    return undefined;
  }

  async function serveRpc(request: IncomingMessage, response: ServerResponse, methods: RpcMethods): Promise<void> {
    const caller = await admit(request, response);
    if (caller === undefined || !allows(limits, ["POST"], request, response)) return;
    const body = await readJsonBody(request, response);
    if (body === undefined) return;
    const text = decodeUtf8(body);
    const answered = text === undefined ? notUtf8Text : await answer(text, { methods, caller, limits, fault });
    if (answered === undefined) replyNothing(response);
    else replyJson(response, limits, 200, answered);
  }

  async function servePlain(
    request: IncomingMessage,
    response: ServerResponse,
    route: PlainRoute,
    query: Query,
  ): Promise<void> {
    const caller = await admit(request, response);
    if (caller === undefined || !allows(limits, [route.method], request, response)) return;
    if (route.method === "GET") return replyPlain(response, limits, await route.handle(undefined, caller, query));
    const body = await readJsonBody(request, response);
    if (body === undefined) return;
    const parsed = parseStrictJson(decodeUtf8(body), limits.nesting);
    if (parsed.ok) replyPlain(response, limits, await route.handle(parsed.value, caller, query));
    else replyText(response, limits, 400, `The body cannot be used: ${parsed.error.why}.\n`);
  }

  /** The body; undefined when the request has been refused. */
  async function readJsonBody(request: IncomingMessage, response: ServerResponse): Promise<Buffer | undefined> {
    const body = checkMediaType(request.headers) ?? (await readBody(request, response, limits.messageBytes));
    if (Buffer.isBuffer(body)) return body;
    replyRefusal(request, response, limits, body);
    return undefined;
  }

  return onRequest;
}

/** In flight until the answer has left or the client has, not until the work is done. */
function track(
  drain: Drain,
  connection: HttpConnection,
  share: PeerShare,
  bytes: number,
  response: ServerResponse,
): void {
  connection.inFlight += 1;
  drain.begin();
  response.once("close", () => {
    connection.inFlight -= 1;
    share.give(bytes);
    drain.end();
  });
}

function allows(
  limits: Limits,
  methods: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (methods.includes(request.method ?? "")) return true;
  response.setHeader("Allow", methods.join(", "));
  replyText(response, limits, 405, `Use ${methods.join(" or ")} here.\n`);
  return false;
}

function replyPlain(
  response: ServerResponse,
  limits: Limits,
  { status, body }: Awaited<ReturnType<PlainRoute["handle"]>>,
): void {
  if (typeof body === "string") replyText(response, limits, status, body);
  else replyJson(response, limits, status, JSON.stringify(body) ?? "null");
}

/** What a request may bring; one that does not say may bring the most there is. More than that is refused by its size. */
function expectedBytes(request: IncomingMessage, { messageBytes }: Limits): number {
  if (request.headers["transfer-encoding"] !== undefined) return messageBytes;
  return Math.min(Number(request.headers["content-length"] ?? 0) || 0, messageBytes);
}
