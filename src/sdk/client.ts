// The client: registers an agent, asks before it acts, waits for humans, reports afterwards.
import { second } from "../shared/lib/clock.ts";
import type { JsonObject } from "../shared/lib/json.ts";
import type { ReportStatus } from "../shared/domain/report.ts";
import type { Decision } from "./decision.ts";
import { createDirectives } from "./directives.ts";
import { findEngine, tokenFor } from "./discover.ts";
import { UnreachableError } from "./errors.ts";
import { createGuard, type Guard } from "./guard.ts";
import { createHttpTransport } from "./http-transport.ts";
import { createAsker, type IntentRequest } from "./intents.ts";
import { createLine, type Registration } from "./line.ts";
import { createListeners } from "./listeners.ts";
import { type DirectiveNotice, type Policy, readDirective, readPolicy, readRevocation } from "./notices.ts";
import type { Revocation } from "./notices.ts";
import { createSigner } from "./signing.ts";
import { createWebSocketTransport } from "./websocket-transport.ts";

export interface ClientOptions {
  /** did:aeon:<id>:<version>:<key> */
  readonly agentDid: string;
  /** The 32 bytes of the agent's Ed25519 private key in hex. With it, every message is signed. */
  readonly privateKey?: string;
  /** GATEHOUSE_TOKEN by default, else the owner's token where it can be read. */
  readonly token?: string;
  /** Milliseconds between two heartbeats once the agent has registered; 0 sends none. 20 s unless told. */
  readonly heartbeatMs?: number;
  /** Milliseconds to wait for the answer to a request, humans apart. 30 s unless told. */
  readonly timeoutMs?: number;
}

export interface ReportDetails {
  readonly result?: JsonObject;
  readonly metrics?: JsonObject;
}

export interface GatehouseClient {
  readonly register: (registration?: Registration) => Promise<Policy>;
  /** The final decision: an intent that a human must decide is waited for. */
  readonly requestIntent: (request: IntentRequest) => Promise<Decision>;
  readonly report: (intentId: string, status: ReportStatus, details?: ReportDetails) => Promise<void>;
  /** A function that asks before it runs and reports afterwards; it throws DeniedError instead of running. */
  readonly guard: Guard;
  /** Each returns how to stop listening. Over HTTP these never speak. */
  readonly onPolicy: (listener: (policy: Policy) => void) => () => void;
  readonly onDirective: (listener: (directive: DirectiveNotice) => void) => () => void;
  readonly onRevoke: (listener: (revocation: Revocation) => void) => () => void;
  readonly close: () => void;
}

/**
 * ws: and wss: keep a connection and hear from Gatehouse; http: and https: ask each time. Without an address, the engine that runs
 * for this user is found by itself and talked to over a WebSocket.
 */
export async function connect(url: string | undefined, options: ClientOptions): Promise<GatehouseClient> {
  const { agentDid, privateKey, heartbeatMs = 20 * second, timeoutMs = 30 * second } = options;
  const engine = await findEngine();
  const given = url ?? engine?.ws;
  if (given === undefined) throw new UnreachableError("No running Gatehouse was found. Start it, or name its address.");
  const address = new URL(given);
  const token = options.token ?? environmentToken() ?? tokenFor(address, engine);
  const signer = privateKey === undefined ? undefined : await createSigner(privateKey);
  const directives = createDirectives();
  const policies = createListeners<Policy>();
  const notices = createListeners<DirectiveNotice>();
  const revocations = createListeners<Revocation>();

  function pushed(method: string, params: JsonObject): void {
    if (method === "g2a/policy") policies.tell(readPolicy(params));
    if (method === "g2a/revoke") revocations.tell(readRevocation(params));
    if (method !== "g2a/directive") return;
    directives.deliver(params);
    const notice = readDirective(params);
    if (notice !== undefined) notices.tell(notice);
  }

  const transport = ["ws:", "wss:"].includes(address.protocol)
    ? createWebSocketTransport(address, token, { pushed, lost: directives.lost })
    : createHttpTransport(address, token);
  const line = createLine({ transport, agentDid, signer, heartbeatMs, timeoutMs });
  const requestIntent = createAsker(line, directives, transport.pushes);
  const report: GatehouseClient["report"] = async (intentId, status, details = {}) => {
    await line.send("a2g/report", { intent_id: intentId, status, ...details });
  };

  return {
    register: async (registration = {}) => readPolicy(await line.register(registration)),
    requestIntent,
    report,
    guard: createGuard({ requestIntent, report, onDirective: notices.listen, onRevoke: revocations.listen }),
    onPolicy: policies.listen,
    onDirective: notices.listen,
    onRevoke: revocations.listen,
    close: line.close,
  };
}

function environmentToken(): string | undefined {
  const token = typeof process === "undefined" ? undefined : process.env["GATEHOUSE_TOKEN"];
  return token === "" ? undefined : token;
}
