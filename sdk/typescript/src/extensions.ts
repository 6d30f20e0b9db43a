// Extensions of the protocol that the client can call, once the engine has agreed to them at registration.
import { isJsonObject, type Json, type JsonObject } from "../../../src/shared/lib/json.ts";
import { rpcCodes } from "../../../src/shared/lib/rpc.ts";
import { RefusedError, UnreachableError } from "./errors.ts";
import type { IntentContext } from "./intents.ts";
import type { Session } from "./session.ts";

export interface DelegateRequest {
  readonly childDid: string;
  /** The tools the child may use; none that the parent may not. */
  readonly capabilities: readonly string[];
  /** The child's own key, "ed25519:" and 64 hex digits. */
  readonly publicKey?: string;
  readonly expiresInSeconds?: number;
  readonly metadata?: JsonObject;
  readonly reason?: string;
  readonly signal?: AbortSignal;
}

export interface Delegation {
  readonly agentDid: string;
  readonly parentDid: string;
  /** From the first agent to the child. */
  readonly chain: readonly string[];
  readonly capabilities: readonly string[];
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number;
}

export interface EscalationContext extends IntentContext {
  /** Answers to choose from. */
  readonly options?: readonly string[];
}

/** Nothing is sent to an engine that has not agreed to it. */
export function demand(session: Session, extension: string): void {
  if (session.has(extension)) return;
  const message = `This engine has not agreed to ${extension}: register first, with an engine that has the extension.`;
  throw new RefusedError(message, rpcCodes.methodNotFound);
}

export function delegateParams(request: DelegateRequest): JsonObject {
  const { childDid, capabilities, publicKey, expiresInSeconds, metadata, reason } = request;
  return {
    child_did: childDid,
    capabilities,
    ...(publicKey !== undefined && { public_key: publicKey }),
    ...(expiresInSeconds !== undefined && { expires_in_seconds: expiresInSeconds }),
    ...(metadata !== undefined && { metadata }),
    ...(reason !== undefined && { reason }),
  };
}

export function readDelegation(result: Json): Delegation {
  const {
    agent_did: agentDid,
    parent_did: parentDid,
    chain,
    capabilities,
    expires_at: expiry,
  } = isJsonObject(result) ? result : {};
  if (typeof agentDid !== "string" || typeof parentDid !== "string") {
    throw new UnreachableError("The answer to a2g/delegate names no agents.");
  }
  const texts = (list: Json | undefined): readonly string[] =>
    Array.isArray(list) ? list.filter((item: Json) => typeof item === "string") : [];
  const expiresAt = typeof expiry === "string" ? Date.parse(expiry) : Number.NaN;
  return {
    agentDid,
    parentDid,
    chain: texts(chain),
    capabilities: texts(capabilities),
    ...(Number.isFinite(expiresAt) && { expiresAt }),
  };
}
