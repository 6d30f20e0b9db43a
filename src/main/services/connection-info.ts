// What listens where, for the screen that tells people how to connect an agent.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ConnectionInfo } from "../../shared/contract/connection.ts";
import type { ListenerOptions, Listeners } from "../server/index.ts";

export interface ConnectionParts {
  readonly options: Pick<ListenerOptions, "address" | "tls" | "token" | "telemetryToken">;
  readonly address: { readonly http: string; readonly ws: string };
  readonly resourcesDirectory: string;
  readonly listeners: Listeners | undefined;
}

export function connectionInfo({ options, address, resourcesDirectory, listeners }: ConnectionParts): ConnectionInfo {
  const at = (where: string | undefined) => (where === undefined ? {} : { address: where });
  return {
    http: address.http,
    ws: address.ws,
    address: options.address ?? "127.0.0.1",
    tls: options.tls !== undefined,
    token: options.token !== undefined,
    telemetryToken: options.telemetryToken !== undefined,
    transports: [
      { id: "http", address: `${address.http}/rpc` },
      { id: "websocket", address: address.ws, open: listeners?.webSocketCount() ?? 0 },
      { id: "agentSocket", ...at(listeners?.agentSocket) },
      { id: "a2e", ...at(listeners?.a2e[0]) },
      { id: "a2eSocket", ...at(listeners?.a2e[1]) },
      { id: "telemetry", address: `${address.ws}/telemetry` },
      { id: "scoreRisk", ...at(listeners?.plainUrl) },
      { id: "operatorSocket", ...at(listeners?.operatorSocket) },
    ],
    ...sdkBeside(resourcesDirectory),
  };
}

/** Where Gatehouse runs from its sources, they have the client for agents. */
function sdkBeside(resourcesDirectory: string): { readonly sdk?: string } {
  const file = join(resourcesDirectory, "../sdk/typescript/src/index.ts");
  return existsSync(file) ? { sdk: pathToFileURL(file).href } : {};
}
