// The operations while there is no engine: each says why, so that the window can.
import { operationNames } from "../../shared/channels.ts";
import type { Operations } from "../../shared/contract.ts";
import { fail } from "../../shared/result.ts";

export function unavailableOperations(message: string): Operations {
  const answer = () => Promise.resolve(fail({ code: "unavailable", message } as const));
  return Object.fromEntries(operationNames.map((name) => [name, answer])) as unknown as Operations;
}
