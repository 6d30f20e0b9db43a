// JSON-RPC 2.0: the error codes, and the shapes that join a protocol's methods to any transport.
import type { Cancellation } from "./cancellation.ts";
import { isJsonObject, type Json, type JsonObject } from "./json.ts";
import type { Peer } from "../local/peer.ts";
import { fail, ok, type Result } from "./result.ts";

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
  /** The user and process that the operating system reports for the connection. */
  readonly peer: Peer;
  /** The contained run it is in, where one is known. */
  readonly run?: string | undefined;
  /** Sends a message the agent did not ask for; absent where the transport cannot (HTTP). Never throws, false when it is gone. */
  readonly push?: (notification: RpcNotification) => boolean;
  /** Aborts when the connection has ended: nobody is left to answer. */
  readonly gone: Cancellation;
}

export type RpcParams = Json | undefined;

/** The third argument is the whole request as it came, for protocols that put members beside `params` or echo it. */
export type RpcMethod = (params: RpcParams, caller: Caller, request: JsonObject) => Promise<Result<unknown, RpcError>>;

export interface RpcMethods extends ReadonlyMap<string, RpcMethod> {
  /** Hears who calls, before each call of a method. */
  readonly onCall?: (caller: Caller) => void;
}

/** For methods whose parameters have names: an array, or nothing at all, is their fault and not the envelope's. */
export function namedParams(params: RpcParams): Result<JsonObject, RpcError> {
  if (isJsonObject(params)) return ok(params);
  const seen = params === undefined ? "there are none" : "they are an array";
  return fail({ code: rpcCodes.invalidParams, message: `Invalid params: members with names are needed, but ${seen}` });
}

export type Query = ReadonlyMap<string, string>;

export interface PlainAnswer {
  readonly status: number;
  /** A string travels as plain text, anything else as JSON. */
  readonly body: unknown;
}

/** An HTTP path outside JSON-RPC: JSON or nothing in, JSON or text out. */
export interface PlainRoute {
  readonly method: "GET" | "POST";
  readonly handle: (body: Json | undefined, caller: Caller, query: Query) => Promise<PlainAnswer>;
}

/** One reader of a one-way stream, as a transport offers it. */
export interface StreamReader {
  readonly query: Query;
  /** Never throws; `sent` is called when the text has left this process. */
  readonly send: (text: string, sent: () => void) => void;
  /** Bytes sent but not taken by the reader yet. */
  readonly waiting: () => number;
  /** Ends the stream with a WebSocket close code, after what was sent before. */
  readonly drop: (code: number, reason: string) => void;
}

/** Begins to serve a reader; the function it returns is called once, when the reader has gone. */
export type StreamHandler = (reader: StreamReader) => () => void;
