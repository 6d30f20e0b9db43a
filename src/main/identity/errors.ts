// Why an agent's message was not accepted: a JSON-RPC error whose data names the reason.
import { rpcCodes, type RpcError } from "../../shared/lib/rpc.ts";

export const identityCodes = {
  params: rpcCodes.invalidParams,
  did_malformed: rpcCodes.invalidParams,
  unknown_agent: rpcCodes.invalidParams,
  nothing_to_decide: rpcCodes.invalidParams,
  signature_required: rpcCodes.invalidParams,
  signature_malformed: rpcCodes.invalidParams,
  signature_invalid: rpcCodes.invalidParams,
  signature_key_unknown: rpcCodes.invalidParams,
  nonce_replayed: rpcCodes.invalidParams,
  timestamp_out_of_window: rpcCodes.invalidParams,
  timestamp_too_old: rpcCodes.invalidParams,
  key_mismatch: rpcCodes.registrationFailed,
  key_unsupported: rpcCodes.registrationFailed,
  key_weak: rpcCodes.registrationFailed,
  key_short: rpcCodes.registrationFailed,
  key_changed: rpcCodes.registrationFailed,
  not_registered: rpcCodes.registrationFailed,
  agent_revoked: rpcCodes.registrationFailed,
  too_many_agents: rpcCodes.registrationFailed,
  agent_belongs_to_another: rpcCodes.registrationFailed,
  session_expired: rpcCodes.sessionExpired,
} as const;

export type IdentityReason = keyof typeof identityCodes;

export interface IdentityError extends RpcError {
  readonly data: { readonly reason: IdentityReason };
}

export function identityError(reason: IdentityReason, message: string): IdentityError {
  return { code: identityCodes[reason], message, data: { reason } };
}

export function unknownAgent(agentDid: string): IdentityError {
  return identityError("unknown_agent", `No agent ${agentDid} has been seen here.`);
}
