// What the client needs from a transport, and how both of them read an answer.
import { isJsonObject, type Json, type JsonObject } from "../shared/lib/json.ts";
import { GatehouseError, UnreachableError } from "./errors.ts";

export interface Transport {
  /** The result; throws GatehouseError for an error answer and UnreachableError when there is none. */
  readonly request: (method: string, params: JsonObject, timeoutMs: number) => Promise<Json>;
  /** True when Gatehouse can send what was not asked for. */
  readonly pushes: boolean;
  readonly close: () => void;
}

export interface TransportEvents {
  readonly pushed: (method: string, params: JsonObject) => void;
  /** The connection ended without being asked to; the next request opens another. */
  readonly lost: () => void;
}

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
    throw new GatehouseError(
      typeof message === "string" ? message : "Gatehouse refused without saying why.",
      typeof code === "number" ? code : 0,
      data,
    );
  }
  const result = response["result"];
  if (result === undefined) throw new UnreachableError("The answer holds neither a result nor an error.");
  return result;
}
