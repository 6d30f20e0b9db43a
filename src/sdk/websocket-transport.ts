// JSON-RPC over one WebSocket: answers in any order, pushes in between, a new connection when the old one is lost.
import { isJsonObject, type Json } from "../shared/lib/json.ts";
import { UnreachableError } from "./errors.ts";
import { parseMessage, requestText, resultOf, type Transport, type TransportEvents } from "./transport.ts";

interface Pending {
  readonly resolve: (result: Json) => void;
  readonly reject: (error: unknown) => void;
}

export function createWebSocketTransport(url: URL, token: string | undefined, events: TransportEvents): Transport {
  const address = new URL(url);
  // Browsers cannot set headers on a WebSocket.
  if (token !== undefined) address.searchParams.set("token", token);
  const shown = `${url.origin === "null" ? `${url.protocol}//${url.host}` : url.origin}${url.pathname}`;
  const pending = new Map<number, Pending>();
  let opening: Promise<WebSocket> | undefined;
  let close = (): void => {};
  let closed = false;
  let last = 0;

  /** Somebody may listen there and never answer, so the opening has its time too. */
  function open(timeoutMs: number): Promise<WebSocket> {
    if (closed) return Promise.reject(new UnreachableError("The client was closed."));
    opening ??= new Promise<WebSocket>((resolve, reject) => {
      const socket = new WebSocket(address);
      close = () => socket.close();
      const timer = setTimeout(close, timeoutMs);
      socket.addEventListener("open", () => {
        clearTimeout(timer);
        resolve(socket);
      });
      socket.addEventListener("message", ({ data }) => receive(data));
      socket.addEventListener("close", () => {
        opening = undefined;
        clearTimeout(timer);
        reject(new UnreachableError(`Gatehouse cannot be reached at ${shown}. Is it running?`));
        for (const [id, { reject: give }] of pending) {
          pending.delete(id);
          give(new UnreachableError("The connection to Gatehouse was lost before it answered."));
        }
        if (!closed) events.lost();
      });
    });
    return opening;
  }

  function receive(data: unknown): void {
    const message = typeof data === "string" ? parseMessage(data) : undefined;
    if (message === undefined) return;
    const { method, params = {}, id } = message;
    if (typeof method === "string") {
      if (isJsonObject(params)) events.pushed(method, params);
      return;
    }
    const waiting = typeof id === "number" ? pending.get(id) : undefined;
    if (waiting === undefined || typeof id !== "number") return;
    pending.delete(id);
    try {
      waiting.resolve(resultOf(message));
    } catch (error) {
      waiting.reject(error);
    }
  }

  return {
    pushes: true,
    request: async (method, params, timeoutMs) => {
      const socket = await open(timeoutMs);
      last += 1;
      const id = last;
      return new Promise<Json>((resolve, reject) => {
        const timer = setTimeout(() => {
          pending.delete(id);
          reject(new UnreachableError(`Gatehouse did not answer ${method} within ${timeoutMs / 1000} s.`));
        }, timeoutMs);
        pending.set(id, {
          resolve: (result) => {
            clearTimeout(timer);
            resolve(result);
          },
          reject: (error) => {
            clearTimeout(timer);
            reject(error);
          },
        });
        socket.send(requestText(method, params, id));
      });
    },
    close: () => {
      closed = true;
      close();
    },
  };
}
