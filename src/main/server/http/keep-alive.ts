// Keep-alive: pings every WebSocket from one timer, and ends those whose peer is no longer there.
import type { WebSocket } from "ws";

export interface KeepAlive {
  readonly clients: ReadonlySet<WebSocket>;
  readonly add: (client: WebSocket) => void;
  readonly stop: () => void;
}

export function createKeepAlive(everyMs: number): KeepAlive {
  const clients = new Set<WebSocket>();
  const silent = new Set<WebSocket>();
  const timer = setInterval(() => {
    for (const client of clients) {
      if (silent.has(client)) {
        client.terminate();
      } else {
        silent.add(client);
        client.ping();
      }
    }
  }, everyMs);
  // The listeners keep the process alive, not this.
  timer.unref();
  return {
    clients,
    add: (client) => {
      clients.add(client);
      const heard = (): void => void silent.delete(client);
      client.on("pong", heard);
      client.on("message", heard);
      client.on("close", () => {
        clients.delete(client);
        silent.delete(client);
      });
    },
    stop: () => clearInterval(timer),
  };
}
