// Where to connect, and how: an address that was given or found, the token that belongs to it, the transport it needs.
import { socketChannel, webSocketChannel } from "./channel.ts";
import { findEngine, type RunningEngine, tokenFor } from "./discover.ts";
import { GovernanceError, UnreachableError } from "./errors.ts";
import { createHttpTransport } from "./http-transport.ts";
import { createStreamTransport } from "./stream-transport.ts";
import type { Patience, Transport, TransportEvents } from "./transport.ts";

export async function createTransport(
  url: string | undefined,
  givenToken: string | undefined,
  events: TransportEvents,
  patience: Patience,
): Promise<Transport> {
  const engine = await findEngine();
  if (url?.startsWith("unix:") === true || url?.startsWith("pipe:") === true) {
    const path = url.slice("unix:".length) || engine?.agentSocket;
    if (path === undefined) throw notFound();
    return createStreamTransport(socketChannel(path), path, events, patience);
  }
  const place = url ?? addressOf(engine);
  if (!URL.canParse(place))
    throw new GovernanceError(`${place} is no address. Give ws:, wss:, http:, https: or unix:.`);
  const address = new URL(place);
  const token = givenToken ?? environmentToken() ?? tokenFor(address, engine);
  if (address.protocol === "ws:" || address.protocol === "wss:") {
    const shown = `${address.protocol}//${address.host}${address.pathname}`;
    return createStreamTransport(webSocketChannel(address, token), shown, events, patience);
  }
  if (address.protocol === "http:" || address.protocol === "https:")
    return createHttpTransport(address, token, patience);
  throw new GovernanceError(`${address.protocol} is not spoken here. Give ws:, wss:, http:, https: or unix:.`);
}

function addressOf(engine: RunningEngine | undefined): string {
  if (engine === undefined) throw notFound();
  return typeof WebSocket === "undefined" ? engine.http : engine.ws;
}

function notFound(): UnreachableError {
  return new UnreachableError("No running Gatehouse was found. Start it, or name its address.");
}

function environmentToken(): string | undefined {
  const token = typeof process === "undefined" ? undefined : process.env["GATEHOUSE_TOKEN"];
  return token === "" ? undefined : token;
}
