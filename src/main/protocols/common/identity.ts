// Who a message comes from: told by its signature and what is known of the agent, never by the body alone.
import type { Result } from "../../../shared/result.ts";
import type { RpcError, RpcParams } from "../../../shared/rpc.ts";

export interface Identity {
  readonly register: (params: RpcParams, now: number) => Result<{ readonly agentDid: string }, RpcError>;
  readonly authenticate: (
    params: RpcParams,
    method: string,
    now: number,
  ) => Result<{ readonly agentDid: string }, RpcError>;
}
