// HTTP over a Unix socket or a named pipe: for hooks of agents, which must reach this engine and no other program.
import { ok, type Result } from "../../../shared/lib/result.ts";
import type { Trust } from "../guard.ts";
import { createHttpConnections } from "./caller.ts";
import { createHttpServer, type HttpListenerSettings } from "./listener.ts";
import { createRequestHandler } from "./http.ts";
import type { ListenFailure } from "../listen.ts";
import { listenOnPath } from "../lines/listen-path.ts";
import type { SocketListener } from "../lines/socket.ts";
import { socketPeer } from "../socket-peer.ts";

/** Whatever name a client gives: a file has no name that a web page could point elsewhere. */
const trust: Trust = { hosts: new Set(["localhost"]), origins: new Set() };

export async function startHttpSocketListener(
  path: string,
  settings: Omit<HttpListenerSettings, "webSockets" | "streams">,
): Promise<Result<SocketListener, ListenFailure>> {
  const created = createHttpServer(undefined, settings.limits, path);
  if (!created.ok) return created;
  const server = created.value;
  const connectionOf = createHttpConnections(
    (socket) => Promise.resolve(socketPeer(socket, settings.peers)),
    settings.shares,
  );
  // Whoever may open the file is known by the kernel, so that no token is needed.
  const access = { ...settings.access, tokenRequired: false };
  const handle = createRequestHandler({ ...settings, access }, connectionOf, () => trust);
  server.on("request", handle);
  server.on("checkContinue", handle);
  const listening = await listenOnPath(server, path);
  if (!listening.ok) return listening;
  server.on("error", (error) => settings.fault("hook listener", error));
  return ok({
    path,
    refuseNew: () => void server.close(),
    close: async () => server.closeAllConnections(),
  });
}
