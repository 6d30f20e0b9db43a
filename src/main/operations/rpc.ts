// The operations as JSON-RPC methods, for the operator's socket and nowhere else.
import { operationNames } from "../../shared/channels.ts";
import type { Operations } from "../../shared/contract.ts";
import { performOperation } from "../../shared/perform.ts";
import { fail } from "../../shared/result.ts";
import { rpcCodes, type RpcMethod, type RpcMethods } from "../../shared/rpc.ts";

export function operatorMethods(operations: Operations, actor: string): RpcMethods {
  return new Map(
    operationNames.map((name): [string, RpcMethod] => [
      name,
      async (params) => {
        const answer = await performOperation(operations, name, params ?? {}, actor);
        if (answer.ok) return answer;
        const code = answer.error.code === "invalid_input" ? rpcCodes.invalidParams : rpcCodes.executionError;
        return fail({ code, message: answer.error.message, data: answer.error });
      },
    ]),
  );
}
