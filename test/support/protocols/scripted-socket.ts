// A WebSocket server that a test plays by hand: takes connections one by one, reads frames in order, answers, cuts.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import type { JsonObject } from "../../../src/shared/lib/json.ts";

export interface Frame {
  readonly method: string;
  readonly params: JsonObject;
  readonly id: number;
}

export interface ScriptedSocket {
  readonly url: string;
  /** Takes the client's next connection. */
  readonly accept: () => Promise<void>;
  /** The next frame on the connection that was taken last. */
  readonly next: () => Promise<Frame>;
  readonly send: (message: unknown) => void;
  readonly sendText: (text: string) => void;
  readonly drop: () => void;
}

interface Taken {
  readonly socket: WebSocket;
  readonly next: () => Promise<Frame>;
}

export async function scriptedSocket(): Promise<ScriptedSocket> {
  const server: Server = createServer();
  const sockets = new WebSocketServer({ server });
  const arrived = queue<Taken>();
  sockets.on("connection", (socket) => {
    const frames = queue<Frame>();
    socket.on("message", (data: Buffer) => frames.put(JSON.parse(data.toString("utf8")) as Frame));
    arrived.put({ socket, next: frames.take });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
    server.closeAllConnections();
    server.close();
  });
  let current: Taken | undefined;
  const connection = (): Taken => {
    if (current === undefined) throw new Error("no connection was taken");
    return current;
  };
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accept: async () => void (current = await arrived.take()),
    next: () => connection().next(),
    send: (message) => connection().socket.send(JSON.stringify(message)),
    sendText: (text) => connection().socket.send(text),
    drop: () => connection().socket.terminate(),
  };
}

function queue<Item>() {
  const items: Item[] = [];
  const takers: ((item: Item) => void)[] = [];
  return {
    put: (item: Item) => {
      const taker = takers.shift();
      if (taker === undefined) items.push(item);
      else taker(item);
    },
    take: () => {
      const item = items.shift();
      return item === undefined ? new Promise<Item>((resolve) => takers.push(resolve)) : Promise.resolve(item);
    },
  };
}
