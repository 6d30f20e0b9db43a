// The agent's session: adds who it is, signs, registers again when that is needed, waits for a place, and sends heartbeats.
import { isJsonObject, type Json, type JsonObject } from "../../../src/shared/lib/json.ts";
import { rpcCodes } from "../../../src/shared/lib/rpc.ts";
import { GovernanceError, RefusedError } from "./errors.ts";
import { createPlaces } from "./places.ts";
import type { Signer } from "./signing.ts";
import type { Outgoing, Transport } from "./transport.ts";

export interface Registration {
  /** did:aeon:<id>:<version>:<key>; needed here or in the client's options, unless there is a private key and a name. */
  readonly agentDid?: string;
  /** The tools the agent will ask for; others are denied. Absent: whatever the policy allows. */
  readonly capabilities?: readonly string[];
  readonly name?: string;
  readonly version?: string;
  readonly runtime?: string;
}

export interface SessionOptions {
  readonly agentDid: string | undefined;
  readonly signer: Signer | undefined;
  readonly extensions: readonly string[];
  readonly heartbeatMs: number;
  readonly timeoutMs: number;
  readonly maxInFlight: number;
  readonly maxQueued: number;
}

export interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  /** Added to the time that an answer may take. */
  readonly patienceMs?: number;
  readonly repeat?: boolean;
}

export interface Session {
  readonly register: (registration: Registration, signal?: AbortSignal) => Promise<Json>;
  readonly send: (method: string, params: JsonObject, options?: SendOptions) => Promise<Json>;
  /** What to say first on a new connection. */
  readonly hello: () => Pick<Outgoing, "method" | "params"> | undefined;
  /** Whether the engine has agreed to an extension. */
  readonly has: (extension: string) => boolean;
  readonly agentDid: () => string | undefined;
  readonly close: () => void;
}

/** Long polls have places of their own, so that those who wait for humans do not hold up the others. */
const mostPolls = 12;

export function createSession(transport: Transport, options: SessionOptions): Session {
  const { signer, extensions, heartbeatMs, timeoutMs, maxInFlight, maxQueued } = options;
  const places = createPlaces(maxInFlight, maxQueued);
  const polls = createPlaces(mostPolls, maxQueued);
  let agentDid = options.agentDid;
  let registration: Registration | undefined;
  let agreed: ReadonlySet<string> = new Set();
  let renewing: Promise<Json> | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;

  function named(method: string, params: JsonObject): Outgoing["params"] {
    if (agentDid === undefined) {
      throw new GovernanceError("The agent has no DID yet: give agentDid to the client or to register.");
    }
    const message = { agent_did: agentDid, ...params };
    return () => (signer === undefined ? message : signer.sign(method, message));
  }

  function request(method: string, params: JsonObject, { signal, patienceMs = 0, repeat = true }: SendOptions) {
    return transport.request({
      method,
      params: named(method, params),
      timeoutMs: timeoutMs + patienceMs,
      signal,
      repeat,
    });
  }

  async function send(method: string, params: JsonObject, more: SendOptions = {}): Promise<Json> {
    const give = await (method === "a2g/await" ? polls : places).take(more.signal);
    try {
      return await request(method, params, more);
    } catch (error) {
      const expired = error instanceof RefusedError && error.code === rpcCodes.sessionExpired;
      if (!expired || registration === undefined) throw error;
      renewing ??= register(registration).finally(() => (renewing = undefined));
      await renewing;
      return await request(method, params, more);
    } finally {
      give();
    }
  }

  function registerParams({ capabilities, name, version, runtime }: Registration): JsonObject {
    return {
      ...(signer !== undefined && { public_key: signer.publicKey }),
      ...(capabilities !== undefined && { capabilities_requested: capabilities }),
      ...(extensions.length > 0 && { extensions }),
      metadata: {
        ...(name !== undefined && { name }),
        ...(version !== undefined && { version }),
        ...(runtime !== undefined && { runtime }),
      },
    };
  }

  async function register(given: Registration, signal?: AbortSignal): Promise<Json> {
    agentDid = given.agentDid ?? agentDid ?? didFromKey(given, signer);
    const policy = await request("a2g/register", registerParams(given), { signal });
    registration = given;
    const offered = isJsonObject(policy) ? policy["extensions"] : undefined;
    agreed = new Set(Array.isArray(offered) ? offered.filter((name) => typeof name === "string") : []);
    beginHeartbeats();
    return policy;
  }

  function beginHeartbeats(): void {
    if (timer !== undefined || heartbeatMs <= 0) return;
    // One that is missed does not matter: the next request shows what is wrong.
    timer = setInterval(() => void send("a2g/heartbeat", {}, { repeat: false }).catch(() => {}), heartbeatMs);
    // This alone does not keep a program running. In browsers a timer is a number.
    if (typeof timer === "object") timer.unref();
  }

  return {
    register,
    send,
    hello: () => {
      const method = "a2g/register";
      return registration === undefined ? undefined : { method, params: named(method, registerParams(registration)) };
    },
    has: (extension) => agreed.has(extension),
    agentDid: () => agentDid,
    close: () => clearInterval(timer),
  };
}

function didFromKey({ name, version = "1.0" }: Registration, signer: Signer | undefined): string | undefined {
  if (name === undefined || signer === undefined) return undefined;
  const id = name.replaceAll(/[^A-Za-z0-9._-]+/g, "-");
  return `did:aeon:${id}:${version}:${signer.publicKey.slice("ed25519:".length)}`;
}
