// HTTP caller: who sent a request, by its connection, and whether anybody still waits for the answer.
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Caller } from "../../shared/rpc.ts";

export interface HttpConnection {
  readonly id: string;
  /** Requests of this connection that are not answered yet; a client may send many without waiting. */
  inFlight: number;
}

export function createHttpConnections(): (socket: Socket) => HttpConnection {
  const known = new WeakMap<Socket, HttpConnection>();
  let last = 0;
  return (socket) => {
    let connection = known.get(socket);
    if (connection === undefined) {
      last += 1;
      connection = { id: `http-${last}`, inFlight: 0 };
      known.set(socket, connection);
    }
    return connection;
  };
}

export function httpCaller(connectionId: string, response: ServerResponse): Caller {
  let gone: AbortController | undefined;
  return {
    connectionId,
    transport: "http",
    // Made on demand: most methods never ask, and it costs more than the rest of the call.
    get gone() {
      if (gone !== undefined) return gone.signal;
      const controller = new AbortController();
      gone = controller;
      const closed = (): void => {
        if (!response.writableFinished) controller.abort();
      };
      if (response.destroyed) closed();
      else response.once("close", closed);
      return controller.signal;
    },
  };
}
