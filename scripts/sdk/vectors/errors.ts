// Vectors of errors: every code, and which reasons the engine gives with it.
import { identityCodes } from "../../../src/main/identity/errors.ts";
import { rpcCodes } from "../../../src/shared/lib/rpc.ts";

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export function errorVectors() {
  const error = (code: number, message: string, data?: Record<string, unknown>) => ({
    jsonrpc: "2.0",
    error: { code, message, ...(data !== undefined && { data }) },
    id: 1,
  });
  return {
    about:
      "codes by name. reasons: the code that comes with data.reason. cases: the answer to an intent, and the error that the client throws.",
    codes: Object.fromEntries(Object.entries(rpcCodes).map(([name, code]) => [snake(name), code])),
    reasons: identityCodes,
    cases: [
      ...Object.entries(identityCodes)
        // The first is answered by registering again, see the reconnects.
        .filter(([, code]) => code !== rpcCodes.sessionExpired)
        .map(([reason, code]) => ({
          name: reason,
          response: error(code, `Refused: ${reason}`, { reason }),
          error: "refused",
          code,
          reason,
          message: `Refused: ${reason}`,
        })),
      {
        name: "an error without data",
        response: error(rpcCodes.internalError, "Internal error"),
        error: "refused",
        code: rpcCodes.internalError,
        message: "Internal error",
      },
      {
        name: "a crowded connection is no verdict about the intent",
        response: error(rpcCodes.capabilityExhausted, "Too many requests of this connection are unanswered"),
        error: "refused",
        code: rpcCodes.capabilityExhausted,
        message: "Too many requests of this connection are unanswered",
      },
      {
        name: "an error without code and message",
        response: { jsonrpc: "2.0", error: {}, id: 1 },
        error: "refused",
        code: 0,
        message: "Gatehouse refused without a reason.",
      },
    ],
  };
}
