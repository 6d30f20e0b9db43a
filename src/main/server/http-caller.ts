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

/** A class and not a literal, because every request makes one and a literal's getter is slow to make. */
export class HttpCaller implements Caller {
  readonly connectionId: string;
  readonly transport = "http";
  readonly #response: ServerResponse;
  #gone: AbortController | undefined;

  constructor(connectionId: string, response: ServerResponse) {
    this.connectionId = connectionId;
    this.#response = response;
  }

  /** Made on demand: most methods never ask. */
  get gone(): AbortSignal {
    if (this.#gone !== undefined) return this.#gone.signal;
    const response = this.#response;
    const controller = new AbortController();
    this.#gone = controller;
    const closed = (): void => {
      if (!response.writableFinished) controller.abort();
    };
    if (response.destroyed) closed();
    else response.once("close", closed);
    return controller.signal;
  }
}
