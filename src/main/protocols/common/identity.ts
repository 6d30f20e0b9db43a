// Who a message comes from: told by its signature and what is known of the agent, never by the body alone.
import type { Result } from "../../../shared/result.ts";
import type { RpcError, RpcParams } from "../../../shared/rpc.ts";

export interface Identity {
  readonly register: (params: RpcParams, now: number) => Result<{ readonly agentDid: string }, RpcError>;
  /** `owner` is who it must come from when it does not say; what was signed stays as it was sent. */
  readonly authenticate: (
    params: RpcParams,
    method: string,
    now: number,
    owner?: string,
  ) => Result<{ readonly agentDid: string }, RpcError>;
}
