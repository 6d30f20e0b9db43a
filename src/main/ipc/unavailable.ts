// The operations while there is no engine: each says why, so that the window can.
import { operationNames } from "../../shared/contract/channels.ts";
import type { Operations } from "../../shared/contract/contract.ts";
import { fail } from "../../shared/lib/result.ts";

export function unavailableOperations(message: string): Operations {
  const answer = () => Promise.resolve(fail({ code: "unavailable", message } as const));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one answer for every name of the contract; the compiler cannot follow a list of names
  return Object.fromEntries(operationNames.map((name) => [name, answer])) as unknown as Operations;
}
