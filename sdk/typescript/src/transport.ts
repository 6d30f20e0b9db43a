// What the client needs from a transport, and how all of them write a request and read an answer.
import { isJsonObject, type Json, type JsonObject } from "../../../src/shared/lib/json.ts";
import { AnswerTimeoutError, RefusedError, UnreachableError } from "./errors.ts";

/** One request, however often it has to be sent. */
export interface Outgoing {
  readonly method: string;
  /** The parameters as they are sent; made anew each time, because a signature holds once. */
  readonly params: () => JsonObject | Promise<JsonObject>;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** False for what is worth nothing later: it fails when the connection is lost. */
  readonly repeat?: boolean;
}

export interface Transport {
  /** Opens the connection, where there is one. */
  readonly open: () => Promise<void>;
  /** The result; throws RefusedError for an error answer and UnreachableError when there is none. */
  readonly request: (outgoing: Outgoing) => Promise<Json>;
  /** True when the engine can send what was not asked for. */
  readonly pushes: boolean;
  readonly close: () => void;
}

export interface TransportEvents {
  readonly pushed: (method: string, params: JsonObject) => void;
  /** The connection ended without being asked to. */
  readonly lost: () => void;
  /** The first request on every connection after the first; absent when there is nothing to say. */
  readonly hello: () => Pick<Outgoing, "method" | "params"> | undefined;
}

export interface Patience {
  readonly timeoutMs: number;
  /** Between two attempts; doubled up to twenty times as long. */
  readonly reconnectMs: number;
}

export const closedMessage = "The client was closed.";

export function requestText(method: string, params: JsonObject, id: number): string {
  return JSON.stringify({ jsonrpc: "2.0", method, params, id });
}

export function parseMessage(text: string): JsonObject | undefined {
  try {
    const message: unknown = JSON.parse(text);
    return isJsonObject(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

export function resultOf(response: JsonObject): Json {
  const error = response["error"];
  if (isJsonObject(error)) {
    const { code, message, data } = error;
    throw new RefusedError(
      typeof message === "string" ? message : "Gatehouse refused without a reason.",
      typeof code === "number" ? code : 0,
      data,
    );
  }
  const result = response["result"];
  if (result === undefined || error !== undefined) {
    throw new UnreachableError("The answer holds neither a result nor an error.");
  }
  return result;
}

export function tooLate({ method, timeoutMs }: Outgoing): AnswerTimeoutError {
  return new AnswerTimeoutError(`Gatehouse did not answer ${method} within ${timeoutMs / 1000} s.`);
}

/** How long to wait before attempt number `attempt`, the first being 0 and immediate. */
export function pauseBefore(attempt: number, reconnectMs: number): number {
  return attempt === 0 ? 0 : reconnectMs * Math.min(2 ** (attempt - 1), 20);
}
