// The agent's line to Gatehouse: adds who it is, signs, registers again when the session has expired, and beats.
import type { Json, JsonObject } from "../shared/lib/json.ts";
import { rpcCodes } from "../shared/lib/rpc.ts";
import { GatehouseError } from "./errors.ts";
import type { Signer } from "./signing.ts";
import type { Transport } from "./transport.ts";

export interface Registration {
  /** The tools the agent will ask for; others are denied. Absent: whatever the policy allows. */
  readonly capabilities?: readonly string[];
  readonly name?: string;
  readonly version?: string;
  readonly runtime?: string;
}

export interface LineOptions {
  readonly transport: Transport;
  readonly agentDid: string;
  readonly signer: Signer | undefined;
  readonly heartbeatMs: number;
  readonly timeoutMs: number;
}

export interface Line {
  readonly register: (registration: Registration) => Promise<Json>;
  /** `patienceMs` is added to the time an answer may take. */
  readonly send: (method: string, params: JsonObject, patienceMs?: number) => Promise<Json>;
  readonly close: () => void;
}

export function createLine({ transport, agentDid, signer, heartbeatMs, timeoutMs }: LineOptions): Line {
  let registration: Registration | undefined;
  let heart: ReturnType<typeof setInterval> | undefined;

  async function request(method: string, params: JsonObject, patienceMs = 0): Promise<Json> {
    const message = { agent_did: agentDid, ...params };
    const signed = signer === undefined ? message : await signer.sign(method, message);
    return transport.request(method, signed, timeoutMs + patienceMs);
  }

  async function send(method: string, params: JsonObject, patienceMs?: number): Promise<Json> {
    try {
      return await request(method, params, patienceMs);
    } catch (error) {
      const expired = error instanceof GatehouseError && error.code === rpcCodes.sessionExpired;
      if (!expired || registration === undefined) throw error;
      await register(registration);
      return request(method, params, patienceMs);
    }
  }

  async function register(given: Registration): Promise<Json> {
    const { capabilities, ...metadata } = given;
    const policy = await request("a2g/register", {
      ...(signer !== undefined && { public_key: signer.publicKey }),
      ...(capabilities !== undefined && { capabilities_requested: capabilities }),
      metadata,
    });
    registration = given;
    beat();
    return policy;
  }

  function beat(): void {
    if (heart !== undefined || heartbeatMs <= 0) return;
    // A missed beat is not worth a word: the next request tells what is wrong.
    heart = setInterval(() => void send("a2g/heartbeat", {}).catch(() => {}), heartbeatMs);
    // A heart alone does not keep a program alive. In browsers a timer is a number.
    if (typeof heart === "object") heart.unref();
  }

  return {
    register,
    send,
    close: () => {
      clearInterval(heart);
      transport.close();
    },
  };
}
