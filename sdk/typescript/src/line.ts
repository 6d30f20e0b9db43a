// The agent's line to the engine: transport, session and asker, put together from the client's options.
import { second } from "../../../src/shared/lib/clock.ts";
import { createTransport } from "./connection.ts";
import type { Directives } from "./directives.ts";
import { type Asker, createAsker } from "./intents.ts";
import { createSession, type Session } from "./session.ts";
import { createSigner } from "./signing.ts";
import type { Transport, TransportEvents } from "./transport.ts";

export interface ClientOptions {
  /** did:aeon:<id>:<version>:<key>; may be given to register instead. */
  readonly agentDid?: string;
  /** The 32 bytes of the agent's Ed25519 private key in hex. With it, every message is signed. */
  readonly privateKey?: string;
  /** GATEHOUSE_TOKEN by default, else the owner's token where it can be read. */
  readonly token?: string;
  /** Milliseconds between two heartbeats once the agent has registered; 0 sends none. 20 s by default. */
  readonly heartbeatMs?: number;
  /** Milliseconds to wait for the answer to a request, humans apart. 30 s by default. */
  readonly timeoutMs?: number;
  /** Requests that may be unanswered at a time; others wait. 48 by default; the engine refuses more than 64. */
  readonly maxInFlight?: number;
  /** How many may wait for that before calls fail with OverloadedError. 10,000 by default. */
  readonly maxQueued?: number;
  /** Milliseconds before the second attempt to connect again; doubled with each. 100 by default. */
  readonly reconnectMs?: number;
  /** Extensions of the protocol to offer at registration. All by default. */
  readonly extensions?: readonly string[];
}

export interface Line {
  readonly transport: Transport;
  readonly session: Session;
  readonly asker: Asker;
}

const allExtensions = ["a2g/delegate", "a2g/escalate", "g2a/quota"];

export async function openLine(
  url: string | undefined,
  options: ClientOptions,
  directives: Directives,
  events: Pick<TransportEvents, "pushed" | "lost">,
): Promise<Line> {
  const { privateKey, timeoutMs = 30 * second, reconnectMs = 100 } = options;
  const signer = privateKey === undefined ? undefined : await createSigner(privateKey);
  const transport = await createTransport(
    url,
    options.token,
    { ...events, hello: () => session.hello() },
    { timeoutMs, reconnectMs },
  );
  const session = createSession(transport, {
    agentDid: options.agentDid,
    signer,
    extensions: options.extensions ?? allExtensions,
    heartbeatMs: options.heartbeatMs ?? 20 * second,
    timeoutMs,
    maxInFlight: options.maxInFlight ?? 48,
    maxQueued: options.maxQueued ?? 10_000,
  });
  return { transport, session, asker: createAsker(session, directives, transport.pushes) };
}
