// On whose behalf an event is judged: the identity of one server in one client's settings.
import { canonicalJson } from "../../engine/intents/digests.ts";
import type { Sha256 } from "../../engine/ports.ts";
import type { IntentContext } from "../../../shared/domain/intent.ts";
import { peerKey } from "../../../shared/local/peer-key.ts";
import type { Caller } from "../../../shared/lib/rpc.ts";
import type { McpOrigin } from "./messages.ts";
import type { PinOwner } from "./pins.ts";

export interface Asking {
  readonly agentDid: string;
  readonly origin: McpOrigin;
  readonly caller: Caller;
  readonly context: IntentContext;
}

export type DigestOf = (value: unknown) => string;

export function digester(sha256: Sha256): DigestOf {
  return (value) => sha256(canonicalJson(value));
}

/** One for each server in each client's settings; whoever runs the client, and wherever. */
export function serverDid({ client, server }: McpOrigin, digestOf: DigestOf): string {
  return `did:aeon:${client.id}:mcp:${digestOf([client.id, server.name, server.key]).slice(0, 16)}`;
}

export function serverTitle({ client, server }: McpOrigin): string {
  return `${client.name ?? client.id} · ${server.name}`;
}

export function pinOwner({ agentDid, origin, caller, context }: Asking, digestOf: DigestOf): PinOwner {
  const { name, version = "" } = origin.server;
  const pinDid = serverDid(origin, digestOf);
  return {
    pinDid,
    server: {
      id: pinDid,
      name: serverTitle(origin),
      version,
      instructions: "",
      provider: { name, url: "" },
      mcpServers: [{ name, version }],
    },
    sessionId: origin.session_id,
    asks: { agentDid, context, protocol: "mcp", peerKey: peerKey(caller.peer) },
  };
}
