// JSON-RPC 2.0: the error codes, and the one shape that joins a protocol's methods to any transport.
import type { Cancellation } from "./cancellation.ts";
import type { Json } from "./json.ts";
import type { Result } from "./result.ts";

export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  policyViolation: -32000,
  executionError: -32001,
  registrationFailed: -32002,
  capabilityExhausted: -32003,
  sessionExpired: -32004,
} as const;

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export type RpcId = string | number | null;

export interface RpcNotification {
  readonly jsonrpc: "2.0";
  readonly method: string;
  readonly params: unknown;
}

export const transports = ["http", "websocket", "socket", "stdio"] as const;
export type Transport = (typeof transports)[number];

/** Who is on the other end of a request, as the transport knows it. */
export interface Caller {
  readonly connectionId: string;
  readonly transport: Transport;
  /** Sends a message the agent did not ask for; absent where the transport cannot (HTTP). Never throws, false when it is gone. */
  readonly push?: (notification: RpcNotification) => boolean;
  /** Aborts when the connection has ended: nobody is left to answer. */
  readonly gone: Cancellation;
}

export type RpcParams = Json | undefined;

export type RpcMethod = (params: RpcParams, caller: Caller) => Promise<Result<unknown, RpcError>>;

export type RpcMethods = ReadonlyMap<string, RpcMethod>;
