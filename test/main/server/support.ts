// Support: real listeners with a few small methods, and raw clients that can misbehave.
import { mkdtempSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import {
  startListeners,
  type ListenerHandlers,
  type ListenerOptions,
  type Listeners,
} from "../../../src/main/server/index.ts";
import { createPeers } from "../../../src/main/peer/index.ts";
import type { Json } from "../../../src/shared/lib/json.ts";
import { fail, ok } from "../../../src/shared/lib/result.ts";
import { namedParams, rpcCodes, type RpcMethod, type RpcMethods } from "../../../src/shared/lib/rpc.ts";

export interface House extends Listeners {
  readonly faults: { readonly where: string; readonly error: unknown }[];
  readonly calls: Json[];
  /** Lets every call of "wait" answer. */
  readonly release: () => void;
  /** How many calls of "wait" have begun. */
  readonly waiting: () => number;
  /** How many calls of "wait" were told that their caller is gone. */
  readonly abandoned: () => number;
}

/** What a listener needs to know its callers. */
export function ownPeers(): Pick<ListenerOptions, "peers" | "owner"> {
  const fault = (where: string, error: unknown): void => console.error(where, error);
  return { peers: createPeers({ platform: process.platform, fault }), owner: process.getuid?.() };
}

export async function startHouse(
  options: Partial<ListenerOptions> = {},
  handlers: Partial<ListenerHandlers> = {},
): Promise<House> {
  const faults: { where: string; error: unknown }[] = [];
  const calls: Json[] = [];
  const waiting = Promise.withResolvers<void>();
  let abandoned = 0;
  let begun = 0;
  const wait: RpcMethod = async (_params, caller) => {
    begun += 1;
    caller.gone.addEventListener("abort", () => {
      abandoned += 1;
    });
    await waiting.promise;
    return ok("waited");
  };
  const agents: RpcMethods = new Map([...methods(calls), ["wait", wait]]);
  const started = await startListeners(
    { port: 0, ...ownPeers(), ...options },
    { agents, fault: (where, error) => void faults.push({ where, error }), ...handlers },
  );
  if (!started.ok) throw new Error(started.error.message);
  return {
    ...started.value,
    faults,
    calls,
    release: waiting.resolve,
    waiting: () => begun,
    abandoned: () => abandoned,
  };
}

function methods(calls: Json[]): readonly (readonly [string, RpcMethod])[] {
  return [
    ["echo", async (params) => ok(params ?? null)],
    ["note", async (params) => (calls.push(params ?? null), ok(null))],
    ["subtract", async (params) => subtract(params)],
    ["named", async (params) => namedParams(params)],
    ["rpc.hidden", async () => ok("reserved")],
    ["nothing", async () => ok(undefined)],
    ["unserialisable", async () => ok({ big: 1n })],
    ["throw", () => Promise.reject(new Error("secret detail"))],
    [
      "throw now",
      () => {
        throw new Error("secret detail");
      },
    ],
    ["deny", async () => fail({ code: rpcCodes.policyViolation, message: "Denied", data: { risk_score: 0.95 } })],
    ["who", async (_params, caller) => ok({ id: caller.connectionId, transport: caller.transport })],
    ["envelope", async (_params, _caller, request) => ok(request)],
    [
      "push",
      async (params, caller) =>
        ok(caller.push?.({ jsonrpc: "2.0", method: "g2a/test", params: params ?? null }) ?? "cannot"),
    ],
  ];
}

async function subtract(params: Json | undefined): ReturnType<RpcMethod> {
  if (Array.isArray(params)) return ok(Number(params[0]) - Number(params[1]));
  const named = namedParams(params);
  return named.ok ? ok(Number(named.value["minuend"]) - Number(named.value["subtrahend"])) : named;
}

export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), "gatehouse-"));
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface HttpQuestion {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** One request on a connection of its own. */
export function http(port: number, question: HttpQuestion): Promise<HttpAnswer> {
  const { method = "POST", path = "/rpc", body = "" } = question;
  const headers = { ...(method === "POST" && { "content-type": "application/json" }), ...question.headers };
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port, method, path, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts).toString() }),
      );
    });
    request.on("error", reject);
    request.end(body);
  });
}

export const rpc = (method: string, params?: unknown, id: unknown = 1): string =>
  JSON.stringify({ jsonrpc: "2.0", method, params, id });

/** A connection that sends whatever bytes it is told, and keeps what comes back. */
export interface RawClient {
  readonly socket: Socket;
  readonly received: () => string;
  readonly bytes: () => Buffer;
  readonly until: (pattern: RegExp) => Promise<string>;
  readonly closed: Promise<void>;
}

export function rawClient(where: number | string): RawClient {
  const socket = typeof where === "number" ? connect(where, "127.0.0.1") : connect(where);
  const chunks: Buffer[] = [];
  let text = "";
  const watchers = new Set<() => void>();
  const changed = (): void => watchers.forEach((watcher) => watcher());
  socket.on("data", (chunk) => {
    chunks.push(chunk);
    text += chunk.toString();
    changed();
  });
  socket.on("error", () => undefined);
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.once("close", changed);
  return {
    socket,
    received: () => text,
    bytes: () => Buffer.concat(chunks),
    closed,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (pattern.test(text)) resolve(text);
          else if (socket.closed) reject(new Error(`The connection ended after: ${text}`));
          else return;
          watchers.delete(look);
        };
        watchers.add(look);
        look();
      }),
  };
}

export interface WebSocketClient {
  readonly socket: WebSocket;
  readonly messages: string[];
  /** Resolves when so many messages have come. */
  readonly until: (count: number) => Promise<readonly string[]>;
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
}

/** An open WebSocket; rejects with the status when the upgrade is refused. */
export function webSocketClient(url: string, options: WebSocket.ClientOptions = {}): Promise<WebSocketClient> {
  const socket = new WebSocket(url, options);
  const messages: string[] = [];
  socket.on("message", (data: Buffer) => messages.push(data.toString()));
  socket.on("error", () => undefined);
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.once("close", (code, reason) => resolve({ code, reason: reason.toString() })),
  );
  const until = (count: number): Promise<readonly string[]> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (messages.length < count) return;
        socket.off("message", look);
        resolve(messages);
      };
      socket.on("message", look);
      void closed.then(({ code }) => reject(new Error(`Closed with ${code} after ${messages.length} messages`)));
      look();
    });
  return new Promise((resolve, reject) => {
    socket.once("open", () => resolve({ socket, messages, until, closed }));
    socket.once("unexpected-response", (_request, response) => {
      reject(new Error(`status ${response.statusCode}`));
      socket.terminate();
    });
  });
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
