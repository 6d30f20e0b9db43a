// How agents reach this Gatehouse, and the token they need: told to the people in front of it and nobody else.
import type { Operations } from "../../shared/contract/contract.ts";
import { ok } from "../../shared/lib/result.ts";
import { type OperationPorts, refuse } from "./ports.ts";

export function connectionOperations(ports: OperationPorts): Pick<Operations, "getConnection" | "revealToken"> {
  return {
    getConnection: async () => ok(ports.connection()),
    revealToken: async ({ which }) => {
      const token = ports.tokens[which];
      return token === undefined ? refuse("not_found", "No token is needed here.") : ok({ token });
    },
  };
}
