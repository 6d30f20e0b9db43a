// Who a message comes from: told by its signature, or by the peer that sent it. Never by the body alone.
import type { JsonObject } from "../../../shared/lib/json.ts";
import type { Peer } from "../../../shared/local/peer.ts";
import { peerKey } from "../../../shared/local/peer-key.ts";
import type { Result } from "../../../shared/lib/result.ts";
import type { Caller, RpcError, RpcParams } from "../../../shared/lib/rpc.ts";

/** Where a message came from; the connection only where it lasts longer than one request. */
export interface Source {
  readonly peer: Peer;
  readonly connectionId?: string | undefined;
}

type Identified = Result<{ readonly agentDid: string }, RpcError>;

export interface Identity {
  readonly register: (params: RpcParams, source: Source, now: number) => Identified;
  /** `implied` is who it must come from when it does not say; what was signed stays as it was sent. */
  readonly authenticate: (
    params: RpcParams,
    method: string,
    source: Source,
    now: number,
    implied?: string,
  ) => Identified;
}

export function sourceOf({ peer, connectionId, push }: Caller): Source {
  return push === undefined ? { peer } : { peer, connectionId };
}

/**
 * Who sends a message that names nobody. The first peer that does so has the name as it is; every other one has a name of its
 * own, so that they share neither grants nor sessions.
 */
export function authenticateUnnamed(
  identity: Pick<Identity, "authenticate">,
  params: JsonObject,
  name: string,
  method: string,
  source: Source,
  now: number,
): Identified {
  const first = identity.authenticate({ ...params, agent_did: name }, method, source, now);
  if (first.ok || !belongsToAnother(first.error)) return first;
  return identity.authenticate({ ...params, agent_did: `${name}-${peerKey(source.peer)}` }, method, source, now);
}

export function belongsToAnother({ data }: RpcError): boolean {
  return typeof data === "object" && data !== null && Reflect.get(data, "reason") === "agent_belongs_to_another";
}
