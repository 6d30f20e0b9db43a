// A small server that answers A2G by script, over HTTP and WebSocket, for clients under test.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import type { JsonObject } from "../../../src/shared/lib/json.ts";

export interface Received {
  readonly method: string;
  readonly params: JsonObject;
}

/** The members of the response: `{ result }` or `{ error }`; undefined answers nothing. */
export type Script = (received: Received) => JsonObject | undefined | Promise<JsonObject | undefined>;

export interface A2gServer {
  readonly http: string;
  readonly ws: string;
  readonly received: Received[];
  readonly authorizations: (string | undefined)[];
  readonly push: (method: string, params: JsonObject) => void;
  readonly dropConnections: () => void;
  readonly connections: () => number;
}

export async function serveA2g(script: Script): Promise<A2gServer> {
  const received: Received[] = [];
  const authorizations: (string | undefined)[] = [];
  const sockets = new Set<WebSocket>();

  async function answer(message: string): Promise<string | undefined> {
    const { method, params, id } = JSON.parse(message) as Received & { readonly id: number };
    received.push({ method, params });
    const response = await script({ method, params });
    return response === undefined ? undefined : JSON.stringify({ jsonrpc: "2.0", ...response, id });
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await answer(await text(request));
    if (body === undefined) response.writeHead(503).end("busy");
    else response.writeHead(200, { "content-type": "application/json" }).end(body);
  }

  const server = createServer((request, response) => {
    authorizations.push(request.headers.authorization);
    void respond(request, response);
  });
  const upgrades = new WebSocketServer({ server });
  upgrades.on("connection", (socket, request) => {
    sockets.add(socket);
    const token = new URL(request.url ?? "/", "ws://localhost").searchParams.get("token");
    authorizations.push(token ?? undefined);
    socket.on("close", () => sockets.delete(socket));
    socket.on("message", (data: Buffer) => {
      void answer(data.toString("utf8")).then((body) => body !== undefined && socket.send(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.terminate();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    http: `http://127.0.0.1:${port}`,
    ws: `ws://127.0.0.1:${port}`,
    received,
    authorizations,
    push: (method, params) => {
      for (const socket of sockets) socket.send(JSON.stringify({ jsonrpc: "2.0", method, params, id: null }));
    },
    dropConnections: () => {
      for (const socket of sockets) socket.terminate();
    },
    connections: () => sockets.size,
  };
}
